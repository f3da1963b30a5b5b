# SPDX-License-Identifier: MIT
"""Shared by both kinds of benchmark: two libraries that take turns, rows, ratios and verdicts."""

import os
import statistics

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
SIDES = ("libuv", "gyre")
# A goal of "as fast as libuv" means: not below this.
EVEN = 0.95
# With busy neighbours the only rule is that no row falls below this.
BUSY_FLOOR = 0.7


class Failure(Exception):
    """A row that cannot be measured; it says why and the others continue."""


class Skipped(Exception):
    """A row that this library does not offer."""


def check_library(side, path, wanted):
    """The loaded library must be this side's own, otherwise the command ends here."""
    path = os.path.realpath(path)
    if wanted:
        right = os.path.dirname(path) == os.path.realpath(wanted)
    else:
        right = not path.startswith(ROOT + os.sep)
    if not right:
        raise SystemExit(f"wrong library: {side} should come from "
                         f"{wanted or 'the distribution'}, but {path} was loaded")
    return path


def clean_environment(directory, extra=()):
    """A pool size or a preload from the shell must not favour one side."""
    env = {k: v for k, v in os.environ.items()
           if not k.startswith(("LD_", "UV_", "GYRE_", "NODE_"))}
    if directory:
        env["LD_LIBRARY_PATH"] = directory
    env.update(pair.split("=", 1) for pair in extra)
    return env


def turns(number):
    """Which side goes first in a round: the second one finds the machine warmer."""
    return SIDES if number % 2 == 0 else SIDES[::-1]


def choose(names, patterns):
    """The names that contain a pattern; a pattern that is a whole name matches only that."""
    for pattern in patterns:
        if not any(pattern in name for name in names):
            raise SystemExit(f"no row has '{pattern}' in its name; see --list")
    return [name for name in names if not patterns or name in patterns or
            any(p in name for p in patterns if p not in names)]


def summary(rounds):
    return {"median": round(statistics.median(rounds), 6), "min": round(min(rounds), 6),
            "max": round(max(rounds), 6), "rounds": [round(r, 6) for r in rounds]}


def ratio(base, ours, more_is_better):
    """How many times better we are, round by round. Both are lists of figures."""
    pairs = zip(ours, base) if more_is_better else zip(base, ours)
    return summary([a / max(b, 1e-9) for a, b in pairs])


def pool(rows):
    """One row from several runs of the same: all their rounds."""
    measured = [row for row in rows if "sides" in row]
    if not measured:
        return rows[-1]
    row = dict(measured[-1])
    row["sides"] = {side: {key: sum((one["sides"][side][key] for one in measured), [])
                           for key, value in sides.items() if isinstance(value, list)}
                    for side, sides in row["sides"].items()}
    for key in ("ratio", "cpu_ratio"):
        if key in row:
            row[key] = summary(sum((one[key]["rounds"] for one in measured), []))
    row["other_cpus"] = max(one["other_cpus"] for one in measured)
    return row


def judged(row):
    """The ratio that decides."""
    return row["cpu_ratio" if row["judged_by"] == "cpu" else "ratio"]


def verdict(row, busy):
    """met, missed or behind; without a goal, whether the rounds agree on who is faster."""
    if "failed" in row:
        return "failed"
    if "ratio" not in row:
        return ""
    found = judged(row)
    if row.get("information"):
        return ""
    if found["median"] < (BUSY_FLOOR if busy else EVEN):
        return "behind"
    if busy:
        return "ok"
    if row["goal"]:
        return "met" if found["median"] >= row["goal"] else "missed"
    return "faster" if found["min"] > 1.02 else "even"


def ratios(rows):
    """What decides each row that counts in the mean."""
    return [judged(row)["median"] for row in rows if "ratio" in row and not row.get("information")]


def line_ratios(rows):
    """The same for each line of the list of goals: the geometric mean of its rows."""
    lines = {}
    for row in rows:
        if row.get("line"):
            lines.setdefault(row["line"], []).append(row)
    return [statistics.geometric_mean(found) for found in map(ratios, lines.values()) if found]
