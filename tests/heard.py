"""Which sentences a run of the tests says: in this process, in pages and in servers.

What is said counts wherever a test makes it: each sentence has its study there, and nobody keeps a
list. A sentence that no study says may be dead, so a whole run names those it left unsaid, and
fails if they are more than they were. `tests/docs/test_sentences.py` asks more of claims.
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

UNSAID_LEFT = 277
"""So many sentences are not shown to be said by any test: may only fall. Most are about troubles of
a server or a browser (no memory, a full disk, no connection) and structures without a value."""

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


def unsaid():
    """The keys of sentences that nothing said."""
    return sorted({*spoken("en").sentences} - SAID)


def _is_whole(config):
    """Whether nothing of the tests is left out, and a browser shows the pages."""
    return (
        config.args_source is pytest.Config.ArgsSource.TESTPATHS
        and not config.option.keyword
        and not getattr(config.option, "lf", False)
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
        for path in Path(os.environ[FOLDER]).glob("*"):
            SAID.update(path.read_text("utf-8").split())
        if self.own is not None:
            rmtree(self.own, ignore_errors=True)
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["said"] = sorted(SAID)
        elif _is_whole(session.config) and len(unsaid()) > UNSAID_LEFT:
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter, config):
        """The keys that nothing said."""
        if _is_whole(config) and (left := unsaid()):
            bound = f"at most {UNSAID_LEFT} may be"
            terminalreporter.section(f"{len(left)} sentences are said by no test; {bound}")
            terminalreporter.line(" ".join(left))
