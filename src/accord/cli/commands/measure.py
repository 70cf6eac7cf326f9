"""`accord measure FILE`: from a file to numbers."""

from collections import Counter
from math import isnan
from typing import TYPE_CHECKING, Any

from accord._measure.bound import Bound, bound, distance_setting, no_hierarchy, takes, taking
from accord._measure.catalogue import MEASURES, find_measure, variant
from accord._measure.cube.kernel import Countable, item_count
from accord._measure.settings import MISSING, RULES
from accord._report.render.terminal import (
    FORM,
    pair_table,
    row_labels,
    scale_tables,
    signature_lines,
)
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text, progress_bar
from accord.cli.options.inputs import cut_in_blocks, reading_counts, refuse_options
from accord.cli.options.measure_settings import (
    FLAGS,
    MeasureCommand,
    as_settings,
    distance_options,
    inside_of,
    remarks,
    sampled_detail,
    watched_distance,
    with_distance,
    with_progress_bar,
    with_uncertainty,
)
from accord.errors import AccordError, NotApplicableError, UnknownNameError
from accord.kinds.kind import ability, kind_of, kind_words
from accord.machine import MOST_DRAWS
from accord.model.agreement import Agreement
from accord.model.showing import counted
from accord.model.study import Study

if TYPE_CHECKING:
    from accord.infer.tests.icc_table import IccForm, IccTable
    from accord.kinds.labels.study import Codings


@click.command(name="measure", cls=MeasureCommand)
@click.option(
    "-m",
    "--measure",
    "names",
    multiple=True,
    metavar="NAME...",
    help="Measures to compute, e.g. -m alpha kappa.",
)
@distance_options
@click.option("--missing", type=click.Choice(RULES), help=MISSING)
@click.option("--by", type=click.Choice(["pair"]), help="One value for each pair of coders.")
@click.option(
    "--permutations",
    type=click.IntRange(1, MOST_DRAWS),
    default=None,
    help="Test against chance with this many permutations.",
)
@click.option(
    "--blocks",
    type=int,
    metavar="N",
    help="For --interval: cut each document of spans or segments into about N blocks where "
    "nothing crosses, and resample those.",
)
@click.option(
    "--as-if",
    "mistakes",
    is_flag=True,
    help="Show which error rate would give this value (spans, boundaries and chains: by "
    "simulation).",
)
@click.option(
    "--before",
    metavar="CODER",
    help="Of dependency trees: whose trees the others corrected (a parser); what they changed is "
    "measured, token by token.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@with_uncertainty
@reading_counts
def command(
    study: Any,
    names: tuple[str, ...],
    by: str | None,
    permutations: int | None,
    blocks: int | None,
    mistakes: bool,
    before: str | None,
    as_json: bool,
    sure: dict[str, Any] | None,
    **given: Any,
) -> None:
    """Compute agreement coefficients for FILE.

    Without -m: the recommended measure first, then the other common ones (with --distance, also
    those that need one). Famous names work, too: -m "Fleiss' kappa" "ICC(3,k)".

    \b
        accord measure acts.csv
        accord measure ratings.csv -m alpha beta --distance ordinal --categories low,mid,high
        accord measure acts.csv -m kappa --by pair --json
        accord measure emotions.csv -m alpha --sets "|" --distance masi
        accord measure acts.csv --taxonomy acts.txt --distance geertzen-bunt:a=.75,b=1
        accord measure acts.csv --dimensions task,turn,time --distance nominal
        accord measure acts.csv -m alpha --distance nominal --interval --over document
        accord measure acts.csv -m kappa --permutations 10000
        accord measure acts.csv -m alpha --distance nominal --as-if
        accord measure trees/ --layer tree --before parser -m alpha --interval --over sentence
    """
    given = as_settings(given)
    # First of all: corrections are another study (tokens instead of trees), and every check below
    # is about that one.
    study = study if before is None else _corrected(study, before)
    given |= {"distance": None} | distance_setting(study, given.get("distance"))
    _refuse(study, by, as_json, sure)
    entry = kind_of(study)
    if entry.several:
        from accord.cli.commands.dimensions import print_dimensions

        return print_dimensions(study, names, given, as_json, sure, by)
    chosen = [_inside(_named(name, study.kind), given) for name in names]
    # γ of every pair, or of thousands of permutations, would take hours; whoever wants it names
    # it.
    chosen = chosen or _all(study, given, often=by == "pair" or bool(permutations))
    if chosen and all(study.kind in m.measure.also_takes for m in chosen):
        study = ability(study, "as_units")(study)
    # All are checked before the first is computed: an error after minutes of γ would be late.
    for one in chosen:
        _check(one, study, given)
    _taken(chosen, given)
    if by == "pair":
        _print_pairs(chosen, study, given, as_json)
        return
    with progress_bar("distances") as advance:
        if entry.labelled:  # others have bars of their own
            given["distance"] = watched_distance(given.get("distance"), advance)
        results = [with_progress_bar(m, study, given) for m in chosen]
    if sure is not None:
        drawn = study if blocks is None else cut_in_blocks(study, blocks)
        results = _with_intervals(
            chosen, results, drawn, given, sure, bool(names), blocks is not None
        )
    tests = _tested(chosen, study, given, permutations) if permutations else []
    # Beside other measures whose intervals nobody asked for, one with limits would stand alone.
    alone = not names or all(FORM in one.settings for one in results)
    forms = _icc_forms(results, study, sure) if alone else None
    results = [_with_limits(one, forms) for one in results]
    if as_json:
        tested = [{"p": p} for p in tests] or [{} for _ in results]
        rows = zip(results, tested, strict=True)
        _print_json([a.as_dict() | sampled_detail(a) | _tests_of(a, forms) | p for a, p in rows])
        return
    scale_tables(results, None if names else forms, in_options)
    said = [remark for agreement in results for remark in remarks(agreement)]
    tested_rows = zip(row_labels(results), tests, strict=False)
    said += [f"{label}: p = {_p(p)} (H₀: chance agreement)" for label, p in tested_rows]
    if mistakes:
        said.append(_as_if(study, given, chosen[0]))
    said += [] if names else _about_scale(study, forms)
    for line in said if names else [*said, *_reasons(study, given, chosen[0])]:
        click.echo(in_options(line))
    # Of several that nobody named the first is the one to report; the JSON has every signature.
    signature_lines(results if names else results[:1])


def _refuse(
    study: Study | Countable, by: str | None, as_json: bool, sure: dict[str, Any] | None
) -> None:
    """Options that would say nothing beside the others are mistakes."""
    if sure is None:
        about = ("level", "resamples", "over", "blocks", "population", "coder_population")
        refuse_options(about, "is for --interval; add it")
    if by == "pair":
        several = ("method", "permutations", "mistakes")
        refuse_options(several, "is not for --by pair; leave out one of them")
    if as_json or kind_of(study).several:
        refuse_options(("mistakes",), "is a sentence; leave it out with --json and dimensions")


def _as_if(study: Study | Countable, given: dict[str, Any], first: Bound) -> str:
    """How many mistakes of each coder would give the value: a formula of labels, or simulated."""
    if not kind_of(study).labelled:
        from accord.simulate.rate_of_mistakes import mistakes_like

        return str(mistakes_like(study, taking(first, given), rng=given["rng"] or 0))
    from accord._report.sections.answer import as_if_sentence
    from accord.infer.advice.choose import chosen_distance
    from accord.infer.advice.meaning import as_if

    level, _ = chosen_distance(study, given.get("distance"))
    return as_if_sentence(as_if(study, distance=level))


def _corrected(study: Study | Countable, before: str) -> Study:
    """What coders changed in the same trees, token by token."""
    corrections = kind_of(study).ability("corrections")
    if corrections is None:
        raise NotApplicableError(f"--before works with trees; this file has {kind_words(study)}")
    found: Codings = corrections(study, before)
    changed = sum(kind != "kept" for _, _, kind in found.rows())
    many = f"{len(found.items)} tokens, {changed} of {len(found)} labels are changes"
    click.echo(f"corrections of {before}: {many}", err=True)
    return found


def _named(name: str, kind: str) -> Bound:
    """A measure by its name; the error about another name says what accord calls it."""
    try:
        entry = find_measure(name, kind)
        return bound(entry, **variant(entry, name))
    except UnknownNameError as unknown:
        from accord.infer.advice.lookup import known_as, whole_name

        # Names of the literature are explained; slips get what is spelled alike.
        if not whole_name(name):  # a slip of the pen has its suggestions already
            raise
        raise known_as(name, unknown) from None


def _inside(asked: Bound, given: dict[str, Any]) -> Bound:
    """The measure, within what labels belong to where that was typed."""
    entry = inside_of(asked.measure)
    if entry is asked.measure:
        return asked
    own = given.get("distance")
    given["distance"] = None
    return bound(entry) if own is None else bound(entry, distance=own)


def _icc_forms(
    results: list[Agreement], study: Study | Countable, sure: dict[str, Any] | None
) -> "IccTable | None":
    """The six forms with tests and limits where they are measured; None where they are not, or are
    undefined, which their rows say."""
    if not any(FORM in one.settings for one in results):
        return None
    from accord.infer.tests.icc_table import icc_table

    try:
        return icc_table(study, confidence=(sure or {}).get("confidence", 0.95))
    except NotApplicableError:
        return None


def _form_of(one: Agreement, forms: "IccTable | None") -> "IccForm | None":
    if forms is None or FORM not in one.settings:
        return None
    return forms[str(one.settings[FORM]).replace("/", ",")]


def _with_limits(one: Agreement, forms: "IccTable | None") -> Agreement:
    """An ICC with the limits of its form: they cost nothing, so nobody need ask for them."""
    form = _form_of(one, forms)
    if form is None or forms is None or isnan(form.low) or one.interval is not None:
        return one
    from accord._measure.labels.icc_limits import NAMES, sampled
    from accord.model.agreement import Interval
    from accord.words.said import said

    method = said(NAMES[form.limits])
    limits = Interval(form.low, form.high, forms.confidence, method, 0, 0, over=sampled(form.form))
    return one.with_interval(limits)


def _tests_of(one: Agreement, forms: "IccTable | None") -> dict[str, Any]:
    form = _form_of(one, forms)
    if form is None:
        return {}
    names = ("meaning", "F", "df1", "df2", "p", "f_low", "f_high")
    return {name: form.as_dict()[name] for name in names}


def _about_scale(study: Study | Countable, forms: "IccTable | None") -> list[str]:
    """What to know of ratings: raters narrow the limits, items far from normal, more to see."""
    if forms is None:
        return []
    from accord.infer.ratings.summary import notes_of
    from accord.words.said import said

    return [*notes_of(study), said("ratings.see-raters")]


def _reasons(study: Study | Countable, given: dict[str, Any], first: Bound) -> list[str]:
    """Why the first measure is the first; or which distance was chosen, where that says more than
    same or different, because it changes the number."""
    from accord.infer.advice.choose import because, chosen_distance, cost

    dear = cost(study)  # another would be first
    if dear is not None:
        return [dear]
    if first.measure.distance == "required" and given.get("distance") is None:
        level, why_distance = chosen_distance(study, None)
        if str(level) != "nominal":
            return [str(why_distance)]
    why = because(study, first.measure, first.settings.get("distance"))
    return [str(why)] if why else []


def _tested(
    chosen: list[Bound], study: Study | Countable, given: dict[str, Any], permutations: int
) -> list[float | None]:
    """p of each measure against chance, by permutation; None where the value is undefined."""
    from accord.infer.tests.permutation import permutation_test

    found = []
    for measure in chosen:
        with progress_bar(f"{measure.symbol}: permuting") as progress:
            p = permutation_test(
                study,
                taking(measure, given),
                resamples=permutations,
                rng=given["rng"],
                n_jobs=given["n_jobs"],
                progress=progress,
            ).p
        found.append(None if isnan(p) else p)
    return found


def _p(p: float | None) -> str:
    return "no value" if p is None else f"{p:.3g}"


def _all(study: Study | Countable, given: dict[str, Any], often: bool) -> list[Bound]:
    """What is measured where nothing is named; no costly measure where it is computed `often`."""
    from accord.infer.advice.choose import default_measures

    found = default_measures(study, given.get("types") or given.get("distance"))
    if not found:
        raise NotApplicableError(_nothing(study))
    return [m for m in found if not (often and m.measure.costly)]


def _nothing(study: Study | Countable) -> str:
    """Why no measure applies: what most of those for this kind of study object to."""
    entries = [m for m in MEASURES.of_kind(study.kind) if m.listed]
    # Most objections are the same one (a single coder, no shared item): the commonest is the
    # cause.
    reasons = Counter(reason for m in entries if (reason := m.objection(study)))
    why = f": {reasons.most_common(1)[0][0]}" if reasons else ""
    many = f"{counted(item_count(study), 'item')} and {counted(len(study.coders), 'coder')}"
    return f"no measure fits this file ({many}){why}. List all: accord measures"


def _check(asked: Bound, study: Study | Countable, given: dict[str, Any]) -> None:
    measure = asked.measure
    types = given.get("types")
    if objection := measure.objection(study) or no_hierarchy(measure, study, types):
        raise NotApplicableError(objection)
    with_distance(taking(asked, given))


def _taken(chosen: list[Bound], given: dict[str, Any]) -> None:
    """A setting that none of the measures takes is a mistake."""
    names = [name for name, value in given.items() if value is not None]
    for name in names:
        if name in ("rng", "n_jobs") or any(takes(one.measure, name) for one in chosen):
            continue
        flag = FLAGS.get(name, ("--" + name.replace("_", "-"), ""))[0]
        able = [m.symbol for m in MEASURES.values() if takes(m, name)]
        who = ", ".join(dict.fromkeys(one.symbol for one in chosen))
        raise AccordError(
            f"{flag} does not apply to {who}. Use it with {', '.join(able[:8])}"
            f"{' …' if len(able) > 8 else ''}"
        )


def _with_intervals(
    chosen: list[Bound],
    results: list[Agreement],
    study: Study | Countable,
    given: dict[str, Any],
    sure: dict[str, Any],
    named: bool,
    in_parts: bool,
) -> list[Agreement]:
    """The same results with intervals; costly measures only where they were named."""
    from accord.infer.resample.interval import interval_of

    notes: dict[str, list[str]] = {}
    if in_parts and sure["over"] is None:
        sure = {**sure, "over": "items"}  # the blocks, which were asked for
    for at, measure in enumerate(chosen):
        # Those that know their documents resample sums; the others would be computed anew two
        # hundred times.
        if measure.measure.costly and not measure.measure.by_document and not named:
            continue
        asked = taking(measure, given)
        # Cutting may change a value: the interval lies around that of the whole.
        there = asked.compute(study) if in_parts else results[at]
        try:
            with progress_bar(f"{measure.symbol}: resampling") as progress:
                found, _ = interval_of(study, there, asked, progress=progress, **sure)
        except NotApplicableError as error:
            # Of several measures one without an interval gets a note, so that the others are still
            # shown; alone it is what was asked for.
            if len(chosen) == 1:
                raise
            notes.setdefault(f"no interval: {error}", []).append(row_labels(results)[at])
            continue
        if in_parts:
            found = found.shifted(results[at].value - there.value)
        results[at] = results[at].with_interval(found)
        for note in found.notes if results[at].undefined is None else ():
            notes.setdefault(note, []).append(row_labels(results)[at])
    for note, names in notes.items():
        of_all = len(names) == len(chosen) > 1
        click.echo(f"{'Note' if of_all else ', '.join(names)}: {in_options(note)}", err=True)
    return results


def _print_pairs(
    chosen: list[Bound], study: Study | Countable, given: dict[str, Any], as_json: bool
) -> None:
    from accord.infer.why.coders import by_pair
    from accord.tasks import share_of_progress

    with progress_bar("pairs of coders") as progress:
        found = [
            by_pair(
                study,
                taking(m, given),
                progress=share_of_progress(progress, at / len(chosen), (at + 1) / len(chosen)),
            )
            for at, m in enumerate(chosen)
        ]
    if as_json:
        pairs = [two for rows in found for two in rows]
        _print_json([{"pair": list(two.coders), **two.agreement.as_dict()} for two in pairs])
    else:
        labels = row_labels([rows[0].agreement for rows in found if rows])
        pair_table(dict(zip(labels, filter(None, found), strict=True)))
        for label, rows in zip(labels, filter(None, found), strict=True):
            late = sum(
                not {"certified", "partial"}.isdisjoint(two.agreement.settings) for two in rows
            )
            if late:
                many = counted(late, "pair")
                click.echo(f"{label}: time limit reached for {many}; raise --budget")
            why = Counter(two.agreement.undefined for two in rows if two.agreement.undefined)
            for reason, often in why.items():
                click.echo(in_options(f"{label}: no value for {counted(often, 'pair')}: {reason}"))


def _print_json(data: list[dict[str, Any]]) -> None:
    click.echo(json_text(data))
