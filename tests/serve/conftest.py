"""One running page for all tests of a module."""

import pytest

from tests.serve.running import Running


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page, started once."""
    with Running(place=tmp_path_factory.mktemp("place")) as running:
        yield running
