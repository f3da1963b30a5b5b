# SPDX-License-Identifier: MIT
"""Reports of ThreadSanitizer that are not about the engine.

The engine is not built with it, so its locks are not seen, and much of what it does looks like a
race. Suppressions would match any frame of a stack, and most of our stacks contain JavaScript: so
the reports are read here. A report is about the engine if the code that made one of the two
accesses is the engine's (or that of GLib, its run loop).
"""
import re

ENGINE = re.compile(r"\(lib(javascriptcoregtk|glib|icu)[^ ]*\.so")
SANITIZER = re.compile(r"\(libtsan\.so")
ACCESS = re.compile(r"  (Previous )?(atomic )?(read|write) of size", re.I)
FRAME = re.compile(r"    #\d+ (.*)")


def stacks(report):
    """The frames of each access; of the first stack if the report is about no access."""
    current = []
    found, others = [], [current]
    for line in report.splitlines():
        frame = FRAME.match(line)
        if frame:
            current.append(frame.group(1))
        elif line.startswith("  "):
            current = []
            (found if ACCESS.match(line) else others).append(current)
    return found or [frames for frames in others if frames][:1]


def is_engines(report):
    for frames in stacks(report):
        top = next((frame for frame in frames if not SANITIZER.search(frame)), "")
        if ENGINE.search(top):
            return True
    return False


def ours(text):
    """The reports in that text that are about gyre."""
    reports = [part for part in text.split("==================") if "WARNING: Thread" in part]
    return [report.strip() for report in reports if not is_engines(report)]
