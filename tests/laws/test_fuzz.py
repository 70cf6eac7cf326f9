"""A slice of `make fuzz`: damaged files are read or refused, and nothing else happens."""

import importlib.util
from pathlib import Path

import pytest

from accord._read.formats.table import FORMATS

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "fuzz_readers.py"
NEEDS = {"spacy": "spacy", "excel": "python_calamine", "parquet": "pyarrow"}
NEEDS |= {"spss": "pyreadstat", "stata": "pyreadstat"}
FEWER = {"spss": 4, "stata": 4}  # each is opened in a process of its own
spec = importlib.util.spec_from_file_location("fuzz_readers", SCRIPT)
fuzz_readers = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fuzz_readers)


@pytest.mark.parametrize("times", [12, pytest.param(100, marks=pytest.mark.full)])
@pytest.mark.parametrize("format", FORMATS)
def test_damaged_files_are_read_or_refused(format, times, tmp_path):
    """Whatever is done to a sample, the outcome is a study or an AccordError with a place; `make
    fuzz` does it 10,000 times."""
    if format in NEEDS and importlib.util.find_spec(NEEDS[format]) is None:
        pytest.skip(f"{NEEDS[format]} is not installed")
    times = FEWER.get(format, times)
    told = fuzz_readers.fuzz(format, times, seed=1, folder=tmp_path)
    assert told.failures == {}
    assert sum(told.ends.values()) == times
    assert told.ends["net"] == 0
