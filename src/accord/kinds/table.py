"""All kinds of annotation, a line a kind: what `study.kind` says → its folder."""

KINDS = {
    "codings": "labels",
    "unitizings": "spans",
    "segmentations": "boundaries",
    "partitions": "chains",
    "relations": "relations",
    "trees": "trees",
    "graphs": "graphs",
    "regions": "regions",
    "dimensions": "dimensions",
}
