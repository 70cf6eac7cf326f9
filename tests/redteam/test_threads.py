"""Reading changes nothing that other threads share."""

import csv
import gc
from concurrent.futures import ThreadPoolExecutor

import accord


def test_reading_in_threads_leaves_no_trace(tmp_path):
    """Long cells are read in many threads at once, and all settings of Python are as before."""
    cell = "y" * 200_000
    path = tmp_path / "t.csv"
    path.write_text(f"item,coder,label\ni,A,x{cell}\ni,B,x{cell}\nj,A,z\nj,B,z\n", "utf-8")
    before = csv.field_size_limit(), gc.isenabled()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: accord.pi(accord.read(path)).value, range(24)))
    assert found == [1.0] * 24
    assert (csv.field_size_limit(), gc.isenabled()) == before


def test_the_collector_of_garbage_is_left_alone(tmp_path):
    """Who switched it off finds it off."""
    path = tmp_path / "t.csv"
    path.write_text("item,coder,label\ni,A,x\ni,B,x\n", "utf-8")
    gc.disable()
    try:
        accord.read(path)
        assert not gc.isenabled()
    finally:
        gc.enable()
