"""UIMA type systems: which features refer to other annotations; they lie beside XMI files."""

from accord.read.door.files import File
from accord.read.door.limits import Limits
from accord.read.door.marks import Options
from accord.read.text.xml_text import content, local, parse_xml

NAMES = ("TypeSystem.xml", "typesystem.xml")


def referring(file: File, options: Options) -> dict[tuple[str, str], bool]:
    """(Type, feature) → whether its values are ids of others; ("", feature) where all types agree.

    Empty where no type system lies beside the file.
    """
    beside = file.beside(*NAMES)
    if beside is None:
        return {}
    if "ranges" not in beside.memo:  # a folder has one for all its files
        beside.memo["ranges"] = _ranges(beside, options.limits)
    ranges: dict[tuple[str, str], bool] = beside.memo["ranges"]
    return ranges


def _ranges(file: File, limits: Limits) -> dict[tuple[str, str], bool]:
    root = parse_xml(file.raw(), file.name, limits)
    found: dict[tuple[str, str], bool] = {}
    types = [node for node in root.iter() if local(node.tag) == "typeDescription"]
    told = [({local(part.tag): content(part).strip() for part in node}, node) for node in types]
    plain = {
        "uima.cas." + name
        for name in (
            "String",
            "Integer",
            "Float",
            "Boolean",
            "Double",
            "Long",
            "Short",
            "Byte",
            "StringArray",
            "IntegerArray",
            "FloatArray",
            "BooleanArray",
            "DoubleArray",
            "LongArray",
            "ShortArray",
            "ByteArray",
            "StringList",
            "IntegerList",
            "FloatList",
        )
    }
    plain |= {
        about["name"]
        for about, _ in told
        if about.get("supertypeName") == "uima.cas.String" and "name" in about
    }
    for about, node in told:
        for feature in node.iter():
            if local(feature.tag) == "featureDescription":
                parts = {local(part.tag): content(part).strip() for part in feature}
                refers = parts.get("rangeTypeName", "") not in plain
                name = parts.get("name", "")
                found[about.get("name", "").rpartition(".")[2], name] = refers
                found["", name] = found.get(("", name), True) and refers
    return found
