"""Run every benchmark script (bench_*.py), or those named on the command line."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent

if __name__ == "__main__":
    wanted = sys.argv[1:]
    for script in sorted(HERE.glob("bench_*.py")):
        if wanted and script.stem.removeprefix("bench_") not in wanted:
            continue
        print(f"\n== {script.stem.removeprefix('bench_')}", flush=True)
        subprocess.run([sys.executable, str(script)], check=False)
