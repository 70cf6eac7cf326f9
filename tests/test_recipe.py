"""The recipe for conda says what pyproject.toml says."""

import re
import tomllib
from pathlib import Path

import accord

ROOT = Path(__file__).parents[1]


def test_the_recipe_has_the_needs_of_the_package():
    """The same version, Python, libraries with their least versions, and command."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    recipe = (ROOT / "recipe" / "meta.yaml").read_text("utf-8")
    run = recipe.partition("  run:\n")[2].partition("\n\n")[0]
    needs = {line.strip(" -").replace(" ", "") for line in run.splitlines()}
    assert needs == {f"python{project['requires-python']}", *project["dependencies"]}
    assert re.search(r'set version = "(.*)"', recipe)[1] == accord.__version__
    assert f"accord = {project['scripts']['accord']}" in recipe
    assert len(project["dependencies"]) <= 5
