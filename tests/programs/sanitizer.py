# SPDX-License-Identifier: MIT
"""A library that was built with a sanitizer (make VARIANT=asan): what programs need to load it, and
what was reported.

Used by scenario.py and suite.py. The sanitizer's runtime must come before everything else in a
process, so it is preloaded: into every process that a program starts, too. Reports go to files,
since a program may have closed or redirected its standard error, and nobody may check how a
grandchild ended.
"""
import os
import re
import subprocess

from children import CHILDREN

RUNTIME = re.compile(r"^\s*lib([at])san\.so\.\d+ => (\S+)", re.M)
# More time for everything.
SLOWER = 5
LINES = 40


class Sanitizer:
    def __init__(self, name, runtime):
        self.name, self.runtime = name, runtime

    def environment(self, reports):
        """The environment for processes whose reports go to this directory."""
        # Some programs end themselves with such a signal on purpose. One that crashes ends as well.
        signals = "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0"
        common = f"log_path={os.path.join(reports, self.name)}:{signals}"
        return {
            "BOX_LD_PRELOAD": self.runtime,
            # Memory that programs never free is their own matter.
            "ASAN_OPTIONS": f"{common}:detect_leaks=0:detect_stack_use_after_return=1",
            "UBSAN_OPTIONS": f"{common}:print_stacktrace=1",
            "TSAN_OPTIONS": common,
        }


def of_library(path):
    """The Sanitizer of a shared library, or None if it has none."""
    said = CHILDREN.run(["ldd", path], stdout=subprocess.PIPE, text=True).stdout
    found = RUNTIME.search(said)
    return Sanitizer({"a": "asan", "t": "tsan"}[found.group(1)], found.group(2)) if found else None


def make_reports(directory):
    """A directory for reports that any user may write."""
    path = os.path.join(directory, "reports")
    os.mkdir(path)
    os.chmod(path, 0o1777)
    return path


def reported(reports):
    """The lines of all reports; always the first line of each."""
    lines = []
    for name in sorted(os.listdir(reports)):
        with open(os.path.join(reports, name), encoding="utf-8", errors="replace") as file:
            lines += file.read().splitlines()[:LINES] or [name]
    return lines
