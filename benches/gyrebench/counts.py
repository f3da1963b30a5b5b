# SPDX-License-Identifier: MIT
"""Instructions (callgrind) and system calls (strace) of our cases: other load does not affect them.
"""

import re
import shutil
import sys
import tempfile

from gyrebench.measure import Failure

LIMIT_S = 300
TOOLS = {"valgrind": "instructions", "strace": "system calls"}


def tools():
    there = {tool for tool in TOOLS if shutil.which(tool)}
    for tool in TOOLS.keys() - there:
        print(f"{tool} is not installed: {TOOLS[tool]} are not counted", file=sys.stderr)
    return there


def instructions(bench, case, side):
    wrap = ["valgrind", "--tool=callgrind", "--collect-atstart=no",
            "--callgrind-out-file=/dev/null"]
    sample = bench.run(case, side, min(case["ops"], 20000), wrap, limit=LIMIT_S)
    found = re.search(r"Collected : (\d+)", sample["stderr"])
    if not found or int(found.group(1)) == 0:
        raise Failure(f"{side}: callgrind counted nothing; is its header (valgrind) installed?")
    return round(int(found.group(1)) / sample["ops"], 2)


def system_calls(bench, case, side):
    """The calls between the marks that a program sets around its windows, by name."""
    with tempfile.NamedTemporaryFile("r", suffix=".strace", errors="replace") as log:
        wrap = ["strace", "-f", "-qq", "-o", log.name]
        sample = bench.run(case, side, min(case["ops"], 2000), wrap, {"BENCH_MARK": "1"}, LIMIT_S)
        calls, inside, others, main = {}, False, set(), None
        for line in log:
            called = re.match(r"(\d+) +(\w+)\(", line)
            if not called:
                continue
            pid, name = called.groups()
            main = main or pid
            # bench_fork's processes identify themselves; a spawned one is another program by now.
            if name == "getsid" or (name == "execve" and pid != main):
                others.add(pid)
            if pid in others:
                continue
            if name == "getppid":
                inside = not inside
            elif inside:
                calls[name] = calls.get(name, 0) + 1
    return {"per_op": round(sum(calls.values()) / sample["ops"], 4),
            "by_name": {k: round(v / sample["ops"], 4) for k, v in
                        sorted(calls.items(), key=lambda item: -item[1])}}


def add(bench, row, case, there, progress):
    row["counts"] = {}
    for side in row["sides"]:
        counts = row["counts"][side] = {}
        # Under callgrind threads take turns, and one that waits for another uses up its whole turn.
        if "valgrind" in there and not case["threads"]:
            progress(f"instructions, {side}")
            counts["instructions"] = instructions(bench, case, side)
        if "strace" in there:
            progress(f"system calls, {side}")
            counts["syscalls"] = system_calls(bench, case, side)
