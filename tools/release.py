"""Make a release: `make release VERSION=0.3.0`. Publishing is left to the person who runs it.

Writes the version wherever it stands, closes the section of the changelog, makes all that is
published (`tools/dist.py`) and the book, sums them up (SHA256SUMS), serves them from a folder that
is a package index, installs accord from there by its name, and then commits and tags. Nothing is
committed unless all of it went well, and nothing leaves this machine.
"""

import argparse
import datetime
import gzip
import hashlib
import html
import io
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from dist import digest, readme_lines, run  # noqa: E402

HOLDS_VERSION = (
    *("src/accord/version.py", "CITATION.cff", "recipe/meta.yaml", "r/DESCRIPTION"),
    *("README.md", "docs/install.md", "docs/guides/action.md", "tests/signatures.txt"),
    *("src/accord/model/agreement.py", "src/accord/_measure/chains/coreference_chance.py"),
    *("tests/cli/test_simulate.py", ".github/ISSUE_TEMPLATE/wrong-number.yml"),
)
"""Where the version of accord stands: in its own files, and in signatures that are shown."""

_VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")


def version_now() -> str:
    """The version in the tree."""
    text = (ROOT / "src/accord/version.py").read_text("utf-8")
    return text.partition('__version__ = "')[2].partition('"')[0]


def with_version(text: str, old: str, new: str) -> str:
    """A text with the version changed, and no other number that looks alike.

    >>> with_version("accord 0.2.0, not 10.2.0 or 0.2.01", "0.2.0", "0.3.0")
    'accord 0.3.0, not 10.2.0 or 0.2.01'
    """
    return re.sub(rf"(?<![\d.]){re.escape(old)}(?!\d)", new, text)


def closed_changelog(text: str, version: str, day: str) -> str:
    """The changelog with its open section closed; an error where there is none.

    >>> closed_changelog("## 0.3 (unreleased)", "0.3.0", "2026-12-01")
    '## 0.3.0 (2026-12-01)'
    """
    short = version.rpartition(".")[0]
    made, changed = re.subn(
        rf"^## (?:{re.escape(version)}|{re.escape(short)}) \(unreleased\)$",
        f"## {version} ({day})",
        text,
        count=1,
        flags=re.M,
    )
    if not changed:
        raise SystemExit(f'CHANGELOG.md has no section "## {short} (unreleased)"')
    return made


def simple_index(folder: Path) -> Path:
    """A package index over the wheels and the archive of a folder, as a folder of pages (PEP 503);
    each link has its sum, so that a damaged file is not installed."""
    files = sorted(path for path in folder.iterdir() if path.name.endswith((".whl", ".tar.gz")))
    own = [path for path in files if path.name.startswith("accord-") and "-docs." not in path.name]
    links = [
        f'<a href="../../{html.escape(path.name)}#sha256={digest(path)}">{path.name}</a><br>'
        for path in own
    ]
    page = folder / "simple" / "accord" / "index.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("<!DOCTYPE html><title>accord</title>\n" + "\n".join(links) + "\n", "utf-8")
    top = folder / "simple" / "index.html"
    top.write_text('<!DOCTYPE html><title>index</title>\n<a href="accord/">accord</a>\n', "utf-8")
    return folder / "simple"


def archived(book: Path, target: Path) -> Path:
    """The book as an archive; the same bytes for the same pages."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path in sorted(book.rglob("*")):
            if path.is_file():
                entry = tarfile.TarInfo(f"accord-docs/{path.relative_to(book).as_posix()}")
                entry.size = path.stat().st_size
                with path.open("rb") as stream:
                    archive.addfile(entry, stream)
    with target.open("wb") as stream, gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as out:
        out.write(packed.getvalue())
    return target


def sums(folder: Path) -> Path:
    """SHA256SUMS of everything that is published."""
    made = folder / "SHA256SUMS"
    files = sorted(path for path in folder.iterdir() if path.is_file() and path != made)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files]
    made.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
    return made


def installed_by_name(index: Path, version: str, python: str) -> str:
    """Install accord from the index by its name, without a compiler on the path, and use it."""
    with tempfile.TemporaryDirectory() as name:
        environment = Path(name) / "environment"
        run(python, "-m", "venv", str(environment))
        there = environment / "bin"
        wanted = f"accord=={version}"
        more = ("--extra-index-url", index.resolve().as_uri())
        run(str(there / "python"), "-m", "pip", "install", "-q", *more, wanted, PATH=str(there))
        printed = run(str(there / "python"), "-I", "-c", readme_lines())
        if f"|v:{version}" not in printed:
            raise SystemExit(f"accord from the index, with {python}, printed {printed}")
        return run(str(there / "python"), "--version").strip()


def main() -> None:
    """Change the tree, make and try everything, commit and tag."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("version", help="e.g. 0.3.0")
    parser.add_argument("--python", action="append", default=[], help="another Python to try")
    parser.add_argument("--pure", action="store_true", help="leave out the wheels of platforms")
    parser.add_argument("--no-docs", action="store_true", help="leave out the book")
    parser.add_argument("--no-tag", action="store_true", help="commit and tag nothing")
    given = parser.parse_args()
    old, new = version_now(), given.version
    if not _VERSION.fullmatch(new):
        raise SystemExit(f"{new!r} is no version; write e.g. 0.3.0")
    if run("git", "-C", str(ROOT), "status", "--porcelain").strip():
        raise SystemExit("commit or put away your changes first: a release is made of a clean tree")
    if f"v{new}" in run("git", "-C", str(ROOT), "tag").split():
        raise SystemExit(f"there is a tag v{new} already")
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    log = ROOT / "CHANGELOG.md"
    log.write_text(closed_changelog(log.read_text("utf-8"), new, day), "utf-8", newline="\n")
    for name in HOLDS_VERSION:
        path = ROOT / name
        path.write_text(with_version(path.read_text("utf-8"), old, new), "utf-8", newline="\n")
    to = ROOT / "dist"
    pythons = [word for one in given.python for word in ("--python", one)]
    tried = ["--to", str(to), *pythons, *(["--pure"] if given.pure else [])]
    print(run(sys.executable, str(ROOT / "tools/dist.py"), *tried), end="", flush=True)
    if not given.no_docs:
        run("make", "-C", str(ROOT), "docs")
        archived(ROOT / "site", to / f"accord-{new}-docs.tar.gz")
    print(sums(to).read_text("utf-8"), end="", flush=True)
    index = simple_index(to)
    for python in (*given.python, sys.executable):
        print("installed by name with", installed_by_name(index, new, python), flush=True)
    if given.no_tag:
        print("nothing was committed: look at `git diff`")
        return
    subprocess.run(["git", "-C", str(ROOT), "commit", "-qam", f"Release {new}"], check=True)
    subprocess.run(
        ["git", "-C", str(ROOT), "tag", "-a", f"v{new}", "-m", f"accord {new}"], check=True
    )
    print(
        f"accord {new} is made and tagged here. To publish it: git push --follow-tags; the "
        "workflow `release` uploads what it makes itself from the tag."
    )


if __name__ == "__main__":
    main()
