# SPDX-License-Identifier: MIT
"""One scenario: an executable file PROGRAM/NAME beside this one, run once on each library.

Used by tests/programs/run. A scenario prints what it saw, in words that do not depend on the
library; the control is the same file on the distribution's libuv, and the two must print the same.
It exits with 0, or with 77 and "skipped: why" as its last line. Its first comment may have:

    time limit: N s     more than the usual limit
    only with --all     takes long
    not under asan: WHY

It starts in an empty directory, which is also its TMPDIR, in a box (box.py). The loader of every
process that it starts reports which libuv.so.1 it used: using another than the side's own, or none
at all in a run, is a failure. So is a report of a sanitizer.
"""
import difflib
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import foreign
import sanitizer
from children import CHILDREN

HERE = os.path.dirname(os.path.abspath(__file__))
BOX = os.path.join(HERE, "box.py")
LIMIT_S = 60
SKIP, TIMED_OUT = 77, 124
HEAD_LINES = 25
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
LOADED = re.compile(r"calling init: (\S*/libuv\.so\.1\S*)")


class Side:
    """A library to run on; directory is where its libuv.so.1 is, or None for the system's."""

    def __init__(self, name, directory, uses_libuv=True, more=None):
        self.name = name
        self.directory = directory
        self.uses_libuv = uses_libuv
        self.more = more or {}
        self.sanitizer = sanitizer.of_library(self.library) if directory else None

    @property
    def library(self):
        return os.path.join(self.directory, "libuv.so.1")

    def unfit(self, not_under):
        """Why something does not run under this side's sanitizer, or None."""
        return not_under.get(self.sanitizer.name) if self.sanitizer else None

    def limit(self, seconds):
        return seconds * (sanitizer.SLOWER if self.sanitizer else 1)

    def environment(self, reports):
        return {**(self.sanitizer.environment(reports) if self.sanitizer else {}), **self.more}

    def complaint(self, loaded):
        """What is wrong with the loaded libraries, or None."""
        if not self.uses_libuv:
            return f"loads {sorted(loaded)[0]}" if loaded else None
        if not loaded:
            return "no process of it loaded a libuv.so.1"
        own = self.library if self.directory else None
        for path in sorted(loaded):
            if (path != own) if own else path.startswith(foreign.ROOT):
                return f"loaded {path}"
        return None


class Program:
    """A folder of scenarios: what its program needs to run, determined once. not_under says why it
    cannot run under a sanitizer: {name of the sanitizer: reason}; shares has patterns of its
    directories that it does not find elsewhere."""

    def __init__(self, name, commands=(), files=(), unpacked=None, shares=(), extra_sides=(),
                 not_under=None):
        self.name = name
        self.commands, self.files = commands, files
        self.unpacked = unpacked
        self.shares = shares
        self.extra_sides = extra_sides
        self.not_under = not_under or {}
        self.root = None
        self.why_not = None

    def shared(self):
        """(a directory of the unpacked program, where the program looks for it)"""
        found = (glob.glob(f"{self.root}/{pattern}")[0] for pattern in self.shares)
        return [(path, path.removeprefix(self.root)) for path in found]

    def prepare(self, isolated):
        """Sets why_not when the program cannot run here."""
        for command in self.commands:
            if shutil.which(command, path=SYSTEM_PATH) is None:
                self.why_not = f"{command} is not installed"
        for path in self.files:
            if not os.path.exists(path):
                self.why_not = f"{path} does not exist"
        if self.shares and not isolated:
            self.why_not = "needs a mount namespace, which is not allowed here"
        if self.unpacked and not self.why_not:
            try:
                self.root = self.unpacked()
            except foreign.Unavailable as reason:
                self.why_not = f"not available: {reason}"

    def environment(self, side, work, traces, reports):
        path, libraries = SYSTEM_PATH, [side.directory] if side.directory else []
        if self.root:
            path = ":".join(os.path.join(self.root, "usr", d) for d in ("bin", "sbin")) + ":" + path
            libraries.append(foreign.library_path(self.root))
        return {
            "PATH": path, "HOME": work, "TMPDIR": work, "TERM": "dumb", "LANG": "C.UTF-8",
            "USER": "somebody", "LOGNAME": "somebody", "SHELL": "/bin/sh", "TZ": "UTC",
            "RES_OPTIONS": "attempts:0",  # no query leaves for a name server
            "LUA_PATH": f"{HERE}/{self.name}/?.lua;;", "PYTHONDONTWRITEBYTECODE": "1",
            **({"BOX_LD_LIBRARY_PATH": ":".join(libraries)} if libraries else {}),
            "BOX_LD_DEBUG": "libs", "BOX_LD_DEBUG_OUTPUT": os.path.join(traces, "ld"),
            **side.environment(reports),
        }


class Outcome:
    def __init__(self, code, seconds, output, errors, complaint, reported):
        self.code, self.seconds = code, seconds
        self.output, self.errors = output, errors
        self.complaint, self.reported = complaint, reported

    @property
    def skipped(self):
        return self.code == SKIP

    @property
    def trouble(self):
        if self.reported:
            return "a sanitizer reports"
        if self.code == TIMED_OUT:
            return f"still running after {self.seconds:.0f} s"
        if self.code > 128:
            return f"ended by signal {self.code - 128}"
        if self.code != 0:
            return f"exit status {self.code}"
        return self.complaint

    def reason(self):
        lines = self.output.strip().splitlines() or self.errors.strip().splitlines() or ["?"]
        return lines[-1].removeprefix("skipped: ")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def own_hosts(base):
    """Arguments for the box that give every machine the same names: this one may lack some."""
    path = os.path.join(base, "hosts")
    with open(path, "w", encoding="ascii") as file:
        file.write("127.0.0.1 localhost\n::1 localhost ip6-localhost\n")
    os.chmod(path, 0o644)
    return ["--bind", path, "/etc/hosts"]


def libraries_in(traces):
    loaded = set()
    for name in os.listdir(traces):
        loaded.update(LOADED.findall(read(os.path.join(traces, name))))
    return loaded


class Scenario:
    def __init__(self, program, path):
        self.program, self.path = program, path
        self.name = f"{program.name}/{os.path.splitext(os.path.basename(path))[0]}"
        with open(path, encoding="utf-8") as file:
            head = "".join(line for _, line in zip(range(HEAD_LINES), file))
        limit = re.search(r"time limit: (\d+) s\b", head)
        self.limit_s = int(limit.group(1)) if limit else LIMIT_S
        self.takes_long = "only with --all" in head
        self.not_under = dict(re.findall(r"not under (asan|tsan): (.+)", head))

    def run(self, side, isolated, keep=False):
        """Once, on one side."""
        base = tempfile.mkdtemp(prefix="gyre-programs-")
        work, traces = os.path.join(base, "work"), os.path.join(base, "traces")
        os.mkdir(work)
        os.mkdir(traces)
        for directory in (base, work):
            os.chmod(directory, 0o755)
        os.chmod(traces, 0o1777)  # some scenarios drop root
        report = os.path.join(base, "report")
        reports = sanitizer.make_reports(base)
        limit_s = side.limit(self.limit_s)
        command = [sys.executable, BOX, "--limit", str(limit_s), "--report", report]
        command += own_hosts(base) if isolated else ["--open"]
        for found in self.program.shared():
            command += ["--share", *found]
        out, err = os.path.join(base, "out"), os.path.join(base, "err")
        try:
            with open(out, "wb") as output, open(err, "wb") as errors:
                code = CHILDREN.run(
                    [*command, "--", self.path], cwd=work, stdin=subprocess.DEVNULL, stdout=output,
                    stderr=errors, start_new_session=True,
                    env=self.program.environment(side, work, traces, reports)).returncode
            return self.judge(side, base, code, float(limit_s))
        finally:
            if keep:
                print(f"kept: {base}")
            else:
                shutil.rmtree(base, ignore_errors=True)

    def judge(self, side, base, code, seconds):
        report, left = os.path.join(base, "report"), []
        if os.path.exists(report):
            said = json.loads(read(report))
            seconds, left = said["seconds"], said["left"]
        output, errors = read(os.path.join(base, "out")), read(os.path.join(base, "err"))
        complaint = None
        if code == 0:
            complaint = side.complaint(libraries_in(os.path.join(base, "traces")))
            if not output.strip():
                complaint = "prints nothing, so it proves nothing"
            if left:
                complaint = f"left running: {'; '.join(left)}"
        reported = sanitizer.reported(os.path.join(base, "reports"))
        return Outcome(code, seconds, output.replace(base, "BASE"), errors, complaint, reported)


def difference(control, here):
    """The lines in which two outputs differ, a few of them."""
    lines = difflib.unified_diff(control.output.splitlines(), here.output.splitlines(),
                                 "control", "here", lineterm="", n=1)
    return list(lines)[2:40]
