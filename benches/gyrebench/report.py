# SPDX-License-Identifier: MIT
"""Results as text: the table, its meaning, and where the figures of a run are kept."""

import json
import os
import statistics
import sys
import time

from gyrebench import measure
from gyrebench.measure import BUSY_FLOOR, EVEN, ROOT, SIDES, verdict

OUT = os.path.join(ROOT, "benches", "out")
HEAD = ["row", "libuv", "gyre", "ratio", "spread", "rounds", "libuv CPU", "gyre CPU", "CPU ratio",
        "spread", "goal", "verdict"]
COUNT_HEAD = ["libuv instr.", "gyre instr.", "libuv syscalls", "gyre syscalls"]
# If others use more CPUs than this, the row counts as disturbed.
DISTURBED = 0.15
# The exit status of the command: rows that could not be measured, that missed a goal, or worse.
STATUS = {"failed": 1, "missed": 3, "behind": 4}


def three_digits(value):
    return f"{value:.{0 if value >= 99.95 else 1 if value >= 9.995 else 2}f}"


def figure(value, unit):
    """A figure in three digits, with the unit that suits it."""
    if unit in ("ns", "s"):
        value *= 1e9 if unit == "s" else 1
        for name, size in (("ns", 1), ("us", 1e3), ("ms", 1e6), ("s", 1e9)):
            if value / size < 999.5 or name == "s":
                return f"{three_digits(value / size)} {name}"
    for name, size in (("", 1), ("k", 1e3), ("M", 1e6), ("G", 1e9)):
        if value / size < 999.5 or name == "G":
            break
    short = "/s" if unit.endswith("/s") and unit != "Gbit/s" else " " + unit
    return three_digits(value / size) + name + short


def factor(value):
    return f"{value:.1g}x" if value < 0.0995 else three_digits(value) + "x"


def ratio_cells(ratio):
    return [factor(ratio["median"]), f"{factor(ratio['min'])}-{factor(ratio['max'])}"]


def cpu_cells(row):
    """CPU time: of one operation in our own rows, of a whole run in the suite's."""
    if "cpu_ratio" not in row:
        return ["-"] * 4
    unit = "ns" if "cpu_ns" in row["sides"]["gyre"] else "s"
    medians = [statistics.median(row["sides"][side]["cpu_" + unit]) for side in SIDES]
    return [figure(value, unit) for value in medians] + ratio_cells(row["cpu_ratio"])


def cells(row, busy):
    name = row["name"]
    if "failed" in row or "remark" in row:
        return [name, "failed: " + row["failed"] if "failed" in row else row["remark"]]
    ours = statistics.median(row["sides"]["gyre"]["figure"])
    rounds = str(len(row["sides"]["gyre"]["figure"]))
    if "ratio" not in row:
        cpu = statistics.median(row["sides"]["gyre"]["cpu_ns"])
        return [name, "-", figure(ours, "ns"), "-", "-", rounds, "-", figure(cpu, "ns"), "-", "-",
                "", ""]
    base = statistics.median(row["sides"]["libuv"]["figure"])
    goal = factor(row["goal"]) if row["goal"] and not busy else ""
    return ([name, figure(base, row["unit"]), figure(ours, row["unit"])] +
            ratio_cells(row["ratio"]) + [rounds] + cpu_cells(row) + [goal, verdict(row, busy)])


def count_cells(row):
    out = []
    for what in ("instructions", "syscalls"):
        for side in SIDES:
            value = row.get("counts", {}).get(side, {}).get(what)
            value = value["per_op"] if isinstance(value, dict) else value
            out.append("-" if value is None else f"{value:.3g}" if value < 1000 else f"{value:.0f}")
    return out


def table(result):
    head, rows = list(HEAD), []
    counted = any("counts" in row for row in result["rows"])
    for row in result["rows"]:
        line = cells(row, result["hogs"])
        if counted and len(line) == len(HEAD):
            line += count_cells(row)
        rows.append(line)
    return head + (COUNT_HEAD if counted else []), rows


def print_table(result):
    head, rows = table(result)
    full = [r for r in rows if len(r) == len(head)]
    width = [max(len(r[i]) for r in full + [head]) for i in range(len(head))]
    width[0] = max(len(r[0]) for r in rows)
    if result["hogs"]:
        print(f"With {result['hogs']} busy processes alongside:")
    for line in [head] + rows:
        print("  ".join(c.ljust(width[i]) if i == 0 or len(line) != len(head) else
                        c.rjust(width[i]) for i, c in enumerate(line)).rstrip())
    print("\n" + notes(result))


def meaning(result):
    """How to read the rows of this kind."""
    if result["kind"] == "uv-suite":
        return ("The figures are the benchmarks' own, medians of the rounds.\nCPU: of all "
                "processes of a run; its ratio is for the same work. The ratio decides the "
                "verdict.")
    return ("Time and CPU time are for one operation, medians of the rounds.\nThe CPU "
            "ratio decides the verdict where one thread does the work, as in the rows of echo "
            "servers; elsewhere the ratio does.")


def mean(ratios, by_line):
    text = (f"Geometric mean of all {len(ratios)} rows, each counted once: "
            f"{factor(statistics.geometric_mean(ratios))}.")
    if by_line:
        text += (f"\nGeometric mean of the {len(by_line)} lines of the list of goals: "
                 f"{factor(statistics.geometric_mean(by_line))}. Rows that measure the same thing "
                 "(the two ends of a pump, one UDP benchmark with different numbers of sockets) "
                 "are one line there, with their geometric mean.")
    return text


def disturbed(rows):
    """Names the rows during which others used more of the machine than they should."""
    names = [row["name"] for row in rows if row.get("other_cpus", 0) > DISTURBED]
    return f"; more than {DISTURBED} during {', '.join(names)}" if names else ""


def notes(result):
    lines = [meaning(result), "Ratio: how many times better than libuv, more is better; spread: "
             "its lowest and highest round.",
             "Other work on the machine meanwhile: "
             f"{result['other_cpus']:.2f} of {result['machine']['cpus']} CPUs" +
             disturbed(result["rows"]) + "."]
    ratios = measure.ratios(result["rows"])
    if "runs" in result and missing(result):
        lines.append(f"Not measured with this load: {', '.join(missing(result))}.")
    if result["same_library"] and ratios:
        off = [abs(r - 1) for r in ratios]
        lines.append("Both sides ran the same library: the ratios are off by "
                     f"{100 * statistics.median(off):.1f} % in the median, "
                     f"{100 * max(off):.1f} % at most. That is the noise.")
    elif ratios:
        floor = BUSY_FLOOR if result["hogs"] else EVEN
        named = {word: [row["name"] for row in result["rows"]
                        if verdict(row, result["hogs"]) == word] for word in STATUS}
        lines.append(mean(ratios, measure.line_ratios(result["rows"])))
        for word, what in (("behind", f"Behind libuv (under {floor})"), ("missed", "Goal missed"),
                           ("failed", "Not measured")):
            if named[word]:
                lines.append(f"{what}: {', '.join(named[word])}.")
    return "\n".join(lines)


def status(result):
    """The exit status: that of the worst row."""
    if result["same_library"]:
        return 1 if any("failed" in row for row in result["rows"]) else 0
    found = [STATUS.get(verdict(row, result["hogs"]), 0) for row in result["rows"]]
    return 1 if 1 in found else max(found, default=0)


def new_file(kind):
    """Where the figures of a run are kept."""
    os.makedirs(OUT, exist_ok=True)
    with open(os.path.join(OUT, ".gitignore"), "w", encoding="ascii") as ignore:
        ignore.write("*\n")
    return os.path.join(OUT, f"{kind}-{time.strftime('%Y%m%d-%H%M%S')}.json")


def save(result, path):
    """Completely or not at all: a long run is saved after each row."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1)
        file.write("\n")
    os.replace(path + ".new", path)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def missing(result):
    return sorted(set(result["all"]) - set(result["measured"]))


def newest(kind, hogs):
    """The last run of this kind that measured every row, on two libraries; None without one."""
    files = sorted(f for f in os.listdir(OUT) if f.endswith(".json")) if os.path.isdir(OUT) else []
    for name in reversed(files):
        result = load(os.path.join(OUT, name))
        if (result.get("kind") == kind and result["hogs"] == hogs and "all" in result
                and not missing(result) and not result["same_library"]):
            return join([result])
    return None


def join(results):
    """One result from runs that measured parts of it. If several measured a row, all rounds count,
    except those that other work disturbed: that is why one measures again."""
    last = results[-1]
    rows = {}
    for result in results:
        if result["versions"] != last["versions"] or result["machine"] != last["machine"]:
            raise SystemExit("runs on other machines or with another libuv cannot be joined")
        for row in result["rows"]:
            same = rows.setdefault(row["task"], {}).setdefault(row["name"], [])
            if len(results) == 1 or row["other_cpus"] <= DISTURBED:
                same.append(row)
    seconds = sum(result["seconds"] for result in results)
    measured = sorted(task for task, found in rows.items() if all(found.values()))
    counted = [row for found in rows.values() for same in found.values() for row in same]
    return {**last, "measured": measured, "runs": results, "seconds": seconds,
            "rows": [measure.pool(same) for task in last["all"]
                     for same in rows.get(task, {}).values() if same],
            "other_cpus": statistics.fmean(row["other_cpus"] for row in counted)}


def say(text, last=False):
    """The progress line: rewritten in place on a terminal, else a line for every row."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="\n" if last else "", file=sys.stderr, flush=True)
    elif last:
        print(text, file=sys.stderr, flush=True)
