"""UEM: which parts of a recording are scored, beside RTTM or STM files: where documents end.

rec1 1 0.000 300.000
"""

from accord._read.door.given import File
from accord._read.text.json_values import number_in

ExtentsOfFiles = dict[str, tuple[float, float]]


def scored_parts(file: File) -> ExtentsOfFiles:
    """Recording → the part that was scored, from all UEM files among those given or beside them."""
    parts: ExtentsOfFiles = {}
    files = [other for other in file.among.values() if other.suffix == ".uem"]
    beside = file.beside(f"{file.stem}.uem")
    for other in files or ([beside] if beside is not None else []):
        for at, line in enumerate(other.text()[0].split("\n"), start=1):
            cells = line.split()
            if len(cells) >= 4 and not line.startswith(";;"):
                where = f"{other.name}:{at}"
                begin, end = (number_in(cell, "time", where) for cell in cells[2:4])
                # A document has one extent: from the first part that is scored to the last.
                low, high = parts.get(cells[0], (begin, end))
                parts[cells[0]] = (min(low, begin), max(high, end))
    return parts
