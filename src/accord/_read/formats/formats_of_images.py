"""Formats of regions in images."""

from accord._read.formats.format import JSON, REGIONS, Format, Signs

_SHARE = r"(?:0?\.\d+(?:[eE]-?\d+)?|[012]|[12]\.0+|\d(?:\.\d+)?e-\d+)"
# A line of YOLO: the number of a class, and shares of the width and height of an image (a point
# also says with 0, 1 or 2 whether it was seen).
_YOLO = rf"\d{{1,4}}(?: {_SHARE}){{4,}}[ \t]*(?:\r?\n|$)"

IMAGES: tuple[Format, ...] = (
    Format(
        "coco",
        "COCO",
        "coco",
        "COCO JSON: annotations, or results of a model",
        REGIONS,
        Signs(
            begins=JSON,
            pattern=r'(?s)\{(?=.*"images")(?=.*"(?:file_name|supercategory)")|'
            r'\{(?=.*"categories")(?=.*"supercategory")|\[(?=.*"image_id")(?=.*"category_id")',
        ),
        "either",
        "name of the file; `rater_id`, `annotator` … of an annotation or image",
        layers="boxes, masks, keypoints",
        lost="crowds, scores, captions, panoptic segments",
        source="lin2014",
    ),
    Format(
        "labelme",
        "LabelMe JSON",
        "image_tools",
        "LabelMe JSON, a file for each image",
        ("regions", "codings"),
        Signs(begins=("{",), words=('"shapes"', '"imagePath"')),
        "folder",
        layers="areas, points, flags (of the whole image)",
        lost="lines, flags and groups of shapes",
        source="wada2016",
    ),
    Format(
        "cvat",
        "CVAT XML",
        "image_tools",
        "CVAT for images, XML",
        ("regions", "codings"),
        Signs(begins=("<",), words=("<annotations>", "<version>", "<meta>")),
        "either",
        "file or folder",
        layers="areas, points, tags",
        lost="tracks of videos, lines, cuboids, attributes",
        source="cvat2022",
    ),
    Format(
        "voc",
        "Pascal VOC XML",
        "image_tools",
        "Pascal VOC XML (LabelImg) and LabelMe XML, a file for each image",
        REGIONS,
        Signs(
            begins=("<",),
            pattern=r"(?s)(?:<\?xml[^>]{0,200}>\s*)?<annotation[\s>].*<(?:bndbox|filename)>",
        ),
        "folder",
        layers="areas",
        lost="parts of things, poses, masks, names of users",
        also=("pascal-voc",),
        source="everingham2010",
    ),
    Format(
        "yolo",
        "YOLO labels",
        "image_tools",
        "YOLO: a text file for each image, with `classes.txt` or `data.yaml`",
        REGIONS,
        Signs(words=(" ", "."), pattern=rf"(?=[^\n]*\.\d)(?={_YOLO}(?:{_YOLO}|\s*$))"),
        "folder",
        layers="areas, points",
        lost="scores of a model",
        companions=(".txt", ".names", ".yaml", ".yml", ".data", ".jpg", ".jpeg", ".png"),
        source="redmon2016",
    ),
)
