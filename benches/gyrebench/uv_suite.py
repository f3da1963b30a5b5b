# SPDX-License-Identifier: MIT
"""libuv's own benchmark programs, from the distribution's source package, on both libraries.

The package's program is built once against each library (tests/uv fetches and builds it) and its
own runner starts each benchmark with its helpers. The table below has what each of them prints,
whether more or less is better, and our goals.
"""

import fnmatch
import os
import random
import re
import signal
import sys
import tempfile
import time

from gyrebench.measure import (EVEN, ROOT, SIDES, Failure, check_library, choose,
                               clean_environment, ratio, turns)
from gyrebench.network import own_network

sys.path.append(os.path.join(ROOT, "tests", "uv"))
import build as uv_build  # noqa: E402
import package as uv_package  # noqa: E402

# A longer run is killed. The slowest takes about 20 s on a quiet machine.
LIMIT_S = 200
# On which CPUs threads land decides these, for a whole run: more rounds, if one is short.
MORE_ROUNDS = 2
SHORT_S = 30
# The figures are printed with this many decimals: smaller ones count as half of the last one.
RESOLUTION = 0.005


class Figure:
    """One row of the table: how a benchmark prints it, its unit, and our goal."""

    def __init__(self, pattern, unit, goal, name=None, less=False, information=False,
                 read=None):
        self.pattern, self.unit, self.goal, self.name = pattern, unit, goal, name
        self.more_is_better = not less
        self.read = read or (lambda text, *groups: number(groups[0]))
        self.information = information  # shown, but neither judged nor in the mean


class Kind:
    """How to read benchmarks of one kind.

        timed      they run for a fixed time, so CPU time must be seen beside the work done in it
        unsteady   their figures vary between runs: more rounds, if those are short
    """

    def __init__(self, *figures, timed=False, unsteady=False):
        self.figures, self.timed, self.unsteady = figures, timed, unsteady


CPU = "the CPU time of the whole tree of processes"
RATE = r"\(([\d,]+)/s(?:ec)?\b"
RECEIVED = r": (\d+)/s received"


def number(text):
    return float(text.replace(",", ""))


def accepted(text, rate):
    """The benchmark, which lasts 10 s, counts failed connections as accepted."""
    return number(rate) - int(re.search(r"\((\d+) failed\)", text).group(1)) / 10


def stats_per_second(text, seconds, rate):
    """The package's text buffer is full after some lines; the seconds are there nevertheless."""
    return 100000 / max(float(seconds), RESOLUTION) if "<" in rate else number(rate)


def udp(goal, timed):
    return Kind(Figure(RECEIVED, "datagrams/s", goal), timed=timed)


def pump(goal):
    return Kind(Figure(r"_client: ([\d.]+) gbit/s", "Gbit/s", goal),
                Figure(r"_server: ([\d.]+) gbit/s", "Gbit/s", goal, "server"), timed=True,
                unsteady=True)


def stats(label, goal, name):
    return Figure(rf"stats \({label}\): ([\d.]+)s \(([^()]+)/s\)", "stats/s", goal, name,
                  read=stats_per_second)


# Patterns of names, the first match counts. A goal is what prototypes showed to be possible, less
# some room for the real interface; many are bounded by the kernel's share of the work.
BENCHMARKS = [
    ("loop_count", Kind(Figure(r"\((\d+)/s\)", "turns/s", 10))),
    ("loop_count_timed", Kind(Figure(r"\((\d+) ticks/s\)", "turns/s", 10), timed=True)),
    ("ping_pongs", Kind(Figure(r"(\d+) roundtrips/s", "round trips/s", 4), timed=True,
                        unsteady=True)),
    ("ping_udp*", Kind(Figure(r"~ (\d+) roundtrips/s", "round trips/s", EVEN), timed=True)),
    # If they were held back and sent together, the writes would be 8 times as fast; but none is
    # held back.
    ("tcp_write_batch", Kind(Figure(r"requests in ([\d.]+)s", "s", EVEN, less=True))),
    ("*_pound_*", Kind(Figure(r": (\d+) accepts/s", "accepts/s", 1.05, read=accepted),
                       timed=True)),
    ("tcp_pump*", pump(1.08)),
    ("pipe_pump*", pump(1.03)),
    ("tcp_multi_accept*", Kind(Figure(r"accept\d+: (\d+) accepts/sec", "accepts/s", EVEN))),
    ("udp_pummel_1v*", udp(EVEN, False)),
    ("udp_pummel_10v*", udp(1.15, False)),
    ("udp_pummel_100v*", udp(1.25, False)),
    ("udp_pummel_1000v*", udp(1.4, False)),
    ("udp_timed_pummel_1v*", udp(EVEN, True)),
    ("udp_timed_pummel_10v*", udp(1.15, True)),
    ("udp_timed_pummel_100v*", udp(1.25, True)),
    ("udp_timed_pummel_1000v*", udp(1.4, True)),
    ("getaddrinfo", Kind(Figure(r"(\d+) req/s", "requests/s", 1.15))),
    ("fs_stat", Kind(stats("sync", EVEN, "sync"), stats("1 concurrent", 8, "1"),
                     stats("2 concurrent", EVEN, "2"), stats("4 concurrent", 4, "4"),
                     stats("8 concurrent", 3, "8"), stats("16 concurrent", 1.4, "16"),
                     stats("32 concurrent", 1.4, "32"), Figure(CPU, "s", EVEN, "CPU", less=True),
                     unsteady=True)),
    ("async1", Kind(Figure(RATE, "round trips/s", 50), unsteady=True)),
    ("async2", Kind(Figure(RATE, "round trips/s", 8), unsteady=True)),
    ("async4", Kind(Figure(RATE, "round trips/s", 2.5), unsteady=True)),
    ("async8", Kind(Figure(RATE, "round trips/s", 1.4), unsteady=True)),
    ("async_pummel_1", Kind(Figure(RATE, "callbacks/s", 3), unsteady=True)),
    ("async_pummel_2", Kind(Figure(RATE, "callbacks/s", 2.5), unsteady=True)),
    ("async_pummel_4", Kind(Figure(RATE, "callbacks/s", 2.5), unsteady=True)),
    ("async_pummel_8", Kind(Figure(RATE, "callbacks/s", 2), unsteady=True)),
    ("queue_work", Kind(Figure(RATE, "jobs/s", 30), timed=True, unsteady=True)),
    ("spawn", Kind(Figure(r"(\d+) spawns/s", "spawns/s", 1.05))),
    ("thread_create", Kind(Figure(RATE, "threads/s", EVEN))),
    ("million_async", Kind(Figure(r"\(([\d,]+)/s,", "events/s", 3), timed=True)),
    # The last timer is due after 10 s: the total cannot be less, and time that init saves is waited
    # for in dispatch.
    ("million_timers", Kind(
        Figure(r"([\d.]+) seconds total", "s", EVEN, "total", less=True),
        Figure(r"([\d.]+) seconds init", "s", 2.5, "init", less=True),
        Figure(r"([\d.]+) seconds dispatch", "s", None, "dispatch", less=True, information=True),
        Figure(r"([\d.]+) seconds cleanup", "s", EVEN, "cleanup", less=True),
        Figure(CPU, "s", 5, "CPU", less=True))),
    # Prints the sizes of types: see check_sizes.
    ("sizes", None),
]
# The lines of the list of goals, as patterns of row names. Rows that measure the same are one line.
GOAL_LINES = [
    "loop_count*", "ping_pongs", "ping_udp*", "tcp_write_batch", "tcp4_pound_*", "pipe_pound_*",
    "tcp_pump*", "pipe_pump*", "tcp_multi_accept*", "udp_*pummel_1v*", "udp_*pummel_10v*",
    "udp_*pummel_100v*", "udp_*pummel_1000v*", "getaddrinfo", "fs_stat sync", "fs_stat [1248]",
    "fs_stat [13][26]", "async[1248]", "async_pummel_*", "queue_work", "spawn", "thread_create",
    "million_async", "million_timers total", "million_timers CPU", "million_timers init"]
UNKNOWN = "unknown output: add it to the table in benches/gyrebench/uv_suite.py"


def kind_of(name):
    for pattern, kind in BENCHMARKS:
        if fnmatch.fnmatchcase(name, pattern):
            return kind
    raise Failure(UNKNOWN)


class Suite:
    """The package's benchmarks, built against both libraries."""

    def __init__(self, options):
        self.options = options
        try:
            version, source = uv_package.fetch(ROOT)
        except uv_package.Unavailable as why:
            raise SystemExit(f"libuv's benchmarks are not available: {why}")
        self.versions = {"libuv": version}
        self.names = [task.name for task in uv_package.read_list(source, "benchmark")]
        ours = os.path.join(options.ours or os.path.join(ROOT, "build"), "libgyre.so")
        self.programs = {
            "libuv": uv_build.Program(ROOT, source, "control", kind="benchmark"),
            "gyre": uv_build.Program(ROOT, source, "gyre", os.path.abspath(ours),
                                     [os.path.join(ROOT, "include")], kind="benchmark")}
        self.directory = {"libuv": options.base, "gyre": os.path.dirname(os.path.abspath(ours))}
        self.libraries = {}
        if options.self:
            self.programs["gyre"] = self.programs["libuv"]
            self.directory["gyre"] = self.directory["libuv"]

    def build(self):
        for program in self.programs.values():
            program.make()

    def choose(self, patterns):
        return choose(self.names, patterns)

    def note_library(self, side, pid):
        """Asks the kernel what the runner has loaded; its children are the same program."""
        with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as maps:
            found = set(re.findall(r"(/\S*/lib(?:uv|gyre)\.so\S*)$", maps.read(), re.M))
        if not found:
            return False
        for path in found:
            self.libraries[side] = check_library(side, path, self.directory[side])
        return True

    def run(self, name, side):
        """Runs a benchmark once; returns what it printed and the CPU seconds of all processes."""
        extra = self.options.env if side == "gyre" else []
        env = clean_environment(self.options.base if side == "libuv" else None, extra)
        env["UV_TEST_TIMEOUT_MULTIPLIER"] = "3"
        with tempfile.TemporaryFile("w+", errors="replace") as out, \
                tempfile.TemporaryDirectory(prefix="bench-") as scratch:
            pid = spawn([self.programs[side].path, name], env, out, scratch)
            status, cpu_s = self.wait(name, side, pid)
            out.seek(0)
            text = out.read()
        if status != 0:
            raise Failure(f"{side}: {last_words(text)}")
        return text, cpu_s

    def wait(self, name, side, pid):
        started, known, status, pause_s = time.monotonic(), False, None, 0.005
        try:
            while status is None:
                time.sleep(pause_s)
                pause_s = 0.05
                known = known or self.note_library(side, pid)
                ended, code, usage = os.wait4(pid, os.WNOHANG)
                if ended:
                    status = code
                elif time.monotonic() - started > LIMIT_S:
                    raise Failure(f"{side}: no end after {LIMIT_S} s")
        finally:
            end_group(pid, status is None)
        if not known and status == 0:
            raise SystemExit(f"{name} on {side}: it could not be seen which library was loaded")
        return status, usage.ru_utime + usage.ru_stime


def spawn(command, env, out, directory):
    """Starts a process in a group of its own, so that its helpers can be killed with it, and in a
    network of its own, if that is allowed."""
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            own_network()
            os.chdir(directory)
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            os.execve(command[0], command, env)
        finally:
            os._exit(127)
    return pid


def end_group(pid, leader_runs):
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    if leader_runs:
        os.waitpid(pid, 0)


def last_words(text):
    """The line that says why a benchmark failed."""
    lines = [line.lstrip("# ").strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith(("Output from", "not ok"))]
    told = [line for line in lines if "ssert" in line or "rror" in line]
    words = (told or lines or ["silent"])[-1]
    return re.sub(r"/\S*/(benchmark-)", r"\1", words)


def read_figures(kind, side, text, cpu_s):
    figures = []
    for figure in kind.figures:
        if figure.pattern is CPU:
            figures.append(cpu_s)
            continue
        found = re.search(figure.pattern, text)
        if not found:
            raise Failure(f"{side}: no '{figure.unit}' in its output: {last_words(text)}")
        figures.append(max(figure.read(text, *found.groups()), RESOLUTION))
    return figures


def check_sizes(suite):
    """A row that shows whether the types are as large as libuv's."""
    row = {"name": "sizes", "goal": None}
    texts = [suite.run("sizes", side)[0] for side in SIDES]
    sizes = [dict(re.findall(r"(uv_\w+): (\d+) bytes", text)) for text in texts]
    wrong = [name for name in sizes[0] if sizes[1].get(name) != sizes[0][name]]
    if wrong or not sizes[0]:
        row["failed"] = "other sizes than libuv's: " + ", ".join(wrong)
    else:
        row["remark"] = f"{len(sizes[0])} types, each as large as libuv's"
    return [row]


def failed_row(name, kind, failures, figures):
    """Only a failure of ours alone is one. What libuv, or both, cannot end is said in a remark."""
    goal = kind.figures[0].goal
    words = {side: str(why) for side, why in failures.items()}
    if list(words) == ["libuv"]:
        said = ", ".join(f"{figure:.4g} {one.unit}"
                         for one, figure in zip(kind.figures, figures["gyre"][-1]))
        return {"name": name, "goal": goal, "remark": f"{words['libuv']}; gyre: {said}"}
    if len(words) == 2 and len({w.split(": ", 1)[1] for w in words.values()}) == 1:
        return {"name": name, "goal": goal,
                "remark": "fails on both: " + words["gyre"].split(": ", 1)[1]}
    return {"name": name, "goal": goal, "failed": "; ".join(words.values())}


def measure(suite, name, rounds, quiet, progress):
    """The rows of one benchmark."""
    kind = kind_of(name)
    if kind is None:
        return check_sizes(suite)
    figures = {side: [] for side in SIDES}
    cpu = {side: [] for side in SIDES}
    number, first = 0, random.randrange(2)
    while number < rounds:
        failures = {}
        with quiet():
            began = time.monotonic()
            for side in turns(number + first):
                progress(f"round {number + 1}/{rounds}, {side}")
                try:
                    text, cpu_s = suite.run(name, side)
                    figures[side].append(read_figures(kind, side, text, cpu_s))
                    cpu[side].append(cpu_s)
                except Failure as why:
                    failures[side] = why
        if failures:
            return [failed_row(name, kind, failures, figures)]
        if number == 0 and kind.unsteady and time.monotonic() - began < SHORT_S:
            rounds = MORE_ROUNDS * rounds - 1
        number += 1
    return [make_row(name, kind, index, figures, cpu) for index in range(len(kind.figures))]


def row_name(name, figure):
    if figure.name == "server":
        return name.replace("_client", "_server")
    return f"{name} {figure.name}" if figure.name else name


def goal_line(row):
    """The line of the list of goals that a row belongs to; None for additional ones."""
    return next((line for line in GOAL_LINES if fnmatch.fnmatchcase(row, line)), None)


def make_row(name, kind, index, figures, cpu):
    figure = kind.figures[index]
    values = {side: [f[index] for f in figures[side]] for side in SIDES}
    row = {"name": row_name(name, figure), "unit": figure.unit,
           "goal": figure.goal, "judged_by": "figure", "information": figure.information,
           "line": goal_line(row_name(name, figure)),
           "sides": {side: {"figure": values[side]} for side in SIDES},
           "ratio": ratio(values["libuv"], values["gyre"], figure.more_is_better)}
    if all(f.pattern is not CPU for f in kind.figures):
        for side in SIDES:
            row["sides"][side]["cpu_s"] = [round(s, 3) for s in cpu[side]]
        work = {side: [c / f if kind.timed else c for c, f in zip(cpu[side], values[side])]
                for side in SIDES}
        row["cpu_ratio"] = ratio(work["libuv"], work["gyre"], False)
    return row
