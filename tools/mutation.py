"""Mutants: small changes of the code that computes or decides, which some test must notice.

    python tools/mutation.py [--room ROOM …] [--number 40] [--jobs 1] [--only TEXT] [--list]
    python tools/mutation.py --room infer/advice --again LOG

cosmic-ray makes the text of each mutant; this file chooses which, which tests judge it, and says
the score of each room.
Which mutants: those of `OPERATORS` in the functions of a room, apart from annotations, decorators,
messages of errors, `strict=` of zip and statements about `PACE`. The sample are the first by a
hash of what a mutant is (file, function, text, operator), so it stays much the same while the code
around it changes and moves.
Which tests: of those that `NEAR` names for the room, all that ran the changed statement, found
once by coverage, the fastest first, until they would take `MOST_SECONDS`.
How: one process imports everything and collects the tests; for each mutant it forks, and the child
puts the changed code into the function that was imported, runs the tests, and ends. No file is
written, and nothing is started, imported or collected twice.

`--again` takes what this printed, and runs only what had survived.

Survivors that no test can or should kill stand in `tools/mutants.toml` with the reason. All else
must die: below `ENOUGH` of a room's mutants the exit code is 1.
"""

import argparse
import gc
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
ACCEPTED = ROOT / "tools" / "mutants.toml"
KEPT = ROOT / ".mutants"
SOURCE = "src/accord"
SEED = "accord"
ENOUGH = 0.9
MOST_SECONDS = 20.0
"""How long the tests of one mutant take at most, by what they took under coverage."""

NEAR = {
    "infer/judges": """
        laws/test_judges laws/test_judges_by_hand sentences/test_judge_claims
        sentences/test_judge_numbers sentences/test_judge_sheet test_one_interval
        published/test_angelopoulos_2023 published/test_kurniawan_2025 published/test_calderon_2025
        published/test_wong_2021 cli/test_judge
    """,
    "infer/rounds": """
        laws/test_adjudication laws/test_every_kind_disputes laws/test_write_back
        cli/test_adjudicate test_screening
    """,
    "infer/why": """
        laws/test_why_by_hand laws/test_who_and_which laws/test_who_and_what laws/test_workers
        laws/test_exchanged laws/test_breakdown laws/test_chain_anatomy laws/test_tree_anatomy
        laws/test_by_document laws/test_drift published/test_brennan_2001
        published/test_brennan_2001_facets published/test_shaffer_2017 cli/test_infer
    """,
    "infer/advice": """
        laws/test_advice laws/test_sure laws/test_plans_by_hand laws/test_when_to_stop
        test_recommendation test_properties_and_choice test_lookup test_published_values
        published/test_rating_plans published/test_donner_1992 published/test_wong_2021
        docs/test_documented_programs docs/test_explain sentences/test_advice_claims
        cli/test_choose_and_explain
    """,
    "infer/tests": """
        laws/test_tests_by_hand laws/test_compare laws/test_infer laws/test_limit
        published/test_ratings
        published/test_calderon_2025 published/test_icc_table published/test_donner_1992
        published/test_wong_2021 published/test_gwet_2014 published/test_fleiss_1979
        published/test_shaffer_2017 published/test_prabhakaran_2024 sentences/test_judge_numbers
    """,
    "infer/resample": """
        laws/test_resampling_by_hand laws/test_sure laws/test_every_interval laws/test_infer
        laws/test_posterior laws/test_coders_drawn laws/test_equal_numbers laws/test_documents
        laws/test_limit
        published/test_hayes_2007_interval engines/test_resampling
    """,
    "infer/ratings": """
        laws/test_ratings_by_hand published/test_ratings published/test_rating_summary
        published/test_bland_altman_1986 published/test_rating_plans report/test_ratings
    """,
    "infer/ranking": """
        laws/test_ranking_by_hand laws/test_ranking laws/test_system_scores
        published/test_pairwise_judgements published/test_kendall_babington_smith_1940
    """,
    "_measure/structures": """
        laws/test_structures_by_hand laws/test_relations laws/test_trees laws/test_regions
        laws/test_rows_of_structures laws/test_random_members laws/test_random_trees
        laws/test_guessing
        published/test_skjaerholt_2014 published/test_tschirschwitz_2022
        published/test_verspoor_2013 published/test_marcu_1999
    """,
    "_measure/latent": """
        laws/test_latent_by_hand laws/test_latent laws/test_crowd_models laws/test_workers
        sentences/test_advice_claims published/test_ratings published/test_dayton_1998
        published/test_log_linear published/test_aickin_1990 published/test_hovy_2013
        published/test_dawid_1979 published/test_agresti_1992 published/test_dumitrache_2018
        published/test_brennan_2001_facets
    """,
    "engine": """
        engines/test_engine_by_hand engines/test_counting engines/test_breakdowns
        engines/test_one_number engines/test_saved_counts engines/test_own_labels engines/test_types
        engines/test_resampling laws/test_tallies laws/test_columns_of_frames
    """,
    "model": """
        laws/test_model_by_hand laws/test_frozen laws/test_pace laws/test_structure
        laws/test_order_and_names laws/test_every_kind test_renamed test_degenerate
        test_display_names test_spelling test_toy_kind
    """,
    "_read/tables": """
        test_tables test_tables_as_people_have_them test_tables_edges test_tables_evidence
        test_tables_first_offers test_tables_from_colleagues test_tables_identified
        test_tables_of_public_projects test_tables_of_surveys test_tables_small
        test_tables_that_are_no_study test_tables_thresholds test_tables_with_doubts
        test_tables_above_chance test_tables_counted_pairs
        test_rows_by_path formats/test_taxonomies formats/test_json_shapes
    """,
    "_measure/cube": """
        published laws/test_cube laws/test_kernel laws/test_exact_sums laws/test_guessing
        test_degenerate
    """,
    "_measure/distances": """
        published laws/test_cube laws/test_distances_of_things laws/test_kernel laws/test_many_sets
        laws/test_shifted_numbers
    """,
    "_measure/labels": """
        published laws/test_labels_by_hand laws/test_own_labels laws/test_cube
        laws/test_icc_population laws/test_small_values test_degenerate
    """,
    "_measure/boundaries": """
        laws/test_boundaries_by_hand published laws/test_segmentation laws/test_guessing
        test_degenerate
    """,
    "_measure/spans": """
        published laws/test_unitizing laws/test_matching laws/test_corrected_span_f1 laws/test_atoms
        test_spans
    """,
    "_measure/chains": """
        published laws/test_chains_by_hand laws/test_coreference laws/test_chain_anatomy
        laws/test_random_members laws/test_guessing test_degenerate
    """,
    "simulate": """
        laws/test_simulate_by_hand laws/test_simulate laws/test_mistake_rate cli/test_simulate
        laws/test_random_members
        test_mistakes_like published/test_mathet_2015_curves published/test_artstein_poesio_chains
    """,
    "kinds": """
        laws/test_every_kind laws/test_every_kind_disputes laws/test_every_kind_shown
        laws/test_structure laws/test_relations laws/test_trees laws/test_regions
        laws/test_unitizing laws/test_segmentation laws/test_coreference laws/test_documents
        laws/test_write_back laws/test_formats laws/test_order_and_names laws/test_offsets
        laws/test_own_labels laws/test_simulate test_degenerate test_renamed test_spelling
        test_properties_and_choice test_nobody_to_compare
    """,
    "_measure/gamma": """
        published laws/test_gamma laws/test_gamma_chance laws/test_alignment laws/test_cover
    """,
}
"""The tests about each room, in `tests/`; its own examples are run too."""

# Operators that give another number. Others mostly give a TypeError at once ("+" to ">>"),
# which every test notices: they would only flatter the score.
BINARY = "Add_Sub Sub_Add Mul_Div Div_Mul Pow_Mul FloorDiv_Mul BitAnd_BitOr BitOr_BitAnd"
COMPARISON = "Lt_LtE LtE_Lt Gt_GtE GtE_Gt Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is"
OPERATORS = (
    *(f"core/ReplaceBinaryOperator_{pair}" for pair in BINARY.split()),
    *(f"core/ReplaceComparisonOperator_{pair}" for pair in COMPARISON.split()),
    *("core/ReplaceUnaryOperator_Delete_Not", "core/ReplaceUnaryOperator_USub_UAdd"),
    *("core/ReplaceTrueWithFalse", "core/ReplaceFalseWithTrue"),
    *("core/ReplaceAndWithOr", "core/ReplaceOrWithAnd", "core/AddNot"),
    *("core/NumberReplacer", "core/ZeroIterationForLoop", "core/ReplaceBreakWithContinue"),
)

# How much is held at a time, or which of two ways to the same numbers is the faster one.
PACE = re.compile(
    r"\b_?(ALONE|AT_ONCE|BLOCK|CELLS|FEW_LABELS|GATHER|LONG|MEET|MOST_PAIRS|MOST_ROWS|NEAR|SMALL"
    r"|TOGETHER|UNITS_AT_ONCE)\b"
)


@dataclass(frozen=True)
class Mutant:
    """One change: where it is, which occurrence of which operator, and the lines it touches."""

    path: str
    function: str
    operator: str
    occurrence: int
    start: tuple[int, int]
    end: tuple[int, int]
    lines: range
    body: range
    rank: str = field(repr=False)
    change: str = ""

    @property
    def name(self) -> str:
        """What stays the same when lines move: file, function and text."""
        return f"{self.path} {self.function}: {self.change}"


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: which test noticed it, "" if none; how many ran it."""

    mutant: Mutant
    by: str
    tests: int


# ------------------------------------------------------------------------------ which mutants


def population(room: str) -> Iterator[Mutant]:
    """Every mutant of a room."""
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator

    operators = [(name, get_operator(name)()) for name in OPERATORS]
    for path in sorted((ROOT / SOURCE / room).rglob("*.py")):
        place = path.relative_to(ROOT / SOURCE).as_posix()
        text = path.read_text().splitlines()
        nodes = list(ast_nodes(get_ast_from_path(path)))
        for name, operator in operators:
            found = ((n, at) for n in nodes for at in operator.mutation_positions(n))
            seen: Counter[str] = Counter()
            for occurrence, (node, (start, end)) in enumerate(found):
                leaf = node.get_leaf_for_position(start) if hasattr(node, "children") else node
                function, body = _function(leaf)
                lines = _statement(leaf)
                if function is None or _left_out(leaf):
                    continue
                if PACE.search("\n".join(text[lines.start - 1 : lines.stop - 1])):
                    continue
                line = text[start[0] - 1]
                column = start[1] - (len(line) - len(line.lstrip()))
                what = f"{SEED}|{place}|{function}|{name}|{line.strip()}|{column}"
                seen[what] += 1
                rank = hashlib.sha256(f"{what}|{seen[what]}".encode()).hexdigest()
                yield Mutant(place, function, name, occurrence, start, end, lines, body, rank)


def _parents(leaf: Any) -> Iterator[tuple[Any, Any]]:
    while leaf.parent is not None:
        yield leaf, leaf.parent
        leaf = leaf.parent


def _function(leaf: Any) -> tuple[str | None, range]:
    """The qualified name and the lines of the function that holds a leaf; None at top level."""
    names, body = [], range(0)
    for _, parent in _parents(leaf):
        if parent.type in ("funcdef", "classdef"):
            names.append(parent.name.value)
        if parent.type == "funcdef" and not body:
            body = range(parent.start_pos[0] + 1, parent.end_pos[0] + 1)
    return (".".join(reversed(names)) if body else None), body


def _left_out(leaf: Any) -> bool:
    """Whether it is in an annotation, a decorator, an error or `strict=`, or marks parameters."""
    for child, parent in _parents(leaf):
        if parent.type in ("decorator", "raise_stmt", "assert_stmt", "tfpdef"):
            return True
        if parent.type == "annassign" and child is parent.children[1]:
            return True
        if parent.type == "funcdef" and child is parent.annotation:
            return True
        if parent.type == "parameters" and leaf.value == "*":
            return True
        if parent.type == "argument" and getattr(parent.children[0], "value", "") == "strict":
            return True
    return False


def _statement(leaf: Any) -> range:
    """The lines of the statement, or of the part of a compound one's header."""
    for child, parent in _parents(leaf):
        if parent.type in ("suite", "file_input"):
            simple = child.type == "simple_stmt"
            first, last = (child.start_pos, child.end_pos) if simple else (leaf.start_pos,) * 2
            return range(first[0], last[0] + (last[1] > 0))  # it ends before the next line begins
    return range(leaf.start_pos[0], leaf.start_pos[0] + 1)


def sample(room: str, number: int, only: str) -> list[Mutant]:
    """The first mutants by rank, with what they change."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    chosen: list[Mutant] = []
    for mutant in sorted(population(room), key=lambda each: each.rank):
        code = (ROOT / SOURCE / mutant.path).read_text()
        made = mutate_code(code, get_operator(mutant.operator)(), mutant.occurrence)
        named = Mutant(**{**vars(mutant), "change": _change(code, made)})
        if only in named.name and _compiles(made):
            chosen.append(named)
        if len(chosen) == number:
            break
    return sorted(chosen, key=lambda each: (each.path, each.start))


def _change(before: str, after: str) -> str:
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    one, other = next((a, b) for a, b in pairs if a != b)
    return f"{one.strip()}  →  {other.strip()}"


def _compiles(code: str) -> bool:
    try:
        compile(code, "mutant", "exec")
    except SyntaxError:
        return False
    return True


# ------------------------------------------------------------------------------ which tests judge

PYTEST = ["-q", "-s", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist"]
PYTEST += ["-p", "no:randomly", "--tb=line", "--hypothesis-profile=mutants"]


@dataclass
class Seen:
    """What one file of tests did: seconds and lines run by test, which failed."""

    digest: str
    seconds: dict[str, float]
    failed: list[str]
    lines: dict[str, dict[str, list[int]]]


class Watch:
    """Lets coverage know which test runs, and keeps how long each took and which failed."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Set up, call and tear down of a test."""
        self.seconds[report.nodeid] += report.duration
        if report.failed:
            self.failed.add(report.nodeid)


class Judges:
    """The tests of one room, collected once; each mutant is judged in a fork of this process."""

    def __init__(self, room: str, mutants: list[Mutant], jobs: int) -> None:
        self.room, self.mutants, self.jobs = room, mutants, jobs
        self.verdicts: list[Verdict] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self) -> None:
        """Before the profile is asked for."""
        from hypothesis import HealthCheck, Phase, settings

        settings.register_profile(  # one example that fails is enough: none is made smaller
            "mutants",
            derandomize=True,
            deadline=None,
            database=None,
            max_examples=15,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=[HealthCheck.too_slow],
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> bool:
        """Instead of running the tests once: see which test runs which line, then every mutant."""
        import accord

        if not Path(accord.__file__).is_relative_to(ROOT):
            raise SystemExit(f"these tests import {accord.__file__}")
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.seen = self._watched()
        self._judge()
        return True

    # ------------------------------------------------------------------- which test runs what

    def _watched(self) -> dict[str, Seen]:
        """By file of tests, from earlier runs where neither it nor any source has changed."""
        KEPT.mkdir(exist_ok=True)
        kept = KEPT / f"{self.room.replace('/', '-')}.json"
        old = json.loads(kept.read_text()) if kept.exists() else {}
        source = _digest([*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("[!t]*.py")])
        files = {name.partition("::")[0] for name in self.items}
        digests = {name: source + _digest([ROOT / name]) for name in files}
        seen = {n: Seen(**old[n]) for n in files if old.get(n, {}).get("digest") == digests[n]}
        new = [item for name, item in self.items.items() if name.partition("::")[0] not in seen]
        if new:
            print(f"{self.room}: finding which lines {len(new)} tests run …", flush=True)
            path = kept.with_suffix(".new")
            path.unlink(missing_ok=True)
            child = _forked(lambda: self._watch(new, digests, path))
            if _ended(child, time.monotonic() + 3600) != 0 or not path.exists():
                raise SystemExit(f"{self.room}: the tests cannot be run")
            seen |= {name: Seen(**each) for name, each in json.loads(path.read_text()).items()}
            kept.write_text(json.dumps({name: vars(each) for name, each in seen.items()}))
            path.unlink()
        failed = [name for each in seen.values() for name in each.failed]
        if failed:
            print(f"{len(failed)} tests fail without any mutant and are left out:")
            print(*(f"    {name}" for name in failed), sep="\n", flush=True)
        return seen

    def _watch(self, items: list[Any], digests: dict[str, str], path: Path) -> int:
        import coverage

        place = ROOT / SOURCE
        cover = coverage.Coverage(data_file=None, source=[str(place / self.room)], messages=False)
        watching = Watch()
        self.session.config.pluginmanager.register(watching)
        cover.start()
        for item, following in zip(items, [*items[1:], None], strict=True):
            cover.switch_context(item.nodeid)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        cover.stop()
        seen = {
            name: Seen(digests[name], {}, [], {})
            for name in {item.nodeid.partition("::")[0] for item in items}
        }
        for item in items:
            here = seen[item.nodeid.partition("::")[0]]
            here.seconds[item.nodeid] = watching.seconds[item.nodeid]
            if item.nodeid in watching.failed:
                here.failed.append(item.nodeid)
        data = cover.get_data()
        for file in data.measured_files():
            where = Path(file).relative_to(place).as_posix()
            for line, names in data.contexts_by_lineno(file).items():
                for name in set(names) - {""}:
                    lines = seen[name.partition("::")[0]].lines.setdefault(where, {})
                    lines.setdefault(name, []).append(line)
        path.write_text(json.dumps({name: vars(each) for name, each in seen.items()}))
        return 0

    def _of(self, mutant: Mutant) -> list[str]:
        """The tests that ran its statement, else its function, the fastest first."""
        seconds: dict[str, float] = {}
        for lines in (mutant.lines, mutant.body):
            for each in self.seen.values():
                for name, ran in each.lines.get(mutant.path, {}).items():
                    if name not in each.failed and name in self.items and set(lines) & set(ran):
                        seconds[name] = each.seconds[name]
            if seconds:
                break
        chosen, total = [], 0.0
        for name in sorted(seconds, key=lambda each: (seconds[each], each)):
            total += seconds[name]
            if chosen and total > MOST_SECONDS:
                break
            chosen.append(name)
        return chosen

    # ---------------------------------------------------------------------------- the mutants

    def _judge(self) -> None:
        """Every mutant, so many at a time; what becomes of it is printed as it ends."""
        waiting = [(mutant, self._of(mutant)) for mutant in self.mutants]
        running: list[tuple[int, float, Mutant, list[str], Path]] = []
        while waiting or running:
            while waiting and len(running) < self.jobs:
                mutant, names = waiting.pop(0)
                if not names:
                    self._say(Verdict(mutant, "", 0))
                    continue
                seconds = sum(self.seen[n.partition("::")[0]].seconds[n] for n in names)
                note = KEPT / f"{os.getpid()}-{len(waiting)}"
                child = _forked(lambda m=mutant, n=names, f=note: self._run(m, n, f))
                running.append((child, time.monotonic() + 30 + 5 * seconds, mutant, names, note))
            for each in running[:]:
                child, latest, mutant, names, note = each
                code = _ended(child, latest if self.jobs == 1 else 0.0, latest)
                if code is None:
                    continue
                running.remove(each)
                by = note.read_text() if note.exists() else ""
                note.unlink(missing_ok=True)
                if code == NOT_MADE:
                    raise SystemExit(f"{mutant.name}: could not be made: {by}")
                by = {0: "", TOO_LONG: f"took too long: {by}"}.get(code, by or "crashed")
                self._say(Verdict(mutant, by, len(names)))

    def _run(self, mutant: Mutant, names: list[str], note: Path) -> int:
        """In a child: put the mutant in, run its tests until one fails, note which."""
        try:
            put_in(mutant)
        except Exception as error:
            note.write_text(repr(error))
            return NOT_MADE
        for name, following in zip(names, [*names[1:], None], strict=True):
            note.write_text(name)
            item, after = self.items[name], following and self.items[following]
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.session.testsfailed:
                return 1
        return 0

    def _say(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)
        what = "killed  " if verdict.by else "SURVIVED"
        at = f"{len(self.verdicts)}/{len(self.mutants)}"
        print(f"{at} {what} {verdict.mutant.name}", flush=True)
        if verdict.by:
            print(f"        by {verdict.by}", flush=True)


def _digest(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


# ------------------------------------------------------------------------------ one child a mutant

TOO_LONG, NOT_MADE = -1000, 99


def _forked(work: Callable[[], int]) -> int:
    """Do it in a child with a group of its own, which prints nothing; its number."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = 3
    try:
        os.setsid()
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        code = work()
    except BaseException:
        code = 3
    finally:
        os._exit(code)


def _ended(child: int, wait: float, latest: float | None = None) -> int | None:
    """How a child ended, None if it still runs; who runs after `latest` is ended."""
    pause = 0.002
    while True:
        number, status = os.waitpid(child, os.WNOHANG)
        if number:
            return os.waitstatus_to_exitcode(status)
        now = time.monotonic()
        if now > (wait if latest is None else latest):
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return TOO_LONG
        time.sleep(pause)
        if now > wait:
            return None
        pause = min(2 * pause, 0.1)


def put_in(mutant: Mutant) -> None:
    """Give the functions that were imported the code of the mutant.

    A function is replaced in place, so all who hold it get the mutant. Where only the default of a
    parameter has changed, the module is run again beside itself for the new defaults.
    """
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    path = ROOT / SOURCE / mutant.path
    before = path.read_text()
    after = mutate_code(before, get_operator(mutant.operator)(), mutant.occurrence)
    module = f"accord.{mutant.path.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}"
    __import__(module)
    old, new = (compile(text, str(path), "exec") for text in (before, after))
    outer = mutant.function.split(".")
    place = _code_of(old, outer, mutant.start[0])
    other = _code_of(new, outer, mutant.start[0])
    gc.unfreeze()  # what tests set aside is not among the objects
    held = [
        each
        for each in gc.get_objects()
        if isinstance(each, FunctionType) and each.__code__.co_filename == str(path)
    ]
    names = _changed(place, other)
    if names:
        made = 0
        for function in held:
            at = (function.__code__.co_qualname, function.__code__.co_firstlineno)
            if at in names:
                function.__code__ = names[at]
                made += 1
        if not made:
            raise LookupError(f"no function {mutant.function} in {module}")
        return
    beside = dict(vars(sys.modules[module]))
    exec(new, beside)
    for twin in gc.get_objects():
        if isinstance(twin, FunctionType) and twin.__globals__ is beside:
            for function in held:
                if _place(function) == _place(twin):
                    function.__defaults__ = twin.__defaults__
                    function.__kwdefaults__ = twin.__kwdefaults__


def _place(function: FunctionType) -> tuple[str, int]:
    return function.__qualname__, function.__code__.co_firstlineno


def _code_of(code: CodeType, names: list[str], line: int) -> CodeType:
    """The code of the outermost function with such a name that holds a line."""
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    here = [each for each in inner if each.co_name == names[0]]
    if not here:
        raise LookupError(f"no code {names[0]}")
    best = max(
        (each for each in here if each.co_firstlineno <= line),
        default=here[0],
        key=lambda each: each.co_firstlineno,
    )
    is_class = not best.co_flags & 0x2 and len(names) > 1  # CO_NEWLOCALS: functions only
    return _code_of(best, names[1:], line) if is_class else best


def _changed(old: CodeType, new: CodeType) -> dict[tuple[str, int], CodeType]:
    """The new code by name and first line of the old, of a function and those within it."""
    if _bones(old) == _bones(new):
        return {}
    found = {(old.co_qualname, old.co_firstlineno): new}
    within = [[c for c in code.co_consts if isinstance(c, CodeType)] for code in (old, new)]
    if len(within[0]) == len(within[1]):
        for one, other in zip(*within, strict=True):
            found |= _changed(one, other)
    return found


def _bones(code: CodeType) -> tuple[object, ...]:
    """What a code does, without where it stands."""
    constants = tuple(
        _bones(each) if isinstance(each, CodeType) else (type(each), repr(each))
        for each in code.co_consts
    )
    return code.co_code, code.co_names, code.co_exceptiontable, constants


# ----------------------------------------------------------------------------------- the score


def accepted() -> dict[str, str]:
    """The reason for each mutant that no test can or should kill, by its name without spaces."""
    reasons = {}
    for each in tomllib.loads(ACCEPTED.read_text()).get("accepted", []):
        path, before = ROOT / SOURCE / each["where"].split()[0], each["change"].split("→")[0]
        if not path.exists() or _bare(before) not in _bare(path.read_text()):
            print(f"accepted, but no longer there: {each['where']}: {each['change']}")
        reasons[_bare(f"{each['where']}: {each['change']}")] = each["why"]
    return reasons


def _bare(text: str) -> str:
    """Without spaces, of which tools may write more or fewer."""
    return "".join(text.split())


def score(room: str, results: list[Verdict]) -> bool:
    """List the survivors of a room, print the score; whether it is enough."""
    excused = accepted()
    living = [each for each in results if not each.by]
    spared = [each for each in living if _bare(each.mutant.name) in excused]
    for each in results:
        if each.by and _bare(each.mutant.name) in excused:
            print(f"accepted, but killed: {each.mutant.name}")
    for each in spared:
        print(f"accepted: {each.mutant.name}\n    {excused[_bare(each.mutant.name)]}")
    for each in living:
        if each not in spared:
            print(f"survivor: {each.mutant.name}\n    {each.tests} tests ran it")
    killed, asked = len(results) - len(living), len(results) - len(spared)
    share = killed / max(1, asked)
    slow = sum(each.by.startswith("took too long") for each in results)
    print(
        f"room {room}: {killed} of {asked} noticed ({share:.0%}), "
        f"{slow} of them by time; {len(spared)} accepted",
        flush=True,
    )
    return share >= ENOUGH


def near(room: str) -> list[str]:
    """The tests about a room, and its own examples."""
    names = [f"tests/{name}" for name in NEAR[room].split()]
    names = [name if (ROOT / name).is_dir() else f"{name}.py" for name in names]
    gone = [name for name in names if not (ROOT / name).exists()]
    if gone or not (ROOT / SOURCE / room).is_dir():
        raise SystemExit(f"no longer there, renew NEAR: {room}: {', '.join(gone)}")
    return [*names, f"{SOURCE}/{room}"]


def survivors(log: Path) -> set[str]:
    """The names of mutants that survived, from what an earlier run printed."""
    said = (line.partition(" SURVIVED ")[2] for line in log.read_text().splitlines())
    return {name for name in said if name}


def one_room(room: str, mutants: list[Mutant], jobs: int) -> bool:
    """Judge the mutants of a room in this process."""
    judges = Judges(room, mutants, jobs)
    code = pytest.main([*PYTEST, *near(room)], plugins=[judges])
    if len(judges.verdicts) != len(mutants):
        raise SystemExit(f"{room}: the tests cannot be run (pytest ends with {code!r})")
    return score(room, judges.verdicts)


def main() -> int:
    """Choose, run, score; each room in a process of its own where there are several."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--room", choices=[*NEAR], nargs="+", default=[*NEAR], help="which rooms")
    parser.add_argument("--number", type=int, default=40, help="how many mutants of each (40)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--only", default="", help="those whose file, function or text has this")
    parser.add_argument("--again", type=Path, help="only those that survived by this output")
    parser.add_argument("--list", action="store_true", help="only say which")
    given = parser.parse_args()
    if len(given.room) > 1:
        asked, enough = sys.argv[1:], True
        if "--room" in asked:
            at = asked.index("--room")
            del asked[at : at + 1 + len(given.room)]
        for room in given.room:
            again = [sys.executable, __file__, *asked, "--room", room]
            enough &= subprocess.run(again, check=False).returncode == 0
        return 0 if enough else 1
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT / "src"))
    os.environ |= {"CI": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    (room,) = given.room
    mutants = sample(room, given.number, given.only)
    if given.again:
        mutants = [each for each in mutants if each.name in survivors(given.again)]
    if given.list:
        print(*(each.name for each in mutants), sep="\n")
        return 0
    return 0 if one_room(room, mutants, given.jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
