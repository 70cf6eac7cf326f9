/* accord under Pyodide: reads, measures and reports in this worker; asks nobody else. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

let python = null;
const GLUE = `
import json, shutil
from pathlib import Path
from accord.errors import AccordError
from accord.serve.engine import Engine
from accord.serve.uploads import safe_name

root = Path("/home/pyodide/page")
engine = Engine(root, script)

def call(name, given, told):
    return json.dumps(engine.call(name, json.loads(given), told), allow_nan=False)

def place(name):
    try:
        path = root / "files" / safe_name(name)
    except AccordError as error:
        return "", str(error)
    path.parent.mkdir(parents=True, exist_ok=True)
    return str(path), ""

def empty():
    for part in ("files", "out"):
        shutil.rmtree(root / part, ignore_errors=True)
        (root / part).mkdir(parents=True)
`;

const started = async () => {
  const here = new URL("./", import.meta.url);
  const { wheels } = await (await fetch(new URL("wheels.json", here))).json();
  python = await loadPyodide({ indexURL: new URL("pyodide/", here).href });
  await python.loadPackage(wheels.map((name) => new URL(`wheels/${name}`, here).href), { checkIntegrity: false });
  python.unpackArchive(await (await fetch(new URL("accord.zip", here))).arrayBuffer(), "zip",
    { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  const drawn = await fetch(new URL("vega.js", here));
  python.globals.set("script", drawn.ok ? await drawn.text() : "");
  python.runPython(GLUE);
  python.globals.get("empty")();
  return {};
};

const does = {
  start: started,
  drop: ({ name, bytes }) => {
    const found = python.globals.get("place")(name);
    const [path, problem] = found.toJs();
    if (!problem) python.FS.writeFile(path, bytes);
    return { problem };
  },
  call: ({ id, name, given }) => {
    const told = (progress, what) => postMessage({ id, progress, what });
    return JSON.parse(python.globals.get("call")(name, JSON.stringify(given), told));
  },
  made: ({ name }) => python.FS.readFile(`/home/pyodide/page/out/${name.replaceAll("/", "")}`),
  empty: () => { python.globals.get("empty")(); return {}; },
};

onmessage = async ({ data }) => {
  try {
    postMessage({ id: data.id, answer: await does[data.kind](data) });
  } catch (error) {
    const lines = String(error.message ?? error).split("\n").filter(Boolean);
    const said = lines.findLast((line) => line.includes("Error:")) ?? lines.pop();
    postMessage({ id: data.id, error: said });
  }
};
