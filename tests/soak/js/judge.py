# SPDX-License-Identifier: MIT
"""Judges what a soak has seen. After the first third (warm-up) everything must be flat."""
import statistics

GROWTH_MB, GROWTH_PART = 5, 0.05  # how much a fitted line may rise over the judged time
BUSY_MS = 100  # if a client's timers are this late (99th percentile), it cannot tell who is slow
RACES = 0.01  # of all requests may meet a connection that is just being closed
PEAK = 1.6  # times the median
SHORT_S = 120  # a shorter run is judged by its end alone
CALM_FACTOR, CALM_MS = 3, 20  # latency at the end, compared with the beginning
LATE_FACTOR = 5  # and with the delay of the client's own timers: a busy machine does not count


def slope(points):
    """Theil-Sen: the median of the slopes between all pairs, so that no single peak decides."""
    step = max(1, len(points) // 200)
    points = points[::step]
    slopes = [(v2 - v1) / (t2 - t1) for i, (t1, v1) in enumerate(points)
              for t2, v2 in points[i + 1:] if t2 > t1]
    return statistics.median(slopes) if slopes else 0.0


def late(samples, name):
    """The last two thirds of one figure, as points in time."""
    return [(s["at"], s[name]) for s in samples[len(samples) // 3:] if s.get(name) is not None]


def series(samples, name):
    points = late(samples, name)
    values = [v for _, v in points]
    rise = slope(points)
    return {"median": statistics.median(values), "max": max(values), "per_hour": rise * 3600,
            "growth": rise * (points[-1][0] - points[0][0])}


def latency(intervals, part):
    """Medians of p50 and p99 of small requests in a part of the time."""
    rows = [{**i["all"]["small"], "late": i["late"]["p99"] or 0} for i in intervals
            if i["all"].get("small", {}).get("count", 0) > 5]
    size = max(1, len(rows) // 3)
    rows = rows[size:2 * size] if part == "begin" and len(rows) > 3 else rows[-size:]
    if not rows:
        return {"p50": float("inf"), "p99": float("inf"), "late": 0}
    return {name: round(statistics.median(row[name] for row in rows), 1)
            for name in ("p50", "p99", "late")}


def calm(begin, end):
    spare = CALM_MS + LATE_FACTOR * end["late"]
    return (end["p50"] <= CALM_FACTOR * begin["p50"] + spare
            and end["p99"] <= CALM_FACTOR * begin["p99"] + CALM_FACTOR * spare)


def errors_of(intervals):
    total = {}
    for interval in intervals:
        for name, count in interval["errors"].items():
            total[name] = total.get(name, 0) + count
    return total


def summary(run):
    begin, end = (latency(run["intervals"], part) for part in ("begin", "end"))
    raced = sum(i["raced"] for i in run["intervals"])
    answers = sum(kind["count"] for i in run["intervals"] for kind in i["all"].values())
    return {"rss": series(run["samples"], "rss_mb"), "heap": series(run["samples"], "heap_mb"),
            "fds": series(run["samples"], "descriptors"),
            "threads": series(run["samples"], "threads"),
            "zombies": max(s["zombies"] for s in run["samples"]), "begin": begin, "end": end,
            "answers": answers, "raced": raced, "errors": errors_of(run["intervals"])}


def flat(figures, what, spare, part):
    f = figures[what]
    return f["growth"] <= spare + part * f["median"] and f["max"] <= PEAK * f["median"] + spare * 4


def busy(run):
    """Whether the machine was too busy for the figures of this run to be meaningful, in one of the
    judged parts."""
    late_ms = [i["late"]["p99"] for i in run["intervals"] if i["late"]["p99"] is not None]
    size = max(1, len(late_ms) // 3)
    parts = (late_ms[size:2 * size], late_ms[-size:])
    return any(statistics.median(part or [0]) > BUSY_MS for part in parts)


def checks(run, explained, long, sanitized):
    """(what was checked, whether it holds; None: it cannot be decided)"""
    s = summary(run)
    unexplained = {name: count for name, count in s["errors"].items()
                   if name.split(": ", 1)[1] not in explained}
    found = [
        (f"it survived, and ended when told to: exit status {run['status']}", run["status"] == 0),
        (f"{s['answers']} answers; {s['raced']} asked again, on a new connection",
         0 < s["answers"] >= s["raced"] / RACES),
        (f"errors that nothing explains: {unexplained or 'none'}", not unexplained),
        (f"descriptors: {run['before']['descriptors']} before, {run['after']['descriptors']} after",
         run["after"]["descriptors"] <= run["before"]["descriptors"]),
        (f"children left: {run['after']['children']}", run["after"]["children"] == 0),
    ]
    measured = [(f"small requests wait {s['begin']['p50']}, at the end {s['end']['p50']} ms (99th "
                 f"percentile: {s['begin']['p99']}, {s['end']['p99']})",
                 calm(s["begin"], s["end"]))]
    if long:
        measured.append((f"descriptors and threads stay flat: {s['fds']['growth']:+.1f} and "
                         f"{s['threads']['growth']:+.1f}",
                         flat(s, "fds", 12, 0.1) and flat(s, "threads", 3, 0.1)))
    if long and not sanitized:
        measured.append((f"memory stays flat: {s['rss']['per_hour']:+.1f} MB/h, median "
                         f"{s['rss']['median']:.0f} MB, at most {s['rss']['max']:.0f}",
                         flat(s, "rss", GROWTH_MB, GROWTH_PART)))
    if busy(run):
        measured = [(f"{what} (the machine was too busy to tell)", None) for what, _ in measured]
    return found + measured


def table(runs):
    rows = [("memory, median (MB)", lambda s: f"{s['rss']['median']:.0f}"),
            ("memory, most (MB)", lambda s: f"{s['rss']['max']:.0f}"),
            ("memory, slope (MB/h)", lambda s: f"{s['rss']['per_hour']:+.1f}"),
            ("heapTotal, median (MB)", lambda s: f"{s['heap']['median']:.0f}"),
            ("descriptors, median / most",
             lambda s: f"{s['fds']['median']:.0f} / {s['fds']['max']}"),
            ("threads, most", lambda s: f"{s['threads']['max']}"),
            ("zombies seen at once, most", lambda s: f"{s['zombies']}"),
            ("answers", lambda s: f"{s['answers']}"),
            ("asked again", lambda s: f"{s['raced']}"),
            ("errors", lambda s: f"{sum(s['errors'].values())}"),
            ("p50 of small requests, begin / end (ms)",
             lambda s: f"{s['begin']['p50']:.2f} / {s['end']['p50']:.2f}"),
            ("timers of the client late, p99 (ms)", lambda s: f"{s['end']['late']:.1f}"),
            ("p99, begin / end (ms)", lambda s: f"{s['begin']['p99']:.1f} / {s['end']['p99']:.1f}")]
    sums = {name: summary(run) for name, run in runs.items()}
    lines = ["| | " + " | ".join(sums) + " |", "|-|" + "-:|" * len(sums)]
    for title, cell in rows:
        lines.append(f"| {title} | " + " | ".join(cell(s) for s in sums.values()) + " |")
    return lines
