"""What coders changed in the same trees: agreement beyond a pre-annotation.

Coders who correct the output of a parser agree wherever they leave it alone, and that agreement is
the parser's. As codings, token by token, what was left alone is one category:

    parser   We –subj→ read   read –root   books –obj→ read
    Ann      kept             kept         2 iobj
    Bob      kept             kept         kept
"""

from collections.abc import Hashable

from accord.errors import DataError, NotApplicableError, UnknownNameError
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.kinds.trees.parts import Dependencies
from accord.kinds.trees.study import Trees

_KEPT = "kept"
"""What a coder says of a token whose head and relation stayed as they were."""


def corrections(study: Trees, before: Hashable) -> Codings:
    """What each coder changed, as codings of tokens: "kept", or the new head and relation.

    Coefficients of these codings say how far coders agree in what they changed, with chance; the
    column `sentence` says of which sentence a token is, for intervals that draw sentences. Tokens
    that everybody left alone are there, too: two coders may agree that nothing was wrong.

    :param study: Dependency trees of the coders, and those that they began from.
    :param before: The name under which the latter are in the study (a parser); it is not a coder.

    References: artstein2008.

    >>> import accord
    >>> parser = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> ann = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "iobj"])
    >>> found = accord.trees.corrections(
    ...     accord.from_coders({"P": [parser], "Ann": [ann], "Bob": [parser]}), "P"
    ... )
    >>> found.rows()[-2:]
    [('0:3', 'Ann', '2 iobj'), ('0:3', 'Bob', 'kept')]
    """
    if before not in list(study.coders):
        raise UnknownNameError.of("coder", str(before), [str(c) for c in study.coders])
    rows = study.rows()
    old = {item: tree for item, who, tree in rows if who == before}
    items: list[Hashable] = []
    coders: list[Hashable] = []
    said: list[str] = []
    sentences: dict[Hashable, str] = {}
    for item, who, tree in rows:
        if who == before or item not in old:
            continue
        base = old[item]
        if not isinstance(tree, Dependencies) or not isinstance(base, Dependencies):
            raise NotApplicableError(
                "corrections are compared token by token in dependency trees; for brackets use "
                "tree_anatomy, which counts what was changed"
            )
        if len(tree) != len(base):
            raise DataError(
                f"item {item!r} has {len(tree)} tokens by {who!r} and {len(base)} by {before!r}; "
                "use the same tokens"
            )
        parts = zip(tree.heads, tree.relations, base.heads, base.relations, strict=True)
        for at, (head, relation, was, named) in enumerate(parts, start=1):
            sentences[f"{item}:{at}"] = str(item)
            items.append(f"{item}:{at}")
            coders.append(who)
            said.append(_KEPT if (head, relation) == (was, named) else f"{head} {relation}")
    if not items:
        raise DataError(f"no item has a tree of {before!r} and one of another coder")
    about = {"sentence": list(sentences.values())}
    return from_columns(items, coders, said, items=list(sentences), about=about)
