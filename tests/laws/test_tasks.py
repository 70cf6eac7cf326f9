"""Independent tasks: same numbers on any number of processes, nothing finished is lost."""

import json
import os
import pickle
import time

import joblib
import numpy as np
import pytest

import accord
from accord.errors import DataError
from accord.tasks import Tasks


def run(function, tasks, *, shared=(), **how):
    """function(*shared, task) for every task, as a list."""
    return list(Tasks(**how).stream(function, [(*shared, task) for task in tasks]))


def drawn(shift, seed):
    """A task with its own randomness."""
    return shift + float(np.random.default_rng(seed).normal())


def fragile(broken, log, task):
    """A task that leaves a mark when it runs, and fails on one task while `broken` exists."""
    with open(log, "a") as file:
        file.write(f"{task}\n")
    if task == 3 and os.path.exists(broken):
        raise RuntimeError("this process died")
    return [task, task / 3]


def test_same_numbers_on_any_number_of_processes():
    """One process, two processes and a resumed run give the same list."""
    tasks = [11, 7, 5, 3, 2, 1]
    alone = run(drawn, tasks, shared=(1.0,), n_jobs=1)
    assert alone == [drawn(1.0, seed) for seed in tasks]
    assert run(drawn, tasks, shared=(1.0,), n_jobs=2) == alone


def test_resumed_run_goes_on_where_it_stopped(tmp_path):
    """After a failure only the unfinished tasks run, and the results are those of one run."""
    broken, log, kept = tmp_path / "broken", tmp_path / "log", tmp_path / "kept"
    broken.touch()
    call = {"shared": (str(broken), str(log)), "resume": kept}
    with pytest.raises(RuntimeError, match="died"):
        run(fragile, range(6), **call)
    done = len(list(kept.glob("*.json")))
    assert done >= 3
    broken.unlink()
    log.unlink()
    assert run(fragile, range(6), **call) == [[task, task / 3] for task in range(6)]
    assert len(log.read_text().split()) == 6 - done
    log.unlink()
    run(fragile, range(6), **call)
    assert not log.exists()


def test_results_are_kept_apart_by_what_they_depend_on(tmp_path):
    """Other shared arguments or other seeds never meet a stored result."""
    tasks = [3, 1, 2]
    first = run(drawn, tasks, shared=(0.0,), resume=tmp_path)
    assert run(drawn, tasks, shared=(1.0,), resume=tmp_path) != first
    assert run(drawn, tasks[::-1], shared=(0.0,), resume=tmp_path) == first[::-1]


def test_stored_numbers_come_back_exactly(tmp_path):
    """A float, nan and infinity survive the file bit for bit."""
    values = [0.1 + 0.2, float("nan"), float("inf"), 1e-300]
    assert repr(run(float, values, resume=tmp_path)) == repr(values)
    assert repr(run(float, values, resume=tmp_path)) == repr(values)


def test_spoilt_file_is_named(tmp_path):
    """A file that is no result is an error that names it."""
    run(float, [1.0], resume=tmp_path)
    (path,) = tmp_path.glob("*.json")
    path.write_text(json.dumps([]))
    with pytest.raises(DataError, match=path.name):
        run(float, [1.0], resume=tmp_path)


def test_a_function_without_a_name_is_refused(tmp_path):
    """What cannot be told apart by name is never kept."""
    with pytest.raises(DataError, match="lambda or local function"):
        run(lambda f, x: f(x), [1.0], shared=(lambda x: x,), resume=tmp_path)


def own_measure(study):
    """A measure of which nothing is known, so that it is computed anew for every resample."""
    return accord.spans.span_f1(study)


def test_gamma_and_bootstrap_resume(tmp_path):
    """γ, and the bootstrap and jackknife of a costly measure, say the same from kept results."""
    rng = np.random.default_rng(1)
    rows = []
    for document in "pqrs":
        for coder in "ABC":
            begin = np.sort(rng.choice(90, size=6, replace=False))
            rows += [(document, coder, int(b), int(b) + 5, "xy"[int(b) % 2]) for b in begin]
    study = accord.Unitizings.of(rows)

    def value(tasks):
        return accord.spans.gamma(study, samples=30, precision=0.2, n_jobs=tasks).value

    def aligned(tasks):
        found = accord.spans.gamma(study, samples=4, n_jobs=tasks).detail["alignments"]
        return [list(a) for a in found]

    few = accord.bound("gamma", samples=4, precision=0.9)

    def without_coders(tasks):
        return str(accord.interval(study, few, over="coders", n_jobs=tasks))

    def drawn(tasks):
        given = {"method": "percentile", "over": "coders", "resamples": 6}
        return str(accord.interval(study, few, **given, n_jobs=tasks))

    def drawn_and_left_out(tasks):
        return str(accord.interval(study, own_measure, method="bca", resamples=6, n_jobs=tasks))

    for call in (value, aligned, without_coders, drawn, drawn_and_left_out):
        alone = call(None)
        kept = tmp_path / call.__name__
        for tasks in (Tasks(resume=kept), Tasks(2, resume=kept)):
            assert call(tasks) == alone
        before = {path: path.stat().st_mtime_ns for path in kept.glob("*.json")}
        assert before
        assert call(Tasks(2, resume=kept)) == alone
        assert {p: p.stat().st_mtime_ns for p in kept.glob("*.json")} == before


def test_more_samples_keep_the_first_ones():
    """Asking for more samples leaves the earlier ones as they were, and none is drawn twice."""
    study = accord.Continuum.of(
        {"A": [(0, 5.5, "x"), (7, 9, "y"), (13, 20, "x")], "B": [(1, 5, "x"), (8, 14.5, "y")]}
    )
    few, many = (
        accord.spans.gamma(study, samples=n, precision=None).detail["chance"].tolist()
        for n in (4, 9)
    )
    assert many[:4] == few
    assert len(set(many)) == 9


def test_tasks_are_no_part_of_what_is_computed():
    """Sent to another process, or hashed into the name of a result, all tasks are the same."""
    sent = pickle.loads(pickle.dumps(Tasks(8, resume="kept")))
    assert sent == Tasks(1)
    assert joblib.hash(Tasks(8, resume="kept")) == joblib.hash(Tasks())


def where(seed):
    """The process that a task runs in, and its number."""
    time.sleep(0.02)
    return [os.getpid(), seed]


@pytest.mark.parametrize("backend", ["loky", "multiprocessing"])
def test_joblibs_configuration_is_enough(tmp_path, backend):
    """Inside `parallel_config` other processes do the work, also of a back end that brings back
    lists only (as Ray's does), and results are kept."""
    with joblib.parallel_config(backend=backend, n_jobs=2):
        assert Tasks().jobs == 2
        found = run(where, range(20), resume=tmp_path)
    assert [task for _, task in found] == list(range(20))
    assert os.getpid() not in {process for process, _ in found}
    assert len(list(tmp_path.glob("*.json"))) == 20
    assert {process for process, _ in run(where, range(2))} == {os.getpid()}


def test_measures_take_joblibs_configuration():
    """γ and an interval, called as ever, are the same numbers inside `parallel_config`."""
    rng = np.random.default_rng(2)
    begin = {coder: np.sort(rng.choice(90, size=6, replace=False)) for coder in "AB"}
    study = accord.Continuum.of(
        {coder: [(int(b), int(b) + 5, "xy"[int(b) % 2]) for b in at] for coder, at in begin.items()}
    )
    numbers = accord.from_coders({coder: rng.integers(5, size=30).tolist() for coder in "AB"})
    calls = (
        lambda: accord.spans.gamma(study, samples=30, precision=0.2).value,
        lambda: str(accord.interval(numbers, "icc", resamples=40)),
        lambda: str(accord.interval(numbers, "pi", resamples=40)),
    )
    for call in calls:
        alone = call()
        with joblib.parallel_config(backend="threading", n_jobs=2):
            assert call() == alone
