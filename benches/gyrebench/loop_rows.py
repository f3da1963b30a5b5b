# SPDX-License-Identifier: MIT
"""Our own benchmark programs, benches/loop/*.c: each built against both libraries, its cases run.

A program names its cases in `@case` lines of its first comment and prints one line per run
(bench_report in bench.h).
"""

import os
import re
import subprocess

from gyrebench.measure import (ROOT, SIDES, Failure, Skipped, check_library, clean_environment,
                               ratio, turns)
from gyrebench.measure import choose as choose_names

SOURCES = os.path.join(ROOT, "benches", "loop")
BINARIES = os.path.join(ROOT, "build", "bench", "loop")
BUILD = os.path.join(ROOT, "build")
FLAGS = ["-O2", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-Wl,-z,now"]
LINK = {
    "libuv": ["-luv"],
    "gyre": [f"-I{ROOT}/include", f"-L{BUILD}", "-lgyre", f"-Wl,-rpath,{BUILD}"]}
SKIP = 77
# Signs that a program uses more than one thread, the pool's or its own, or another process at the
# other end.
NOT_ALONE = (r"\b(uv_thread_create|uv_queue_work|uv_fs_(?!event)\w+|uv_getaddrinfo|uv_spawn|"
             r"bench_fork)\(")
RUN_LIMIT_S = 120
# A first run that is far too short does not show how many operations fill the target time.
GROW_AT_MOST = 50


def read_cases():
    """All cases of all programs:
    `@case NAME OPERATIONS [ARGUMENT...] [goal=X] [by=cpu|time] [ours]`."""
    cases = []
    for file in sorted(os.listdir(SOURCES)):
        if not file.endswith(".c"):
            continue
        with open(os.path.join(SOURCES, file), encoding="utf-8") as source:
            text = source.read()
        threads = re.search(NOT_ALONE, text) is not None
        lines = re.findall(r"^ \* @case (\S+) (\d+) ?(.*)$", text, re.M)
        if not lines:
            raise SystemExit(f"benches/loop/{file} names no @case")
        for name, ops, rest in lines:
            words = rest.split()
            marks = dict(w.split("=") for w in words if w.startswith(("goal=", "by=")))
            cases.append({
                "name": name, "program": file[:-2], "ops": int(ops),
                "args": [w for w in words if "=" not in w and w != "ours"],
                "goal": float(marks["goal"]) if "goal" in marks else None,
                "judged_by": marks.get("by", "time" if threads else "cpu"),
                "ours_only": "ours" in words, "threads": threads})
    return cases


def choose(cases, patterns):
    chosen = choose_names([case["name"] for case in cases], patterns)
    return [case for case in cases if case["name"] in chosen]


def build(cases, say):
    """Compiles programs that are older than their source or a header beside it."""
    headers = [os.path.join(SOURCES, f) for f in os.listdir(SOURCES) if f.endswith(".h")]
    for side in SIDES:
        os.makedirs(os.path.join(BINARIES, side), exist_ok=True)
        for program in sorted({c["program"] for c in cases}):
            source = os.path.join(SOURCES, program + ".c")
            binary = os.path.join(BINARIES, side, program)
            newest = max(os.path.getmtime(f) for f in headers + [source, __file__])
            if os.path.exists(binary) and os.path.getmtime(binary) > newest:
                continue
            say(f"building {program} on {side}")
            command = [os.environ.get("CC", "cc"), *FLAGS, source, "-o", binary, *LINK[side],
                       "-lpthread", "-ldl"]
            result = subprocess.run(command, capture_output=True, text=True)
            if result.returncode != 0:
                hint = ""
                if re.search(r"uv\.h: No such file|cannot find -luv", result.stderr):
                    hint = "\nlibuv is what the benchmarks compare with: install libuv1-dev."
                raise SystemExit(f"cannot build {program}:\n{result.stderr}{hint}")


class Bench:
    """The two libraries, and how a program is run on each."""

    def __init__(self, options):
        self.options = options
        self.directory = {"libuv": options.base, "gyre": options.ours or BUILD}
        self.binaries = {side: side for side in SIDES}
        if options.self:
            self.directory["gyre"] = self.directory["libuv"]
            self.binaries["gyre"] = "libuv"
        self.libraries, self.versions = {}, {}

    def run(self, case, side, ops, wrap=(), env=None, limit=RUN_LIMIT_S):
        program = os.path.join(BINARIES, self.binaries[side], case["program"])
        extra = self.options.env if side == "gyre" else []
        variables = clean_environment(self.directory[side], extra)
        try:
            result = subprocess.run([*wrap, program, str(ops), *case["args"]], capture_output=True,
                                    text=True, timeout=limit, env=dict(variables, **(env or {})))
        except subprocess.TimeoutExpired:
            raise Failure(f"{side}: no end after {limit} s")
        if result.returncode == SKIP:
            raise Skipped(result.stderr.strip())
        fields = result.stdout.rstrip("\n").split("\t")
        if result.returncode != 0 or len(fields) != 7:
            said = result.stderr.strip().splitlines()
            raise Failure(f"{side}: status {result.returncode}: {said[-1] if said else 'silent'}")
        self.libraries[side] = check_library(side, fields[5], self.directory[side])
        self.versions[side] = fields[6]
        done, wall, cpu, span = (int(f) for f in fields[1:5])
        return {"ops": done, "wall_ns": wall / done, "cpu_ns": cpu / done, "span_ns": span,
                "stderr": result.stderr}


def size_run(bench, case, side, target_ns):
    """Each side gets as many operations as fill the target time, so that a library that is a
    hundred times faster is not judged by a run that is a hundred times shorter."""
    count = case["ops"]
    while True:
        sample = bench.run(case, side, count)
        grow = target_ns / max(sample["span_ns"], 1)
        if grow < 1.7:
            return count, sample
        count = int(count * min(grow, GROW_AT_MOST))


def measure(bench, case, options, quiet, progress):
    sides = [s for s in SIDES if s == "gyre" or not case["ours_only"]]
    # On which CPUs threads land is random for a whole run: more runs, not longer ones.
    rounds = options.rounds * 2 - 1 if case["threads"] else options.rounds
    samples, ops = {side: [] for side in sides}, {}
    with quiet():
        progress("sizing")
        for side in sides:
            ops[side], first = size_run(bench, case, side, options.target_ms * 1e6)
            samples[side].append(first)
        for number in range(1, rounds):
            progress(f"round {number + 1}/{rounds}")
            for side in turns(number):
                if side in sides:
                    samples[side].append(bench.run(case, side, ops[side]))
    row = {key: case[key] for key in ("name", "program", "args", "judged_by", "ours_only")}
    row.update(goal=None if options.self else case["goal"], unit="ns", sides={})
    for side in sides:
        row["sides"][side] = {"ops": ops[side],
                              "figure": [round(s["wall_ns"], 3) for s in samples[side]],
                              "cpu_ns": [round(s["cpu_ns"], 3) for s in samples[side]]}
    if len(sides) == 2:
        for key, what in (("ratio", "figure"), ("cpu_ratio", "cpu_ns")):
            row[key] = ratio(*(row["sides"][side][what] for side in SIDES), False)
    return row
