"""Which sentences a run of the tests says: in this process, in pages and in servers.

A sentence that no study says is dead, so a whole run fails if it leaves one unsaid. What is said
counts wherever a test makes it: each sentence has its study there, and nobody keeps a list.
"""

import os
from pathlib import Path
from shutil import rmtree, which
from tempfile import mkdtemp

import pytest

from accord.words.said import Language, spoken

SAID: set[str] = set()
"""The keys said so far by this process, and by the processes and pages that it heard."""

FOLDER = "ACCORD_TESTS_HEARD"
"""The variable that names the folder where servers note what they say, a file for each."""

LISTENING = Path(__file__).parent / "listening"
"""A folder for PYTHONPATH: its sitecustomize has every Python that tests start note its keys."""

RARE = {
    "serve.no_memory": "needs a machine without memory",
}
"""Sentences that no test says, and why."""

IN_PAGES = """
const parse = JSON.parse, read = Response.prototype.json, noted = new Set();
const listened = (found) => (found && typeof found === "object" && !Array.isArray(found)
  && Object.keys(found).some((key) => /^(list|serve|word)[.]/.test(key))
  ? new Proxy(found, { get: (all, key) => {
      if (key in all && !noted.has(key)) { noted.add(key); window.heard(String(key)); }
      return all[key]; } }) : found);
JSON.parse = (...given) => listened(parse(...given));
Response.prototype.json = async function () { return listened(await read.call(this)); };
document.addEventListener("DOMContentLoaded", () => {
  for (const node of document.querySelectorAll("*")) {
    for (const { name, value } of node.attributes) {
      if (name.startsWith("data-word")) window.heard(value);
    }
  }
});
"""
"""Run before the scripts of a page: whatever they look up by its key is noted."""


def listen() -> None:
    """Note the key of every sentence that this process makes."""
    make = Language.text

    def noted(self, key, fields, shown=None):
        SAID.add(key)
        return make(self, key, fields, shown)

    Language.text = noted


def listen_to(context):
    """Note what the pages of a browser's context say; the context."""
    context.expose_binding("heard", lambda _, key: SAID.add(key))
    context.add_init_script(IN_PAGES)
    return context


def unsaid(said):
    """The keys of sentences that were not said, and those that were though they count as rare."""
    keys = spoken("en").sentences
    return sorted({*keys} - said - {*RARE}), sorted({*RARE} & said | {*RARE} - {*keys})


def _is_whole(config):
    """Whether nothing of the tests is left out, and a browser shows the pages."""
    return (
        config.args_source is pytest.Config.ArgsSource.TESTPATHS
        and not config.option.keyword
        and not config.option.lf
        and (which("chromium") or which("chromium-browser")) is not None
    )


class Heard:
    """The plugin: workers hand in what they heard, and a whole run is judged by all of it."""

    def __init__(self):
        self.own = None if FOLDER in os.environ else mkdtemp(prefix="accord-heard-")
        os.environ.setdefault(FOLDER, self.own or "")

    @pytest.hookimpl(optionalhook=True)  # of xdist, which may be switched off
    def pytest_testnodedown(self, node):
        """What a worker heard counts here."""
        SAID.update(getattr(node, "workeroutput", {}).get("said", ()))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        """A worker hands in what it heard; whoever has all of it may turn the run red."""
        for path in Path(os.environ[FOLDER]).iterdir():
            SAID.update(path.read_text("utf-8").split())
        if self.own is not None:
            rmtree(self.own)
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["said"] = sorted(SAID)
        elif _is_whole(session.config) and not session.shouldstop and any(unsaid(SAID)):
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter, config):
        """The keys that nothing said."""
        if _is_whole(config) and any(unsaid(SAID)):
            dead, rare = unsaid(SAID)
            terminalreporter.section("sentences")
            terminalreporter.line(f"said by no test (test it, or delete it): {' '.join(dead)}")
            terminalreporter.line(f"rare no more (tests/heard.py): {' '.join(rare)}")
