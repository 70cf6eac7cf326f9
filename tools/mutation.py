"""Mutants: small changes of the numeric core, each of which some test must notice.

    python tools/mutation.py [--number 300] [--jobs 1] [--only TEXT] [--tests FILE …] [--list]
    python tools/mutation.py --room infer/advice [--number 40] [--again LOG]

cosmic-ray makes each mutant and runs its tests; this file chooses both, and says the score.
Which mutants: those of `OPERATORS` in the functions of `ROOMS`, apart from annotations, decorators,
messages of errors, `strict=` of zip and statements about `PACE`. The sample are the first by a
hash of what a mutant is (file, function, text, operator), so it stays much the same while the code
around it changes and moves.
Which tests: all that ran the changed statement, found once by coverage, the fastest first; with
`--tests` those of these files only, which can only leave more mutants alive.

The light way is `--room`: 40 mutants of one room, and the tests that `NEAR` names for it, each with
few examples; minutes instead of hours. `--again` takes what this printed, and runs only what had
survived.

Survivors that no test can or should kill stand in `tools/mutants.toml` with the reason. All else
must die: below `ENOUGH` of them the exit code is 1.
"""

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
ACCEPTED = ROOT / "tools" / "mutants.toml"
KEPT = ROOT / ".venv-mutants" / "tests-by-line.json"
SOURCE = "src/accord"
SEED = "accord"
ENOUGH = 0.9
MOST_SECONDS = 60.0
"""How long the tests of one mutant take at most, by what they took under coverage."""

ROOMS = (
    *("_measure/cube", "_measure/distances", "_measure/labels", "_measure/boundaries"),
    *("_measure/spans", "_measure/chains", "_measure/gamma", "_measure/latent"),
    *("_measure/structures", "infer/resample", "infer/tests", "infer/why", "infer/judges"),
    *("infer/rounds", "infer/advice", "_read/tables", "engine", "model"),
)
TESTS = (
    *("tests/published", "tests/laws", "tests/test_degenerate.py", "tests/test_spans.py"),
    *("tests/engines/test_breakdowns.py", "tests/engines/test_resampling.py"),
    *("tests/engines/test_counting.py", "tests/engines/test_one_number.py"),
    *("tests/sentences/test_judge_claims.py", "tests/test_tables.py", "tests/test_tables_edges.py"),
    *("tests/test_recommendation.py", "tests/test_properties_and_choice.py"),
)
"""And the doctests of the rooms. Not the laws of files, which run no formula."""
NEAR = {
    "infer/advice": (
        *(
            "tests/laws/test_advice.py",
            "tests/laws/test_sure.py",
            "tests/laws/test_plans_by_hand.py",
        ),
        *("tests/test_recommendation.py", "tests/test_properties_and_choice.py"),
        *("tests/test_lookup.py", "tests/test_published_values.py"),
        *("tests/published/test_rating_plans.py", "tests/published/test_donner_1992.py"),
        *("tests/docs/test_documented_programs.py", "tests/sentences/test_advice_claims.py"),
    ),
    "_measure/structures": (
        *("tests/laws/test_relations.py", "tests/laws/test_trees.py", "tests/laws/test_regions.py"),
        *("tests/laws/test_rows_of_structures.py", "tests/laws/test_structures_by_hand.py"),
        *("tests/laws/test_random_members.py", "tests/laws/test_random_trees.py"),
        *("tests/published/test_skjaerholt_2014.py", "tests/published/test_tschirschwitz_2022.py"),
        *("tests/published/test_verspoor_2013.py", "tests/published/test_marcu_1999.py"),
    ),
    "engine": (
        *("tests/engines/test_counting.py", "tests/engines/test_breakdowns.py"),
        *("tests/engines/test_one_number.py", "tests/engines/test_saved_counts.py"),
        *("tests/engines/test_own_labels.py", "tests/engines/test_types.py"),
        *("tests/engines/test_resampling.py", "tests/laws/test_tallies.py"),
        *("tests/laws/test_columns_of_frames.py", "tests/engines/test_by_hand.py"),
    ),
    "_measure/latent": (
        *("tests/laws/test_latent.py", "tests/laws/test_crowd_models.py"),
        *("tests/laws/test_crowds_by_hand.py", "tests/published/test_dayton_1998.py"),
        *("tests/published/test_log_linear.py", "tests/published/test_aickin_1990.py"),
        *("tests/published/test_hovy_2013.py", "tests/published/test_dawid_1979.py"),
        "tests/published/test_agresti_1992.py",
    ),
    "model": (
        *("tests/laws/test_frozen.py", "tests/laws/test_pace.py", "tests/laws/test_structure.py"),
        *(
            "tests/laws/test_order_and_names.py",
            "tests/test_renamed.py",
            "tests/test_degenerate.py",
        ),
        *("tests/laws/test_shared_parts_by_hand.py", "tests/test_toy_kind.py"),
    ),
    "infer/tests": (
        *("tests/laws/test_compare.py", "tests/laws/test_infer.py", "tests/laws/test_limit.py"),
        *("tests/laws/test_tests_by_hand.py", "tests/published/test_ratings.py"),
        *("tests/published/test_calderon_2025.py", "tests/published/test_icc_table.py"),
        *("tests/published/test_donner_1992.py", "tests/published/test_wong_2021.py"),
        *("tests/published/test_gwet_2014.py", "tests/published/test_fleiss_1979.py"),
        "tests/sentences/test_judge_numbers.py",
    ),
    "infer/resample": (
        *("tests/laws/test_every_interval.py", "tests/laws/test_infer.py"),
        *("tests/laws/test_posterior.py", "tests/laws/test_coders_drawn.py"),
        *("tests/laws/test_equal_numbers.py", "tests/laws/test_intervals_by_hand.py"),
        *("tests/published/test_hayes_2007_interval.py", "tests/engines/test_resampling.py"),
    ),
    "infer/judges": (
        *("tests/laws/test_judges.py", "tests/laws/test_judges_by_hand.py"),
        *("tests/sentences/test_judge_claims.py", "tests/sentences/test_judge_numbers.py"),
        *("tests/sentences/test_judge_sheet.py", "tests/test_one_interval.py"),
        *("tests/published/test_angelopoulos_2023.py", "tests/published/test_kurniawan_2025.py"),
    ),
    "infer/rounds": (
        *("tests/laws/test_adjudication.py", "tests/laws/test_every_kind_disputes.py"),
        *("tests/laws/test_rounds_by_hand.py", "tests/laws/test_write_back.py"),
    ),
    "infer/why": (
        *("tests/laws/test_why_by_hand.py", "tests/laws/test_who_and_which.py"),
        *("tests/laws/test_who_and_what.py", "tests/laws/test_workers.py"),
        *("tests/laws/test_exchanged.py", "tests/laws/test_breakdown.py"),
        *("tests/laws/test_chain_anatomy.py", "tests/laws/test_tree_anatomy.py"),
        *("tests/laws/test_by_document.py", "tests/published/test_brennan_2001.py"),
    ),
}
"""For the light way: the tests that are about a room; those that are not there yet are left out."""
MOST_SECONDS_NEAR = 20.0
"""The most for one mutant in the light way."""
LIGHT = "ACCORD_MUTANTS_LIGHT"
"""The variable of the environment that tells the processes of mutants of the light way."""

WITHOUT = ("damage", "formats", "fuzz", "offsets", "tasks", "workbooks")

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


# ------------------------------------------------------------------------------ which mutants


def population(only: str) -> Iterator[Mutant]:
    """Every mutant of the rooms, of one of them if `only` is its name."""
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator

    operators = [(name, get_operator(name)()) for name in OPERATORS]
    for room in (only,) if only in ROOMS else ROOMS:
        if not (ROOT / SOURCE / room).is_dir():
            raise SystemExit(f"there is no {SOURCE}/{room} any more: renew ROOMS")
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


def sample(number: int, only: str) -> list[Mutant]:
    """The first mutants by rank, with what they change."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    chosen: list[Mutant] = []
    for mutant in sorted(population(only), key=lambda each: each.rank):
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


# --------------------------------------------------------------------------------- which tests


class Watch:
    """Lets coverage know which test runs, and keeps how long each took and which failed."""

    def __init__(self, coverage: Any) -> None:
        self.coverage = coverage
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        """Everything from here to the end of the test belongs to it."""
        self.coverage.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Set up, call and tear down of a test."""
        self.seconds[report.nodeid] += report.duration
        if report.failed:
            self.failed.add(report.nodeid)


class Chosen:
    """Runs these tests only, in this order."""

    def __init__(self, names: list[str]) -> None:
        self.order = {name: at for at, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave all others out."""
        kept = [item for item in items if item.nodeid in self.order]
        items[:] = sorted(kept, key=lambda item: self.order[item.nodeid])


QUIET = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"]
QUIET += [f"--hypothesis-profile={'accord' if os.environ.get(LIGHT) else 'full'}"]


def watch(kept: Path, files: list[str]) -> None:
    """Run the tests under coverage; keep their times, and for each line the tests that ran it."""
    import coverage

    rooms = [f"{SOURCE}/{room}" for room in ROOMS]
    with tempfile.TemporaryDirectory() as folder:
        cover = coverage.Coverage(data_file=f"{folder}/data", source=rooms, messages=False)
        watching = Watch(cover)
        ignored = [f"--ignore=tests/laws/test_{name}.py" for name in WITHOUT]
        cover.start()
        code = pytest.main([*QUIET, "--tb=line", *ignored, *files], plugins=[watching])
        cover.stop()
        data = cover.get_data()
        lines = {
            Path(file).relative_to(Path.cwd() / SOURCE).as_posix(): data.contexts_by_lineno(file)
            for file in data.measured_files()
        }
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise SystemExit(f"the tests cannot be run (pytest ends with {code!r})")
    found = {"seconds": watching.seconds, "failed": sorted(watching.failed), "lines": lines}
    kept.write_text(json.dumps(found))


def run(names: Path) -> int:
    """The tests of one mutant; 0 where none notices."""
    chosen = json.loads(names.read_text())
    files = sorted({name.partition("::")[0] for name in chosen})
    code = pytest.main([*QUIET, "-x", "--tb=line", *files], plugins=[Chosen(chosen)])
    return int(code) if code in (1, 2, 3) else 0  # none found, or wrong usage, kills nobody


@dataclass(frozen=True)
class Tests:
    """How long each test takes, and which tests run each line of each file."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, set[str]]]
    failed: tuple[str, ...]

    @classmethod
    def read(cls, kept: Path) -> "Tests":
        """What `watch` kept; tests that fail without any mutant can kill none."""
        found = json.loads(kept.read_text())
        failed = set(found["failed"])
        lines = {
            path: {int(at): set(names) - failed - {""} for at, names in by_line.items()}
            for path, by_line in found["lines"].items()
        }
        return cls(found["seconds"], lines, tuple(found["failed"]))

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that ran its statement, else its function, the fastest first."""
        by_line = self.lines.get(mutant.path, {})
        for lines in (mutant.lines, mutant.body):
            names = set().union(*(by_line.get(at, set()) for at in lines))
            if names:
                break
        chosen, total = [], 0.0
        for name in sorted(names, key=lambda each: (self.seconds[each], each)):
            total += self.seconds[name]
            if chosen and total > (MOST_SECONDS_NEAR if os.environ.get(LIGHT) else MOST_SECONDS):
                break
            chosen.append(name)
        return chosen


def copied(folder: Path) -> Path:
    """A copy of what the tests need, to be changed at will."""
    for name in ("src", "tests", "docs", "examples", "benchmarks", "tools"):
        ignored = shutil.ignore_patterns("__pycache__", "_build", ".hypothesis")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile"):
        shutil.copy(ROOT / name, folder)
    return folder


def command(*arguments: object) -> str:
    """This file again, in a process of its own, so that a mutant cannot hurt it."""
    return shlex.join([sys.executable, str(Path(__file__).resolve()), *map(str, arguments)])


def tests_by_line(tree: Path, files: list[str]) -> Tests:
    """From the last run where no source and no test has changed since, else found now."""
    digest = hashlib.sha256(str((ROOMS, files, WITHOUT)).encode())
    for folder in ("src", "tests"):
        for path in sorted((tree / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    kept = KEPT.with_suffix(f".{digest.hexdigest()[:12]}.json")
    if not kept.exists():
        print("finding which test runs which line …", flush=True)
        KEPT.parent.mkdir(exist_ok=True)
        for old in KEPT.parent.glob(f"{KEPT.stem}.*.json"):
            old.unlink()
        subprocess.run(
            shlex.split(command("--tree", tree, "--watch", kept, "--tests", *files)), check=True
        )
    return Tests.read(kept)


# ----------------------------------------------------------------------------------- the score


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant."""

    mutant: Mutant
    killed: bool
    slow: bool
    tests: int


def judged(mutant: Mutant, tree: Path, tests: Tests) -> Verdict:
    """Make the mutant in a tree, run its tests, take it back."""
    from cosmic_ray.mutating import mutate_and_test
    from cosmic_ray.work_item import MutationSpec, TestOutcome

    chosen = tests.of(mutant)
    if not chosen:
        return Verdict(mutant, False, False, 0)
    names = tree / "chosen.json"
    names.write_text(json.dumps(chosen))
    path = tree / SOURCE / mutant.path
    spec = MutationSpec(path, mutant.operator, mutant.occurrence, mutant.start, mutant.end)
    patience = 60 + 5 * sum(tests.seconds[name] for name in chosen)
    result = mutate_and_test([spec], command("--tree", tree, "--run", names), patience)
    if result.test_outcome not in (TestOutcome.KILLED, TestOutcome.SURVIVED):
        raise SystemExit(f"{mutant.name}: {result.output or result.worker_outcome}")
    killed = result.test_outcome is TestOutcome.KILLED
    return Verdict(mutant, killed, killed and result.output == "timeout", len(chosen))


def verdicts(mutants: list[Mutant], jobs: int, files: list[str]) -> Iterator[Verdict]:
    """Every mutant with what became of it, in the order of the mutants."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trees: SimpleQueue[Path] = SimpleQueue()
        for at in range(jobs):
            trees.put(copied(Path(folder) / str(at)))
        first = trees.get()
        tests = tests_by_line(first, files)
        trees.put(first)
        if tests.failed:
            print(f"{len(tests.failed)} tests fail without any mutant and are left out:")
            print(*(f"    {name}" for name in tests.failed), sep="\n", flush=True)

        def judge(mutant: Mutant) -> Verdict:
            tree = trees.get()
            try:
                return judged(mutant, tree, tests)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(judge, mutants)


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


def score(mutants: list[Mutant], jobs: int, files: list[str]) -> bool:
    """Run the mutants, list the survivors, print the score; whether it is enough."""
    excused, results = accepted(), []
    for at, verdict in enumerate(verdicts(mutants, jobs, files), start=1):
        results.append(verdict)
        what = "killed  " if verdict.killed else "SURVIVED"
        more = " (took too long)" if verdict.slow else ""
        print(f"{at}/{len(mutants)} {what} {verdict.mutant.name}{more}", flush=True)
    living = [each for each in results if not each.killed]
    spared = [each for each in living if _bare(each.mutant.name) in excused]
    for each in spared:
        print(f"accepted: {each.mutant.name}\n    {excused[_bare(each.mutant.name)]}")
    for each in results:
        if each.killed and _bare(each.mutant.name) in excused:
            print(f"accepted, but killed: {each.mutant.name}")
    for each in living:
        if each not in spared:
            print(f"survivor: {each.mutant.name}\n    {each.tests} tests ran it")
    _by_room(results, spared)
    killed = len(results) - len(living)
    share = killed / max(1, len(results) - len(spared))
    print(
        f"mutants: {len(results)}, killed {killed}, survived {len(living)} "
        f"({len(spared)} equivalent or accepted), score {share:.0%}"
    )
    return share >= ENOUGH


def near(room: str) -> list[str]:
    """The tests about a room that there are, and its own examples."""
    there = [name for name in NEAR[room] if (ROOT / name).exists()]
    return [*there, f"{SOURCE}/{room}"]


def survivors(log: Path) -> set[str]:
    """The names of mutants that survived, from what an earlier run printed."""
    said = (line.partition(" SURVIVED ")[2] for line in log.read_text().splitlines())
    return {name for name in said if name}


def _by_room(results: list[Any], spared: list[Any]) -> None:
    """Print how many mutants of each room were noticed, of those that a test can tell apart."""
    for room in ROOMS:
        here = [each for each in results if each.mutant.path.startswith(f"{room}/")]
        asked = [each for each in here if each not in spared]
        if asked:
            print(f"{room}: {sum(each.killed for each in asked)} of {len(asked)} noticed")


def main() -> int:
    """Choose, run, score; or one of the two parts that need a process of their own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--number", type=int, help="how many mutants (300; of one room 40)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--only", default="", help="those whose file, function or text has this")
    everything = [*TESTS, *(f"{SOURCE}/{room}" for room in ROOMS)]
    parser.add_argument("--room", choices=[*NEAR], help="the light way: one room, its own tests")
    parser.add_argument("--again", type=Path, help="only those that survived by this output")
    parser.add_argument("--tests", nargs="+", help="instead of all of them")
    parser.add_argument("--list", action="store_true", help="only say which")
    for name in ("--tree", "--watch", "--run"):
        parser.add_argument(name, type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.tree:
        os.chdir(given.tree)
        os.environ["CI"] = "1"  # Hypothesis tries the same examples every time
        if given.run:
            return run(given.run)
        watch(given.watch, given.tests)
        return 0
    if given.room:
        os.environ[LIGHT] = "1"
        given.only = given.room
    number, tests = (40, near(given.room)) if given.room else (300, everything)
    mutants = sample(given.number or number, given.only)
    if given.again:
        mutants = [each for each in mutants if each.name in survivors(given.again)]
    if given.list:
        print(*(each.name for each in mutants), sep="\n")
        return 0
    return 0 if score(mutants, given.jobs, given.tests or tests) else 1


if __name__ == "__main__":
    sys.exit(main())
