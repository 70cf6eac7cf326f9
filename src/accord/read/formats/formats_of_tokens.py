"""Formats of one token a line."""

from accord.read.formats.format import CHAINS, LABELS, Format, Signs

TOKENS: tuple[Format, ...] = (
    Format(
        "conll2012",
        "CoNLL-2012 coreference",
        "conll2012",
        "CoNLL-2012, coreference",
        CHAINS,
        Signs(begins=("#",), pattern=r"(?i)(?:#[^\n]*\n\s*)*?#\s*begin document"),
        "either",
        offsets="tokens",
        layers="coreference",
    ),
    Format(
        "corefud",
        "CorefUD coreference",
        "corefud",
        "CorefUD, coreference in CoNLL-U",
        ("partitions", "codings"),
        Signs(begins=("#",), pattern=r"(?s).{0,20000}?(?<![^\n])# global\.Entity"),
        "either",
        offsets="tokens",
        layers="coreference; those of CoNLL-U with `--layer`",
    ),
    Format(
        "conllu",
        "CoNLL-U",
        "conllu",
        "CoNLL-U, CoNLL-X, CoNLL-2006",
        LABELS,
        Signs((".conllu",), pattern=r"(?:#[^\n]*\n|\s)*\d[^\t\n]*\t"),
        "either",
        offsets="tokens",
        layers="lemma, upos, xpos, feats, head, deprel, deps, misc, arc",
        chains="corefud",
    ),
    Format(
        "conll",
        "CoNLL columns",
        "conll",
        "CoNLL columns; IOB1, IOB2, BIOES, BILOU",
        ("unitizings", "codings"),
        Signs((".iob", ".iob2", ".bio"), pattern=r"(?s)-DOCSTART-|[^{\[<#].*?[\s|][BIESLUM]-\S"),
        "either",
        offsets="tokens",
        layers="columns, by number",
        also=("iob", "bio", "bioes", "conll2003"),
    ),
)
