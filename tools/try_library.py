"""Load a library of the core as its own system would, and let it compute something known.

A small C program, compiled by zig for the same platform, opens the library and asks for the edit
distances of three words. It runs where this machine has the loader of that system: its own, musl's
(Debian: musl), or another processor's under qemu (Debian: qemu-user-static, libc6-arm64-cross;
musl's arm64 package unpacked into a folder named in ACCORD_SYSROOTS, several apart by `:`).
"""

import os
import platform as here
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = r"""
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
typedef int32_t Interface(void);
typedef int32_t Edits(int64_t, const int64_t*, const int32_t*, int64_t, int64_t, int32_t*,
                      const volatile int32_t*);
int main(int number, char** given) {
  void* library = dlopen(given[1], RTLD_NOW);
  if (!library) { fputs(dlerror(), stderr); return 1; }
  const char* words = "kittensittingmitten";
  const int64_t first[] = {0, 6, 13, 19};
  int32_t letter[19], out[9] = {0};
  volatile int32_t stop = 0;
  for (int i = 0; i < 19; i++) letter[i] = words[i] - 'a';
  int32_t code = ((Edits*)dlsym(library, "accord_text_edits"))(3, first, letter, 26, 2, out, &stop);
  printf("%d %d %d %d", code, out[1], out[2], out[5]);
  return 0;
}
"""
"""kitten and sitting are 3 edits apart, kitten and mitten 1, sitting and mitten 3."""


def roots() -> list[Path]:
    """Folders that may hold the loader of another system."""
    given = [Path(one) for one in os.environ.get("ACCORD_SYSROOTS", "").split(":") if one]
    return [Path("/"), Path("/usr/aarch64-linux-gnu"), *given]


def tried(target: str, library: Path) -> str:
    """What became of loading a library for one of zig's targets: "run", or why it was not."""
    machine, system = target.partition("-")[0], "musl" if target.endswith("musl") else "linux"
    if "linux" not in target:
        return "not run: not a library of Linux"
    pattern = f"lib*/ld-{system}-{machine.replace('_', '?')}.so.*"
    root = next((one for one in roots() if any(one.glob(pattern))), None)
    if root is None:
        return f"not run: no loader {pattern} on this machine"
    start: list[str] = []
    if machine != here.machine():
        emulator = shutil.which(f"qemu-{machine}-static") or shutil.which(f"qemu-{machine}")
        if emulator is None:
            return f"not run: no qemu-{machine} on this machine"
        start = [emulator, "-L", str(root)]
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "try.c"), Path(folder, "try")
        source.write_text(PROGRAM, "utf-8")
        compiler = [sys.executable, "-m", "ziglang", "cc", "-target", target, "-dynamic", "-O1"]
        subprocess.run([*compiler, str(source), "-o", str(program)], check=True)
        done = subprocess.run(
            [*start, str(program), str(library)], capture_output=True, text=True, check=False
        )
    if done.stdout != "0 3 1 3":
        raise SystemExit(f"{target}: the library gave {done.stdout!r} {done.stderr[-500:]}")
    return "run" if not start else "run under qemu"
