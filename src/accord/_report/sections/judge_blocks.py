"""The sheet on judges as blocks: a heading, sentences, tables, figures. The page, Markdown and the
terminal show the same blocks and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from accord._report.wording import decimal, label
from accord.infer.judges.beside_people import Beside
from accord.infer.judges.corrected import Score
from accord.infer.judges.one_judge import Judged
from accord.infer.judges.sheet import JudgeSheet
from accord.model.agreement import Agreement, Interval
from accord.model.showing import counted

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: floats are set with three digits, whole numbers and texts as they are."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Points with intervals on a line (forest), or against a diagonal (curve)."""

    kind: str
    caption: str
    points: tuple[tuple[str, float, float, float], ...]
    lines: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """One part of the sheet."""

    id: str
    title: str
    said: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    verdict: str = ""


def judge_blocks(sheet: JudgeSheet) -> list[Block]:
    """All parts of the sheet, in their order."""
    blocks = [_decision(sheet), _people(sheet)]
    many = len(sheet.judges) > 1
    for at, one in enumerate(sheet.judges, start=1):
        tail, name = (f"-{at}", f": {label(one.judge)}") if many else ("", "")
        parts = [_agreement(sheet, one), _consistency(one), _bias(one), _score(one)]
        for part in parts:
            if part is not None and (part.said or part.tables):
                blocks.append(
                    Block(
                        part.id + tail,
                        part.title + name,
                        part.said,
                        part.tables,
                        part.figures,
                    )
                )
    blocks += [part for part in (_jury(sheet), _soft(sheet)) if part is not None]
    return [*blocks, _methods(sheet)]


def _sentence(note: str) -> str:
    return f"{note[0].upper()}{note[1:]}."


def _limits(interval: Interval | None) -> str:
    if interval is None or isnan(interval.low):
        return "–"
    return f"[{decimal(interval.low)}, {decimal(interval.high)}]"


def _decision(sheet: JudgeSheet) -> Block:
    tables = []
    said = [f"Asked for: {_use(sheet)}."]
    worst = min(("replace", "assist", "no").index(one.decision.verdict) for one in sheet.judges)
    for one in sheet.judges:
        said.append(f"{label(one.judge)} {one.decision.stated}: {one.decision.reason}.")
        rows = tuple(
            (c.what, c.value, c.needed, {True: "yes", False: "no", None: "unknown"}[c.reached])
            for c in one.decision.criteria
        )
        caption = f"What decides on {label(one.judge)}"
        tables.append(Table(caption, ("what", "found", "needed", "reached"), rows))
    verdict = ("yes", "part", "no")[worst]
    notes = tuple(map(_sentence, sheet.notes))
    return Block("decision", "Decision", (*said, *notes), tuple(tables), (), verdict)


def _use(sheet: JudgeSheet) -> str:
    use, margin = sheet.settings["use"], sheet.settings["margin"]
    what = {
        "labels": "the judge labels items instead of people",
        "score": "the judge's score is reported instead of people's",
    }[use]
    return f"{what}, at most {margin:g} worse (use: {use}, margin: {margin:g})"


def _people(sheet: JudgeSheet) -> Block:
    people = sheet.people
    who = counted(len(people.coders), "person", "people")
    found = people.agreement
    frequent = f"{people.frequent[1]:.1%} of their labels are {label(people.frequent[0])}."
    if found is None:
        said = [
            f"{who}, and no item was labelled by two: whether people agree cannot be said, nor "
            "what a judge could reach.",
            frequent,
        ]
        return Block("people", "People first", tuple(said))
    value = "undefined" if found.undefined else f"{decimal(found.value)} {_limits(found.interval)}"
    said = [
        f"{who} labelled {counted(people.items, 'item')} twice or more and agree with "
        f"{found.symbol} = {value}.",
        f"They differ on {people.disputed} of them; {frequent}",
    ]
    if people.enough is False:
        said.append(
            f"That is below {people.floor:g}: there is nothing yet for a judge to agree with."
        )
    tables = []
    if people.worst:
        rows = tuple((label(item),) for item in people.worst)
        tables.append(Table("The most disputed items", ("item",), rows))
    return Block("people", "People first", tuple(said), tuple(tables))


def _agreement(sheet: JudgeSheet, one: Judged) -> Block:
    said, tables, figures = [], [], []
    if one.beside and any(row.measures for row in one.beside):
        tables.append(_beside(one.beside))
        figures.append(_forest(sheet, one))
    lines = one.baselines
    if lines is not None:
        said.append(
            f"The judge says what {_vote(one)} says on {lines.judge:.1%} of "
            f"{counted(lines.items, 'item')}; a judge who always says {label(lines.label)} would "
            f"on {lines.constant:.1%}, one who says the same labels at random on "
            f"{lines.random:.1%}."
        )
    if one.ceiling is not None:
        roof = one.ceiling
        said.append(
            f"Agreement with people is {decimal(roof.with_system)}, among people "
            f"{decimal(roof.humans)}: a difference of {decimal(roof.difference)} "
            f"{_limits(roof.interval)} (means over pairs of coders)."
        )
    test = one.alternative
    if test is not None:
        if test.rows:
            may = "may" if test.passes else "may not"
            said.append(
                f"Alternative annotator test with ε = {test.epsilon:g}: winning rate ω = "
                f"{test.winning_rate:.2f}, advantage probability ρ = {test.advantage:.2f}; by it "
                f"the judge {may} stand in for a person."
            )
            tables.append(
                Table(
                    "Who is nearer to the other people, the judge or the person left out",
                    ("person left out", "items", "ρ of the judge", "ρ of the person", "p", "wins"),
                    tuple(
                        (label(c), n, a, b, p, "yes" if won else "no")
                        for c, n, a, b, p, won in test.rows
                    ),
                )
            )
        said += map(_sentence, test.notes)
    if one.verdict is not None and not isnan(one.verdict.z):
        v = one.verdict
        said.append(
            f"Judge's Verdict: z = {decimal(v.z, 2)} ({v.kind}); its mean κ with people is "
            f"{decimal(v.judge)}, people's {decimal(v.mean)} with a standard deviation of "
            f"{decimal(v.sd)}."
        )
    tables += _errors(one)
    if one.slices:
        tables.append(
            Table(
                "By slice: agreement with the vote, against all other items (p by Holm)",
                ("column", "slice", "items", "agreed", "κ", "difference", "interval", "p"),
                tuple(
                    (
                        s.column,
                        label(s.slice),
                        s.items,
                        s.agreed,
                        s.value,
                        s.difference,
                        _limits(s.interval),
                        s.p,
                    )
                    for s in one.slices
                ),
            )
        )
    said += map(_sentence, one.notes)
    return Block("agreement", "Agreement", tuple(said), tuple(tables), tuple(figures))


def _vote(one: Judged) -> str:
    return "the vote" if len(one.beside) > 1 else label(one.beside[0].who) if one.beside else "it"


def _beside(rows: Sequence[Beside]) -> Table:
    symbols = next(row for row in rows if row.measures).measures
    columns = ["with", "items", "agreed"]
    for each in symbols:
        columns += [each.symbol, "interval"]
    made = []
    for row in rows:
        cells: list[Any] = [label(row.who), row.items, row.agreed]
        for found in row.measures:
            cells += [_value(found), _limits(found.interval)]
        cells += [None] * (len(columns) - len(cells))
        made.append(tuple(cells))
    return Table("The judge with each person and with their vote", tuple(columns), tuple(made))


def _value(found: Agreement) -> Any:
    return "undefined" if found.undefined else found.value


def _forest(sheet: JudgeSheet, one: Judged) -> Figure:
    points = []
    for row in one.beside:
        if row.measures and not row.measures[0].undefined:
            found = row.measures[0]
            limits = found.interval
            ends = (found.value, found.value) if limits is None else (limits.low, limits.high)
            if not isnan(ends[0]):
                points.append((label(row.who), found.value, *ends))
    lines = []
    among = sheet.people.agreement
    if among is not None and not among.undefined:
        lines.append(("among people", among.value))
    caption = "α of the judge with each person and with the vote"
    return Figure("forest", caption, tuple(points), tuple(lines))


def _errors(one: Judged) -> list[Table]:
    way = one.direction
    if way is None:
        return []
    tables = []
    names = [label(name) for name in way.matrix.columns]
    if 1 < len(names) <= 20:
        rows = tuple(
            (name, *(int(cell) for cell in cells))
            for name, cells in zip(names, way.matrix.values.tolist(), strict=True)
        )
        tables.append(Table("Vote (rows) and judge (columns)", ("vote", *names), rows))
    if way.rates:
        tables.append(
            Table(
                "Of the items with this vote, the share that the judge labels so",
                ("vote", "items", "share", "interval"),
                tuple(
                    (label(k), n, share, f"[{decimal(low)}, {decimal(high)}]")
                    for k, share, low, high, n in way.rates[:20]
                ),
            )
        )
    if way.errors:
        tables.append(
            Table(
                "The judge's errors, the most frequent first",
                ("vote", "judge", "times", "of the items with this vote"),
                tuple(
                    (label(a), label(b), n, f"{share:.1%}") for a, b, n, share in way.errors[:10]
                ),
            )
        )
    if way.shift is not None:
        tables.append(
            Table(
                "Higher or lower than the vote",
                ("judge − vote", "interval", "higher", "lower"),
                ((way.shift, _limits(way.interval), way.higher, way.lower),),
            )
        )
    return tables


def _consistency(one: Judged) -> Block:
    said: list[str] = []
    tables = []
    if one.runs is not None:
        r = one.runs
        value = "undefined" if r.agreement is None else decimal(r.agreement.value)
        limits = "" if r.agreement is None else _limits(r.agreement.interval)
        said.append(
            f"{len(r.runs)} runs agree with each other with α = {value} {limits}; on "
            f"{r.unchanged:.1%} of {counted(r.items, 'item')} all say the same."
        )
        said += map(_sentence, r.notes)
    if one.order is not None:
        o = one.order
        favoured = "favoured" if o.found else "not shown to be favoured"
        said.append(
            f"With the answers swapped {o.kept:.1%} {_limits(o.kept_interval)} of "
            f"{counted(o.items, 'preference')} stay. The answer that comes first wins both times "
            f"in {o.first:.1%}, the second in {o.second:.1%}: a difference of {decimal(o.bias)} "
            f"{_limits(o.interval)}, so a place is {favoured}."
        )
    if one.drift is not None:
        d = one.drift
        agreed = "–" if d.agreement is None else decimal(d.agreement.value)
        said.append(
            f"Then and now: {d.changed:.1%} of {counted(d.items, 'anchor item')} have another "
            f"label (α = {agreed})."
        )
        if d.shift is not None:
            moved = "has moved" if d.found else "has not been shown to move"
            said.append(
                f"The score is {decimal(d.shift)} {_limits(d.interval)} higher than then: the "
                f"judge {moved}."
            )
        rows = tuple(
            (label(k), change, f"[{decimal(low)}, {decimal(high)}]")
            for k, change, low, high in d.categories[:10]
        )
        caption = "Change of the share of each label, now − then (limits for all at once)"
        tables.append(Table(caption, ("label", "change", "interval"), rows))
    return Block("consistency", "Consistency", tuple(said), tuple(tables))


def _bias(one: Judged) -> Block:
    said: list[str] = []
    tables, figures = [], []
    if one.bias:
        found = [s for s in one.bias if s.found]
        said.append(
            f"{len(found)} of {counted(len(one.bias), 'slope')} of the error differ from 0 "
            "(p by Holm)."
            if found
            else f"None of {counted(len(one.bias), 'slope')} of the error differs from 0 "
            "(p by Holm)."
        )
        said.append(
            "The error is judge − people, people's own score held constant; a number counts per "
            "standard deviation, a value against all others."
            if one.score is not None
            else "The error is whether the judge says otherwise than the vote."
        )
        rows = tuple(
            (
                s.column,
                "per sd" if s.level is None else label(s.level),
                s.items,
                s.slope,
                _limits(s.interval),
                s.p,
                "yes" if s.found else "no",
            )
            for s in one.bias
        )
        columns = ("column", "value", "items", "slope", "interval", "p", "found")
        tables.append(Table("Slopes of the judge's error", columns, rows))
    if one.calibration is not None and one.calibration.curve:
        c = one.calibration
        said.append(
            f"Stated confidence: expected calibration error {decimal(c.ece)} "
            f"{_limits(c.interval)}; a judge who is calibrated exactly would have "
            f"{decimal(c.by_chance)} here (p = {decimal(c.p)}). Mean confidence − share right: "
            f"{decimal(c.overconfident)}; Brier score {decimal(c.brier)}."
        )
        curve = tuple(
            (stated, right, f"[{decimal(low)}, {decimal(high)}]", n)
            for stated, right, low, high, n in c.curve
        )
        head = ("mean confidence", "share right", "interval", "items")
        tables.append(Table("Reliability of the stated confidence", head, curve))
        points = tuple(
            (f"{stated:.2f}", right, low, high) for stated, right, low, high, _ in c.curve
        )
        figures.append(Figure("curve", "Stated confidence and how often it is right", points))
    return Block("bias", "Bias and calibration", tuple(said), tuple(tables), tuple(figures))


def _score(one: Judged) -> Block | None:
    s = one.score
    if s is None:
        return None
    said = [
        f"The {s.what}: the judge alone says {decimal(s.judge.value)}; corrected by people's "
        f"labels it is {decimal(s.corrected.value)} {_limits(s.corrected.interval)} (PPI++, λ = "
        f"{decimal(s.corrected.power or 0.0, 2)}).",
        f"On the items that both scored the judge is {decimal(s.bias)} {_limits(s.bias_interval)} "
        "above people.",
        *map(_sentence, s.notes),
    ]
    kinds: list[tuple[str, Score | None]] = [
        ("judge alone", s.judge),
        ("people alone", s.people),
        ("Rogan–Gladen", s.rogan_gladen),
        ("PPI", s.ppi),
        ("PPI++ (use this)", s.corrected),
    ]
    rows = tuple(
        (
            name,
            found.value,
            _limits(found.interval),
            found.width,
            found.labels,
            found.interval.method,
        )
        for name, found in kinds
        if found is not None
    )
    columns = ("estimate", "value", "interval", "width", "labels", "limits by")
    tables = [Table(f"The {s.what}", columns, rows)]
    if s.slices:
        tables.append(
            Table(
                "Corrected by slice; difference from all other items (p by Holm)",
                (
                    "column",
                    "slice",
                    "items",
                    "labels",
                    "judge",
                    "corrected",
                    "interval",
                    "difference",
                    "p",
                ),
                tuple(
                    (
                        x.column,
                        label(x.slice),
                        x.score.items,
                        x.score.labels,
                        x.judge,
                        x.score.value,
                        _limits(x.score.interval),
                        x.difference,
                        x.p,
                    )
                    for x in s.slices
                ),
            )
        )
    if s.differences:
        tables.append(
            Table(
                "Differences of systems, corrected (PPI++)",
                ("first", "second", "first − second", "interval", "labels", "paired"),
                tuple(
                    (
                        label(x.first),
                        label(x.second),
                        x.score.value,
                        _limits(x.score.interval),
                        x.score.labels,
                        "yes" if x.paired else "no",
                    )
                    for x in s.differences
                ),
            )
        )
    if s.budget.rows:
        if not isnan(s.budget.saved):
            said.append(
                f"The judge saves {max(s.budget.saved, 0):.0%} of labels at the same width."
            )
        tables.append(
            Table(
                "What more human labels would buy: width of the interval",
                ("labels", "with the judge", "labels alone"),
                s.budget.rows,
            )
        )
    if s.next:
        shown = ", ".join(label(item) for item in s.next)
        said.append(f"To label next, drawn at random: {shown}.")
    return Block("score", "Corrected score", tuple(said), tuple(tables))


def _jury(sheet: JudgeSheet) -> Block | None:
    j = sheet.jury
    if j is None:
        return None
    better = j.gain_interval.low > 0
    said = [
        f"{len(j.judges)} judges whose errors go together are worth {decimal(j.effective, 2)} "
        f"{_limits(j.effective_interval)} independent ones (n²/Σρ).",
        f"The vote of all is right on {j.vote:.1%} of {counted(j.items, 'item')}, "
        f"{decimal(100 * j.gain, 1)} points more than the best single judge, {label(j.best)} "
        f"(interval {_limits(j.gain_interval)}): a jury is "
        + ("better." if better else "not shown to be better."),
        *map(_sentence, j.notes),
    ]
    names = [label(name) for name in j.judges]
    single = Table(
        "Each judge, and the vote of all others",
        ("judge", "right", "vote without it"),
        tuple(zip(names, j.right, j.without, strict=True)),
    )
    panels = Table(
        "The best panel of each size (chosen on these items: the share is optimistic)",
        ("judges", "who", "right"),
        tuple((p.size, ", ".join(label(n) for n in p.judges), p.right) for p in j.panels),
    )
    tables = [single, panels]
    if len(names) <= 20:
        rows = tuple((n, *row) for n, row in zip(names, j.correlation.tolist(), strict=True))
        tables.append(Table("Correlation of errors", ("judge", *names), rows))
    return Block("jury", "Several judges", tuple(said), tuple(tables))


def _soft(sheet: JudgeSheet) -> Block | None:
    s = sheet.soft
    if s is None:
        return None
    said = [
        f"Distributions of labels on {counted(s.items, 'item')}: the judges' against people's. The "
        "ceiling is what a model would reach that knows the true distribution, with as many "
        "people as these items have.",
        f"LeWiDi's average error rate over people: {decimal(s.average_error_rate)}"
        + (
            "."
            if s.average_distance is None
            else f", normalised absolute distance {decimal(s.average_distance)}."
        ),
        *map(_sentence, s.notes),
    ]
    measures = Table(
        "Soft labels",
        ("measure", "value", "interval", "ceiling", "better"),
        tuple((x.measure, x.value, _limits(x.interval), x.ceiling, x.better) for x in s.scores),
    )
    people = Table(
        "Each person (perspectivist)",
        ("person", "items", "error rate", "normalised distance"),
        tuple((label(p.person), p.items, p.error_rate, p.distance) for p in s.people[:50]),
    )
    entropy = Table(
        "The items that people see most differently",
        ("item", "labels", "entropy (bits)", "corrected", "its error"),
        tuple((label(e.item), e.labels, e.entropy, e.corrected, e.error) for e in s.entropy[:20]),
    )
    return Block("soft", "Soft labels", tuple(said), (measures, people, entropy))


def _methods(sheet: JudgeSheet) -> Block:
    rows = tuple(
        (name, ", ".join(map(str, value)) if isinstance(value, list) else str(value))
        for name, value in sheet.settings.items()
        if value is not None
    )
    said = sheet.summary().split("\n")
    return Block(
        "methods", "In a paper", tuple(said), (Table("Settings", ("setting", "value"), rows),)
    )
