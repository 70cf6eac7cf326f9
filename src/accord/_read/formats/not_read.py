"""What is recognised by name and not read, and what to do instead."""

from accord._read.formats.format import JSON, Refused, Signs

_AREAS = "export regions of images as COCO, CVAT, VOC, YOLO or LabelMe"
_TREES = "trees and graphs are not supported; export "
_PICKLE = "pickles can run code and are never opened; export text"

_FROM_R = "write the table as CSV in R: write.csv(data, 'data.csv', row.names = FALSE)"

COMPARISON = Refused(
    "an NVivo coding comparison",
    "it has NVivo's numbers and not the coded text: export the references of each code for each "
    "user, or the project as REFI-QDA (.qdpx)",
    Signs(words=("A and Not B (%)", "B and Not A (%)")),
)

# What is recognised and not read.
REFUSED: tuple[Refused, ...] = (
    Refused(
        "a list of references of Covidence",
        "it does not say who decided what: export the data extraction, or write the votes of each "
        "reviewer into a column",
        Signs(words=("Covidence #", "Published Year")),
    ),
    Refused("a pickle", _PICKLE, Signs(magic=b"\x80\x04\x95")),
    Refused("a pickle", _PICKLE, Signs(magic=b"\x80\x05\x95")),
    Refused(
        "a Java-serialised file",
        "export the project as XMI, JSON or TSV",
        Signs(magic=b"\xac\xed\x00\x05"),
    ),
    Refused(
        "a PDF",
        "export the annotations as a table or from the tool that made them",
        Signs(magic=b"%PDF"),
    ),
    Refused("a 7z archive", "unpack it first", Signs(magic=b"7z\xbc\xaf")),
    Refused("an R data file", _FROM_R, Signs((".rda", ".rdata", ".rds"), magic=b"RDX")),
    Refused(
        "a SAS data file",
        "export it as CSV, SPSS or Stata",
        Signs((".sas7bdat", ".xpt")),
    ),
    Refused(
        "a BORIS project",
        "export the events of its observations, tabular or aggregated",
        Signs((".boris",), begins=("{",), words=('"behaviors_conf"', '"observations"')),
    ),
    Refused(
        "a Datavyu spreadsheet (.opf)",
        "export the spreadsheet as CSV, one file for each coder",
        Signs((".opf",)),
    ),
    Refused(
        "a SQLite database of no known program",
        "export the tables as CSV",
        Signs(magic=b"SQLite format 3"),
    ),
    Refused("an image or a mask", _AREAS, Signs(magic=b"\x89PNG")),
    Refused("an image or a mask", _AREAS, Signs(magic=b"\xff\xd8\xff")),
    Refused("an image or a mask", _AREAS, Signs(magic=b"II*\x00")),
    Refused("an image or a mask", _AREAS, Signs(magic=b"MM\x00*")),
    Refused("an image or a mask", _AREAS, Signs(magic=b"GIF8")),
    Refused("an array or a mask (NumPy)", _AREAS, Signs(magic=b"\x93NUMPY")),
    Refused(
        "a file of bare numbers",
        "of a table of labels, name the columns in a first row and separate them by commas",
        Signs(words=(" ",), pattern=r"(?:\d{1,4}(?: [01]){4,}[ \t]*(?:\r?\n|$)){2}"),
    ),
    Refused(
        "SuperAnnotate, areas of images",
        _AREAS,
        Signs(begins=("{",), words=('"instances"', '"metadata"', '"className"', '"points"')),
    ),
    Refused("Datumaro JSON", _AREAS, Signs(begins=("{",), words=('"dm_format_version"',))),
    Refused(
        "semantic dependency graphs (SDP)",
        f"{_TREES}the edges as a table",
        Signs(
            begins=("#",),
            pattern=r"#SDP 20|#2\d{7}\r?\n1\t[^\t\n]*\t[^\t\n]*\t[^\t\n]*\t[+-]\t[+-][\t\r\n]",
        ),
    ),
    Refused(
        "W3C web annotations (CATMA, Recogito)",
        "export the annotations as CSV",
        Signs(begins=JSON, words=("ns/anno.jsonld",)),
    ),
    COMPARISON,
    Refused(
        "an NVivo coding summary",
        "export the references of each code by itself, or the project as REFI-QDA (.qdpx)",
        Signs(words=("Coding Summary By ", "Coded By Initials")),
    ),
    Refused(
        "an RTF document",
        "export or save it as .txt, .html or .docx",
        Signs((".rtf",), begins=("{\\rtf",)),
    ),
    Refused(
        "a Word document",
        "only NVivo's lists of references are read from it: export the coded segments as a table, "
        "or the "
        "project as REFI-QDA (.qdpx)",
        Signs((".docx",)),
    ),
    Refused(
        "a REFI-QDA codebook",
        "it has no coded text: export the project (.qdpx)",
        Signs((".qdc",), begins=("<",), words=("urn:QDA-XML:codebook",)),
    ),
    Refused("a UEM file", "it belongs to RTTM or STM files: read those", Signs((".uem",))),
    Refused(
        "CATMA, stand-off TEI",
        "export the annotations as CSV",
        Signs(begins=("<",), words=("<TEI", "catma")),
    ),
    Refused(
        "WebAnno TSV 1 or 2",
        "export WebAnno TSV 3, XMI or JSON",
        Signs(begins=("# ",), pattern=r"# [\w.]+ \|"),
    ),
    Refused(
        "a Label Studio labelling configuration",
        "read the JSON export of the project instead",
        Signs(begins=("<View",)),
    ),
    Refused(
        "a UIMA type system",
        "read the CAS (XMI or JSON) that belongs to it",
        Signs(begins=("<",), words=("<typeSystemDescription",)),
    ),
    Refused(
        "a CATMA header",
        "export the annotations as CSV",
        Signs(begins=JSON, words=('"publicationDate"',)),
    ),
    Refused(
        "fastText lines",
        "convert them to a table of item, coder and label",
        Signs(begins=("__label__",)),
    ),
    Refused("a DTD", "read the annotation files that belong to it", Signs((".dtd",))),
)
