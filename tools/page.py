"""Build the page without a server: a static folder in which accord runs in the browser itself.

    python tools/page.py OUT --pyodide FOLDER --wheels FOLDER

FOLDER of Pyodide holds pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm, python_stdlib.zip and
pyodide-lock.json (the npm package `pyodide`); that of wheels holds numpy, scipy, narwhals, joblib,
jinja2, markupsafe, altair and what they need, built for that Pyodide. Without them the folder is
complete but for these, and says what is missing when it is opened.
"""

import argparse
import json
import shutil
import sys
import zipfile
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
LEFT_OUT = {".so", ".dll", ".dylib", ".pyc"}
ALONE = ("pyodide-engine.js", "worker.js")


def build(out: Path, pyodide: Path | None = None, wheels: Path | None = None) -> list[str]:
    """Write the folder; gives the names of what could not be put in."""
    from accord._report.render.page import drawing_library, own_scripts, policy
    from accord.serve.app import PAGES, page_file

    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    script = drawing_library()
    (out / "vega.js").write_text(script, "utf-8")
    css, own = own_scripts()
    report = policy(css, [script, own])  # a report of this build, which runs inside the page
    hashes = {part.split()[0]: " ".join(part.split()[1:]) for part in report.split("; ")}
    rules = (
        f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {hashes['script-src']}; "
        f"style-src 'self' {hashes['style-src']}; img-src 'self' data:; connect-src 'self'; "
        "worker-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none'"
    )
    for name, (file, _) in PAGES.items():
        content = page_file(name)[0]
        if file == "index.html":
            text = content.decode("utf-8")
            head = '<meta charset="utf-8">'
            said = f'<meta http-equiv="Content-Security-Policy" content="{rules}">'
            text = text.replace(head, f"{head}\n{said}")
            content = text.replace(
                "<html lang", '<html data-engine="./pyodide-engine.js" lang'
            ).encode()
        (out / file).write_bytes(content)
    for name in ALONE:
        shutil.copy(SOURCE / "accord" / "serve" / "pages" / name, out / name)
    with zipfile.ZipFile(out / "accord.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted((SOURCE / "accord").rglob("*")):
            if path.is_file() and path.suffix not in LEFT_OUT and "__pycache__" not in path.parts:
                packed.write(path, path.relative_to(SOURCE).as_posix())
    found = sorted(wheels.glob("*.whl")) if wheels is not None else []
    (out / "wheels").mkdir()
    for wheel in found:
        shutil.copy(wheel, out / "wheels" / wheel.name)
    (out / "wheels.json").write_text(json.dumps({"wheels": [wheel.name for wheel in found]}))
    missing = [] if found else ["wheels (numpy, scipy …)"]
    (out / "pyodide").mkdir()
    for name in RUNTIME:
        if pyodide is not None and (pyodide / name).is_file():
            shutil.copy(pyodide / name, out / "pyodide" / name)
        else:
            missing.append(f"pyodide/{name}")
    return missing


def main() -> None:
    """Build, and say what is missing."""
    parser = argparse.ArgumentParser(description="Build the page that needs no server.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--pyodide", type=Path)
    parser.add_argument("--wheels", type=Path)
    given = parser.parse_args()
    for name in build(given.out, given.pyodide, given.wheels):
        print(f"not put in: {name}", file=sys.stderr)
    print(f"the page is in {given.out}; serve that folder from any web server")


if __name__ == "__main__":
    main()
