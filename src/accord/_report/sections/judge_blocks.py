"""The sheet on judges as blocks: a heading, sentences, tables, figures. The page, Markdown and the
terminal show the same blocks and nothing else.

Long because every part of the sheet is a small function of one form, which are read together.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isnan
from typing import Any

from accord._report.document import Block, Figure, Table
from accord._report.wording import label
from accord.infer.judges.bench import scale_key
from accord.infer.judges.beside_people import Beside
from accord.infer.judges.corrected import Score
from accord.infer.judges.one_judge import Judged
from accord.infer.judges.sheet import JudgeSheet, judge_paragraph
from accord.model.agreement import Agreement, Interval
from accord.words.said import Said, capital, joined, said

_Row = tuple[Any, ...]

_MOST_CATEGORIES = 20
"""A table with a column for each label (or judge) is not read by anybody beyond so many."""

MOST_ERRORS = 10
"""Errors and changes are listed from the most frequent on: what follows is rare."""

MOST_PEOPLE = 50
"""Each person has a row; crowds have thousands, and the JSON has them all."""

_SMALLEST = sys.float_info.min

CRITERION = {True: "judge.yes", False: "judge.no", None: "judge.unknown"}

REACHED = {True: "judge.met", False: "judge.not_met", None: "judge.open"}
"""A criterion is shown to be met, shown not to be, or neither."""


ANSWER = 3
"""So many blocks are the answer: what was decided, why, and what to do. The others are details."""


def judge_blocks(sheet: JudgeSheet) -> list[Block]:
    """All parts of the sheet, in their order."""
    blocks = [_decision(sheet), _why(sheet), _next(sheet), _people(sheet)]
    many = len(sheet.judges) > 1
    for at, one in enumerate(sheet.judges, start=1):
        for part in (_agreement(sheet, one), _consistency(one), _bias(one), _score(one)):
            if part is None or not (part.said or part.tables):
                continue
            title = said("judge.part.of", part=part.title, judge=label(one.judge))
            blocks.append(replace(part, id=f"{part.id}-{at}", title=title) if many else part)
    blocks += [part for part in (_jury(sheet), _soft(sheet)) if part is not None]
    return [*blocks, _methods(sheet)]


def _block(
    id: str,
    title: str,
    texts: Sequence[str],
    tables: Sequence[Table] = (),
    figures: Sequence[Figure] = (),
    verdict: str = "",
) -> Block:
    """A part by the key of its title."""
    return Block(id, said(title), tuple(texts), tuple(tables), tuple(figures), verdict)


HEADS = {
    "change": "rounds.change",
    "measure": "answer.measure",
    "what": "answer.what",
    **{
        name: f"word.{name}"
        for name in (
            "column",
            "first",
            "item",
            "items",
            "label",
            "range",
            "second",
            "share",
            "times",
        )
    },
    "value": "word.value",
    "with": "word.with",
}
"""Headings of columns that reports have, too; the others have a key of their own."""


def _table(key: str, columns: str, rows: Iterable[_Row], *more: str, **fields: Any) -> Table:
    """A table by the key of its caption and the keys of its columns; `more` are columns that are
    called after labels and judges."""
    heads = (said(HEADS.get(name, f"judge.column.{name}")) for name in columns.split())
    return Table(key, said(key, **fields), (*heads, *more), tuple(rows))


def _table_of_vote(one: Judged, what: str, columns: str, rows: Iterable[_Row], *more: str) -> Table:
    """The same about people's majority label, or median; one person has no majority, and is named
    instead."""
    table = _table(scale_key(f"judge.table.{what}", one.scale), columns, rows, *more)
    if len(one.beside) != 1:
        return table
    who = label(one.beside[0].who)
    title = said(f"{scale_key(f'judge.table.{what}', one.scale)}.one", who=who)
    own: dict[str, str] = {"vote": who}
    for name in ("of_vote", "judge_vote"):
        own[name] = said(f"judge.column.{name}.one", who=who)
    heads = [
        own.get(name, head) for name, head in zip(columns.split(), table.columns, strict=False)
    ]
    return replace(table, title=title, columns=(*heads, *more))


def _sentence(note: str) -> Said:
    return joined([capital(note), "."])


def _limits(interval: Interval | None) -> str:
    """The interval in a sentence."""
    if interval is None or isnan(interval.low):
        return said("judge.paper.no_interval")
    return said("judge.limits", low=interval.low, high=interval.high)


def _range(interval: Interval | None) -> str:
    """The interval in a cell, whose column says what it is."""
    return "–" if interval is None else _between(interval.low, interval.high)


def _between(low: float, high: float) -> str:
    return "–" if isnan(low) else said("judge.range", low=low, high=high)


def _with_limits(agreement: Agreement | None) -> Said:
    if agreement is None:
        return said("answer.undefined")
    return said("judge.value", value=agreement.value, limits=_limits(agreement.interval))


def _p(p: float | None) -> float | None:
    """A p in a cell, which prints what three digits would round to 0 as "< 0.001": also a p so
    small that it is 0 as a float."""
    return _SMALLEST if p == 0 else p


def _yes(is_so: bool | None) -> Said:
    return said(CRITERION[is_so])


VERDICTS = ("replace", "undecided", "no")
"""The best first; a page has the colour of its best judge."""

_COLOURS = {"replace": "yes", "undecided": "part", "no": "no"}


def _decision(sheet: JudgeSheet) -> Block:
    """What was asked, and the differences that decide."""
    settings = sheet.settings
    asked = {"margin": settings["margin"], "people": len(sheet.people.coders)}
    if settings["use"] == "labels":
        asked["epsilon"] = settings["epsilon"]
    texts: list[str] = [said(f"judge.asked.{_use(sheet)}", **asked)]
    figure = _differences(sheet)
    return _block(
        "decision",
        "judge.part.decision",
        [*texts, *map(_sentence, sheet.notes)],
        figures=[figure] if figure.points else (),
    )


def _use(sheet: JudgeSheet) -> str:
    """What is judged: labels, a scale or a score."""
    use = str(sheet.settings["use"])
    return "scale" if sheet.judges[0].scale and use == "labels" else use


def _why(sheet: JudgeSheet) -> Block:
    """The verdict on each judge with its reason, and the criteria."""
    use = _use(sheet)
    texts: list[str] = []
    tables = []
    for one in sheet.judges:
        decision, name = one.decision, label(one.judge)
        reason = {"stated": decision.stated, "reason": decision.reason}
        texts.append(said("judge.decided", judge=name, **reason))
        if decision.helps is not None:
            key = f"judge.helps.{decision.use}" if decision.helps else f"judge.helps_not.{use}"
            texts.append(said(key))
        rows = (
            (c.what, c.value, _range(c.interval), c.needed, said(REACHED[c.reached]))
            for c in decision.criteria
        )
        columns = "what found interval needed reached"
        tables.append(_table("judge.table.decides", columns, rows, judge=name))
    best = min(VERDICTS.index(one.decision.verdict) for one in sheet.judges)
    return _block("why", "judge.page.why", texts, tables, verdict=_COLOURS[VERDICTS[best]])


def _next(sheet: JudgeSheet) -> Block:
    """What to do: a step for each verdict that was found."""
    steps: list[str] = []
    if sheet.people.enough is False:
        steps.append(said("judge.next.people"))
    for verdict in VERDICTS:
        found = [one for one in sheet.judges if one.decision.verdict == verdict]
        if found and (verdict != "undecided" or sheet.people.enough is not False):
            steps.append(_step(verdict, found))
    return _block("next", "next.what-do", steps)


def _step(verdict: str, found: Sequence[Judged]) -> Said:
    names = [label(one.judge) for one in found]
    decision = found[0].decision
    if verdict == "replace":
        labels = decision.use == "labels"
        return said("judge.next.replace" if labels else "judge.next.replace_score", judges=names)
    more = [one for one in found if one.decision.more is not None]
    if verdict == "undecided" and len(more) == len(found):
        # Of several the one that needs most: then all of them are decided.
        most = max(one.decision.more or 0 for one in more)
        return said(f"judge.next.{decision.unit}", judges=names, n=most)
    return said(f"judge.next.{verdict}", judges=names)


def _differences(sheet: JudgeSheet) -> Figure:
    """What decides, for every judge: a difference, its interval, and the margin."""
    labels, margin = sheet.settings["use"] == "labels", sheet.settings["margin"]
    points = []
    for one in sheet.judges:
        value, limits = None, None
        if labels and one.ceiling is not None:
            value, limits = one.ceiling.difference, one.ceiling.interval
        elif not labels and one.score is not None:
            value, limits = one.score.bias, one.score.bias_interval
        if value is None or limits is None or isnan(value):
            continue
        ends = (value, value) if isnan(limits.low) else (limits.low, limits.high)
        points.append((label(one.judge), value, *ends, one.decision.verdict))
    margins = [-margin] if labels else [-margin, margin]
    lines = [(said("judge.figure.as_people"), 0.0)]
    lines += [(said("judge.figure.margin"), at) for at in margins]
    caption = said("judge.figure.difference" if labels else "judge.figure.bias")
    return Figure("difference", caption, tuple(points), tuple(lines), sheet.settings["level"])


def _people(sheet: JudgeSheet) -> Block:
    people = sheet.people
    among, number = people.agreement, len(people.coders)
    frequent = {"share": people.frequent[1], "label": label(people.frequent[0])}
    scale = sheet.judges[0].scale
    if among is None:
        texts = [said("judge.people.alone", people=number)]
        if not scale:
            texts.append(said("judge.people.frequent", **frequent))
        return _block("people", "judge.part.people", texts)
    value = said("answer.undefined") if among.undefined else _with_limits(among)
    counts = {"people": number, "items": people.items}
    texts = [
        said("judge.people.agree", **counts, symbol=among.symbol, value=value),
        said("judge.people.differ", disputed=people.disputed, **frequent)
        if people.apart is None
        else said("judge.people.differ.scale", apart=people.apart),
    ]
    if people.enough is False:
        texts.append(said("judge.people.below", floor=people.floor))
    rows = [(label(item),) for item in people.worst]
    table = _table("judge.table.disputed", "item", rows)
    if people.widest:
        wide = ((label(item), low, high, high - low) for item, low, high in people.widest)
        table = _table("judge.table.widest", "item lowest highest range", wide)
    return _block("people", "judge.part.people", texts, [table] if table.rows else ())


def _agreement(sheet: JudgeSheet, one: Judged) -> Block:
    texts: list[str] = []
    tables, figures = [], []
    if one.beside and any(row.measures for row in one.beside):
        tables += [_beside(one), *_levels(one)]
        figures.append(_forest(sheet, one))
    lines = one.baselines
    if lines is not None:
        shares = {"judge": lines.judge, "constant": lines.constant, "random": lines.random}
        names = {"vote": _vote(one), "label": label(lines.label)}
        texts.append(said("judge.agreement.baselines", items=lines.items, **shares, **names))
    texts += _level(one)
    roof = one.ceiling
    if roof is not None and not isnan(roof.difference):
        values = {"with_system": roof.with_system, "humans": roof.humans}
        gap = {"difference": roof.difference, "limits": _limits(roof.interval)}
        texts.append(said("judge.agreement.ceiling", **values, **gap))
    test = one.alternative
    if test is not None:
        if test.rows:
            rates = {"rate": test.winning_rate, "advantage": test.advantage}
            if not test.passes:
                rates["lost"] = test.losing_rate
            key = "judge.agreement.passes" if test.passes else "judge.agreement.fails"
            texts.append(said(key, epsilon=test.epsilon, **rates))
            columns = "person_left_out items rho_judge rho_person p wins"
            rows = ((label(c), n, a, b, _p(p), _yes(won)) for c, n, a, b, p, won in test.rows)
            tables.append(_table("judge.table.left_out", columns, rows))
        texts += map(_sentence, test.notes)
    v = one.verdict
    if v is not None and not isnan(v.z):
        means = {"judge": v.judge, "mean": v.mean, "sd": v.sd}
        key = scale_key("judge.agreement.verdict", one.scale)
        texts.append(said(key, z=v.z, kind=v.kind, **means))
    tables += _errors(one)
    if one.slices:
        columns = "column slice items agreed kappa difference interval p"
        if one.scale:
            columns = "column slice items bias ccc difference interval p"
        cells = (
            (
                *(s.column, label(s.slice), s.items, s.agreed, s.value, s.difference),
                *(_range(s.interval), _p(s.p)),
            )
            for s in one.slices
        )
        tables.append(_table_of_vote(one, "slices", columns, cells))
    return _block("agreement", "study.title", [*texts, *map(_sentence, one.notes)], tables, figures)


def _vote(one: Judged) -> str:
    if len(one.beside) > 1:
        return said(scale_key("judge.the_vote", one.scale))
    return label(one.beside[0].who) if one.beside else said("judge.it")


def _level(one: Judged) -> list[str]:
    """Whether the judge scores higher or lower than people: with their median, or the only one."""
    found = one.beside[-1].level if one.beside else None
    if found is None or isnan(found.interval.low):
        return []
    low, high = found.interval
    way = "higher" if low > 0 else "lower" if high < 0 else "level"
    facts = {"bias": abs(found.bias) if way != "level" else found.bias, "who": _vote(one)}
    ends = {"low": found.low, "high": found.high}
    if way == "lower":
        low, high = -high, -low
    return [said(f"judge.agreement.{way}", limits=_units(low, high), **facts, **ends)]


def _units(low: float, high: float) -> str:
    return "–" if isnan(low) else said("judge.limits.units", low=low, high=high)


def _levels(one: Judged) -> list[Table]:
    rows = [
        (
            *(_who(row, one.scale), row.items, row.level.bias, _units(*row.level.interval)),
            *(_units(row.level.low, row.level.high), row.level.higher, row.level.lower),
        )
        for row in one.beside
        if row.level is not None
    ]
    columns = "with items bias interval most_lie higher lower"
    return [_table("judge.table.levels", columns, rows)] if rows else []


def _who(row: Beside, scale: bool) -> str:
    return said(scale_key("judge.column.vote", scale)) if row.who == "vote" else label(row.who)


def _beside(one: Judged) -> Table:
    rows = one.beside
    symbols = [each.symbol for each in next(row for row in rows if row.measures).measures]
    interval = said("judge.column.interval")
    heads = [head for symbol in symbols for head in (symbol, interval)]
    cells = []
    for row in rows:
        own = [part for each in row.measures for part in (_value(each), _range(each.interval))]
        empty = [None] * (len(heads) - len(own))
        same = () if one.scale else (row.agreed,)
        cells.append((_who(row, one.scale), row.items, *same, *own, *empty))
    columns = "with items" if one.scale else "with items agreed"
    return _table_of_vote(one, "beside", columns, cells, *heads)


def _value(agreement: Agreement) -> Any:
    return said("answer.undefined") if agreement.undefined else agreement.value


def _forest(sheet: JudgeSheet, one: Judged) -> Figure:
    points = []
    for row in one.beside:
        if row.measures and not row.measures[0].undefined:
            first = row.measures[0]
            limits = first.interval
            ends = (first.value, first.value) if limits is None else (limits.low, limits.high)
            if not isnan(ends[0]):
                points.append((_who(row, one.scale), first.value, *ends))
    lines = []
    among = sheet.people.agreement
    if among is not None and not among.undefined:
        lines.append((said("judge.figure.among"), among.value))
    title = said(scale_key("judge.figure.forest", one.scale))
    if len(one.beside) == 1:
        title = said("judge.figure.forest.one", who=label(one.beside[0].who))
    return Figure("forest", title, tuple(points), tuple(lines))


def _errors(one: Judged) -> list[Table]:
    way = one.direction
    if way is None:
        return []
    tables = []
    names = [label(name) for name in way.matrix.columns]
    if 1 < len(names) <= _MOST_CATEGORIES:
        counts = zip(names, way.matrix.values.tolist(), strict=True)
        matrix = ((name, *map(int, cells)) for name, cells in counts)
        tables.append(_table_of_vote(one, "matrix", "vote", matrix, *names))
    if way.rates:
        rates = way.rates[:_MOST_CATEGORIES]
        shares = ((label(k), n, share, _between(low, high)) for k, share, low, high, n in rates)
        tables.append(_table_of_vote(one, "rates", "vote items share interval", shares))
    if way.errors:
        most = way.errors[:MOST_ERRORS]
        errors = ((label(a), label(b), n, said("judge.share", share=s)) for a, b, n, s in most)
        tables.append(_table_of_vote(one, "errors", "vote judge times of_vote", errors))
    if way.shift is not None:
        shift = (way.shift, _range(way.interval), way.higher, way.lower)
        tables.append(_table_of_vote(one, "shift", "judge_vote interval higher lower", [shift]))
    return tables


def _consistency(one: Judged) -> Block:
    texts: list[str] = []
    tables = []
    r = one.runs
    if r is not None:
        again = {"runs": len(r.runs), "unchanged": r.unchanged, "items": r.items}
        key = scale_key("judge.runs", one.scale)
        texts.append(said(key, value=_with_limits(r.agreement), **again))
        texts += map(_sentence, r.notes)
    o = one.order
    if o is not None:
        shares = {"kept": o.kept, "first": o.first, "second": o.second, "bias": o.bias}
        limits = {"kept_limits": _limits(o.kept_interval), "limits": _limits(o.interval)}
        key = "judge.order.found" if o.found else "judge.order.not_found"
        texts.append(said(key, items=o.items, **shares, **limits))
    d = one.drift
    if d is not None:
        value = None if d.agreement is None else d.agreement.value
        key = scale_key("judge.drift.changed", one.scale)
        texts.append(said(key, changed=d.changed, items=d.items, value=value))
        if d.shift is not None:
            key = "judge.drift.moved" if d.found else "judge.drift.not_moved"
            texts.append(said(key, shift=d.shift, limits=_limits(d.interval)))
        changes = () if one.scale else d.categories[:MOST_ERRORS]
        rows = ((label(k), change, _between(low, high)) for k, change, low, high in changes)
        if changes:
            tables.append(_table("judge.table.drift", "label change interval", rows))
    return _block("consistency", "judge.part.consistency", texts, tables)


def _bias(one: Judged) -> Block:
    texts: list[str] = []
    tables, figures = [], []
    if one.bias:
        number, sloping = len(one.bias), sum(s.found for s in one.bias)
        texts += [
            said("judge.slopes.found", found=sloping, n=number)
            if sloping
            else said("judge.slopes.none", n=number),
            said("judge.slopes.label" if one.score is None else "judge.slopes.score"),
        ]
        two = not one.scale and len({s.label for s in one.bias}) == 1
        if two and any(0 not in s.interval and not s.found for s in one.bias):
            texts.append(said("judge.slopes.open"))
        rows = (
            (
                s.column,
                said("judge.slopes.per_sd") if s.level is None else label(s.level),
                *(() if one.scale else (None if s.label is None else label(s.label),)),
                *(s.items, s.slope, _range(s.interval), _p(s.p), _yes(s.found)),
            )
            for s in one.bias
        )
        given = "" if one.scale else "of_label "
        columns = f"column value {given}items slope interval p found"
        tables.append(_table("judge.table.slopes", columns, rows))
    if one.bias_untested is not None:
        texts.append(_sentence(one.bias_untested))
    c = one.calibration
    if c is not None and c.curve:
        errors = {"ece": c.ece, "by_chance": c.by_chance, "p": c.p, "brier": c.brier}
        more = {"limits": _limits(c.interval), "overconfident": c.overconfident}
        texts.append(said("judge.calibration", **errors, **more))
        bins = ((stated, right, _between(low, high), n) for stated, right, low, high, n in c.curve)
        tables.append(
            _table("judge.table.calibration", "mean_confidence share_right interval items", bins)
        )
        points = tuple((f"{x:.2f}", right, low, high) for x, right, low, high, _ in c.curve)
        figures.append(Figure("curve", said("judge.figure.curve"), points))
    return _block("bias", "judge.part.bias", texts, tables, figures)


def _score(one: Judged) -> Block | None:
    s = one.score
    if s is None:
        return None
    corrected, limits = s.corrected, _limits(s.corrected.interval)
    values = {"judge": s.judge.value, "corrected": corrected.value, "power": corrected.power or 0.0}
    texts: list[str] = [
        said("judge.score.value", what=s.what, limits=limits, **values),
        *_of_these(s.these),
        said("judge.score.bias", bias=s.bias, limits=_limits(s.bias_interval)),
        *map(_sentence, s.notes),
    ]
    estimates: list[tuple[str, Score | None]] = [
        (said("judge.estimate.judge"), s.judge),
        (said("judge.estimate.people"), s.people),
        ("Rogan–Gladen", s.rogan_gladen),
        ("PPI", s.ppi),
        (said("judge.estimate.corrected"), corrected),
        (said("judge.estimate.these"), s.these),
    ]
    rows = (
        (name, x.value, _range(x.interval), x.width, x.labels, x.interval.method)
        for name, x in estimates
        if x is not None
    )
    columns = "estimate value interval width labels limits_by"
    tables = [_table("judge.table.score", columns, rows, what=s.what)]
    if s.slices:
        columns = "column slice items labels judge corrected interval difference p"
        slices = (
            (
                *(x.column, label(x.slice), x.score.items, x.score.labels, x.judge),
                *(x.score.value, _range(x.score.interval), x.difference, _p(x.p)),
            )
            for x in s.slices
        )
        tables.append(_table("judge.table.score_slices", columns, slices))
    if s.differences:
        columns = "first second first_second interval labels paired"
        gaps = (
            (
                *(label(x.first), label(x.second), x.score.value),
                *(_range(x.score.interval), x.score.labels, _yes(x.paired)),
            )
            for x in s.differences
        )
        tables.append(_table("judge.table.systems", columns, gaps))
    if s.budget.rows:
        if not isnan(s.budget.saved):
            texts.append(said("judge.score.saved", saved=max(s.budget.saved, 0)))
        tables.append(_table("judge.table.budget", "labels with_judge labels_alone", s.budget.rows))
    if s.next:
        texts.append(said("judge.score.next", items=", ".join(map(label, s.next))))
    return _block("score", "judge.part.score", texts, tables)


def _of_these(these: Score) -> list[Said]:
    """The mean of just the items that were judged."""
    if isnan(these.value):
        return []
    facts = {"items": these.items, "value": these.value}
    if these.labels == these.items:
        return [said("judge.score.these_known", **facts)]
    return [said("judge.score.these", limits=_limits(these.interval), **facts)]


def _jury(sheet: JudgeSheet) -> Block | None:
    j = sheet.jury
    if j is None:
        return None
    number, limits = len(j.judges), _limits(j.effective_interval)
    low, high = (100 * end for end in j.gain_interval)
    better = "better" if low > 0 else "worse" if high < 0 else "not_better"
    points = "–" if isnan(low) else said("judge.points", low=low, high=high)
    # An interval that reaches n does not show that errors go together.
    together = j.effective < number and not j.effective_interval.high >= number
    key = "judge.jury.effective" if together else "judge.jury.independent"
    texts = [
        said(key, judges=number, effective=j.effective, limits=limits),
        said(f"judge.jury.{better}", vote=j.vote, items=j.items, gain=100 * j.gain, limits=points),
        *map(_sentence, j.notes),
    ]
    names = [label(name) for name in j.judges]
    each = zip(names, j.right, j.without, strict=True)
    panels = ((p.size, ", ".join(map(label, p.judges)), p.right) for p in j.panels)
    tables = [
        _table("judge.table.each_judge", "judge right without", each),
        _table("judge.table.panels", "judges who right", panels),
    ]
    if len(names) <= _MOST_CATEGORIES:
        rows = ((n, *row) for n, row in zip(names, j.correlation.tolist(), strict=True))
        tables.append(_table("judge.table.correlation", "judge", rows, *names))
    return _block("jury", "judge.part.jury", texts, tables)


def _soft(sheet: JudgeSheet) -> Block | None:
    s = sheet.soft
    if s is None:
        return None
    error, distance = s.average_error_rate, s.average_distance
    texts = [
        said("judge.soft.about", items=s.items),
        said("judge.soft.error", error=error)
        if distance is None
        else said("judge.soft.error_distance", error=error, distance=distance),
        *map(_sentence, s.notes),
    ]
    scores = (
        (x.measure, x.value, _range(x.interval), x.ceiling, said(f"judge.column.{x.better}"))
        for x in s.scores
    )
    people = ((label(p.person), p.items, p.error_rate, p.distance) for p in s.people[:MOST_PEOPLE])
    items = s.entropy[:_MOST_CATEGORIES]
    entropy = ((label(e.item), e.labels, e.entropy, e.corrected, e.error) for e in items)
    tables = [
        _table("judge.part.soft", "measure value interval ceiling better", scores),
        _table("judge.table.persons", "person items error_rate normalised", people),
        _table("judge.table.entropy", "item labels entropy corrected its_error", entropy),
    ]
    return _block("soft", "judge.part.soft", texts, tables)


def _methods(sheet: JudgeSheet) -> Block:
    # Names of settings are those of `accord.judge`: they can be typed again, in every language.
    rows = (
        (name, ", ".join(map(str, value)) if isinstance(value, list) else str(value))
        for name, value in sheet.settings.items()
        if value is not None
    )
    texts = [judge_paragraph(sheet.people, one) for one in sheet.judges]
    return _block(
        "methods",
        "judge.part.methods",
        texts,
        [_table("judge.table.settings", "setting value", rows)],
    )
