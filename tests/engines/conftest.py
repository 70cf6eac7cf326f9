"""Real engines; one that is not installed is skipped here, and `make test` installs them all."""

import os
import warnings
from shutil import which

import pytest


def _duckdb(frame):
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.register("codings", frame)
    return connection.sql("SELECT * FROM codings")


def _polars(frame):
    return pytest.importorskip("polars").from_pandas(frame).lazy()


def _dask(frame):
    return pytest.importorskip("dask.dataframe").from_pandas(frame, npartitions=3)


def _ibis(frame):
    return pytest.importorskip("ibis").memtable(frame)


ENGINES = {
    "pandas": lambda frame: frame,
    "polars": _polars,
    "duckdb": _duckdb,
    "dask": _dask,
    "ibis": _ibis,
}
SLOW = (_dask, _ibis)  # a plan of Dask takes half a second, and Ibis writes it as SQL first


@pytest.fixture(params=ENGINES)
def every_engine(request):
    """A function that hands a pandas frame to an engine, each of them in every run."""
    return ENGINES[request.param]


@pytest.fixture(
    params=[
        pytest.param(name, marks=pytest.mark.full if one in SLOW else ())
        for name, one in ENGINES.items()
    ]
)
def engine(request):
    """The same; those that take long for each plan answer to `make full` only."""
    return ENGINES[request.param]


@pytest.fixture
def slow(request):
    """Whether the engine takes long for each plan: then a test asks less."""
    used = "every_engine" if "every_engine" in request.fixturenames else "engine"
    return request.getfixturevalue(used) in SLOW


@pytest.fixture(scope="session")
def spark():
    """One Spark session in this process: starting it takes longer than all that it does."""
    pytest.importorskip("pyspark")
    if which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java 17 or later")
    from pyspark.sql import SparkSession

    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session = (
            SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.sql.adaptive.enabled", "false")
            # tables are tiny here: compiling a plan would take longer than running it
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1")
            .config("spark.sql.execution.arrow.pyspark.enabled", "true")
            .getOrCreate()
        )
        session.sparkContext.setLogLevel("ERROR")
        yield session
        session.stop()
