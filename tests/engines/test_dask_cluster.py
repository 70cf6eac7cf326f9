"""A cluster of two Dask workers, one of which is killed on the way: the result is unchanged."""

import os
import signal
import threading
import time
import warnings

import numpy as np
import pandas as pd
import pytest

import accord
from accord.engine.count_frames import count_frame
from accord.tasks import Tasks

COLUMNS = {"item": "item", "coder": "coder", "category": "category"}
PIECES = 6


def piece(number):
    """One part of a table, slow enough to be interrupted; whole items, always the same."""
    time.sleep(0.05)
    rng = np.random.default_rng(number)
    truth = np.repeat(rng.integers(4, size=50), 3)
    chosen = np.where(rng.random(150) < 0.7, truth, rng.integers(4, size=150))
    return pd.DataFrame(
        {
            "item": np.repeat(np.arange(50) + 50 * number, 3),
            "coder": np.tile(np.arange(3), 50),
            "category": chosen,
        }
    )


def slow(seed):
    """A task with a seed of its own."""
    time.sleep(0.05)
    return float(np.random.default_rng(seed).normal())


@pytest.fixture(scope="module")
def client():
    """Two worker processes on this machine."""
    distributed = pytest.importorskip("distributed")
    with (
        warnings.catch_warnings(),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        warnings.simplefilter("ignore")
        yield client


def kill_one(client, killed):
    """Kill the process of a worker once there is work on it."""
    while not any(client.processing().values()):
        time.sleep(0.01)
    time.sleep(0.1)
    pid = next(iter(client.run(os.getpid).values()))
    os.kill(pid, signal.SIGKILL)
    killed.append(pid)


@pytest.mark.filterwarnings("ignore")
def test_counting_survives_the_loss_of_a_worker(client):
    """κ and α of a table counted while a worker dies are those of memory."""
    dataframe = pytest.importorskip("dask.dataframe")
    memory = accord.from_frame(pd.concat(map(piece, range(PIECES))), **COLUMNS)
    killed = []
    thread = threading.Thread(target=kill_one, args=(client, killed))
    thread.start()
    counted = count_frame(dataframe.from_map(piece, range(PIECES)), **COLUMNS)
    thread.join()
    assert killed
    assert accord.kappa(counted).value == pytest.approx(accord.kappa(memory).value, rel=1e-12)
    one, two = (accord.alpha(study, distance="interval") for study in (memory, counted))
    assert two.value == pytest.approx(one.value, rel=1e-12)


@pytest.mark.filterwarnings("ignore")
def test_tasks_on_the_cluster_are_those_of_one_process(client, tmp_path):
    """Inside joblib's parallel_config the cluster does the work: same numbers, kept as they come,
    although a worker dies."""
    import joblib

    tasks = [(seed,) for seed in range(12)]
    killed = []
    thread = threading.Thread(target=kill_one, args=(client, killed))
    with joblib.parallel_config(backend="dask"):
        thread.start()
        found = list(Tasks(resume=tmp_path).stream(slow, tasks))
    thread.join()
    assert killed
    assert len(list(tmp_path.glob("*.json"))) == len(tasks)
    assert found == [slow(*task) for task in tasks]
