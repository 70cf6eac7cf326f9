"""Tables that do not say what they are: read as a person does who confirms the first offer."""

import csv
import io

import accord


def confirmed(path, **options):
    """The study that is read at once, or by the first reading that the question offers."""
    try:
        return accord.read(path, **options)
    except accord.DataError as error:
        if not error.readings:
            raise
        return accord.read(path, **{**options, **error.readings[0]})


def tall(wide):
    """A table with a column for each coder as one with a row for each label, which says so."""
    header, *rows = csv.reader(io.StringIO(wide))
    named = header[0] in ("item", "id")
    lines = [
        f"{row[0] if named else number},{coder},{label}"
        for number, row in enumerate(rows, start=1)
        for coder, label in list(zip(header, row, strict=True))[named:]
        if label
    ]
    return "\n".join(["item,coder,label", *lines]) + "\n"
