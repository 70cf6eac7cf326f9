"""A JSON list of plain labels: one for each second, page or sentence, and nothing beside them.

    scorer_1/night3.json   [0, 0, 2, 2, 3]
    scorer_2/night3.json   [0, 1, 2, 2, 3]

The file says neither what the items are nor who the coder is, so it is read only where the user
says where coders are. The item is the place in the list.
"""

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of
from accord.errors import DataError, Setting


def sniff_label_list(head: Head) -> bool:
    """Called .json: a bracket also begins tokens and notes."""
    return head.file.suffix == ".json"


def read_label_list(file: File, options: Options) -> Marks:
    """Read the labels, where the user says whose they are."""
    labels = js.checked(json_of(file, options), "the file", file.name, list)
    if options.coder_from is None:
        raise DataError(
            f"{file.name}: a list of {len(labels)} labels, which names neither items nor coders; "
            f"if folders are coders and files of one name belong together, use "
            f"{Setting('coder_from', 'folder')}, if each file is a coder's, "
            f"{Setting('coder_from', 'file')}"
        )
    marks = Marks(file.name)
    marks.saw(None, None)
    absent = set(map(str, options.absent))
    for at, label in enumerate(labels, start=1):
        where = f"{file.name}: part {at}"
        marks.rows += 1
        if js.is_nested(label):
            raise DataError(f"{where}: found {js.shown(label)}, expected a label")
        value = None if str(js.label_in(label)) in absent else js.label_in(label)
        marks.label(None, None, "labels", value, where, item=str(at))
    return marks
