# SPDX-License-Identifier: MIT
"""How long it takes to load large packages, for ./bench --js load: from the command to its end.

The packages are those of benches/js/loads/package.json in the versions of its lock file, installed
once in build/loads. gyre keeps no compiled code: every run is a first one.
"""
import os
import shutil
import subprocess
import time

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PLACE = os.path.join(ROOT, "build/loads")
LIMIT_S = 60
# What is loaded: a file with that text, or a command of the package.
TEXTS = {
    "load-d3": ("d3.mjs", "import 'd3';\n"),
    "load-less": ("less.cjs", "require('less');\n"),
    "load-pnpm": (None, ["node_modules/pnpm/bin/pnpm.cjs", "--version"]),
    "load-sass": ("sass.cjs", "require('sass');\n"),
    "load-three": ("three.mjs", "import 'three';\n"),
    "load-typescript": ("typescript.cjs", "require('typescript');\n"),
    "load-zod": ("zod.mjs", "import 'zod';\n"),
}


def install():
    """Raises RuntimeError if the packages are not available."""
    done = os.path.join(PLACE, "installed")
    if os.path.exists(done):
        return
    shutil.rmtree(PLACE, ignore_errors=True)
    os.makedirs(PLACE)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(HERE, "loads", name), PLACE)
    npm = subprocess.run(["npm", "ci", "--no-fund", "--no-audit", "--ignore-scripts"], cwd=PLACE,
                         capture_output=True, text=True, check=False)
    if npm.returncode != 0:
        raise RuntimeError(f"npm could not install the packages: {npm.stderr.strip()[-300:]}")
    for file, text in TEXTS.values():
        if file:
            with open(os.path.join(PLACE, file), "w", encoding="ascii") as out:
                out.write(text)
    open(done, "w", encoding="ascii").close()


def load(name, command):
    """Nanoseconds."""
    install()
    file, text = TEXTS[name]
    words = [file] if file else text
    begin = time.monotonic_ns()
    done = subprocess.run(command + words, cwd=PLACE, capture_output=True, text=True,
                          timeout=LIMIT_S, check=False)
    taken = time.monotonic_ns() - begin
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip()[-300:] or f"ended with {done.returncode}")
    return taken
