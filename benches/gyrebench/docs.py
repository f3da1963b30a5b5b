# SPDX-License-Identifier: MIT
"""Writes the newest results into docs/performance.md, with its charts, and the README's chart."""

import os

from gyrebench import chart, report
from gyrebench.measure import ROOT

DOCS = os.path.join(ROOT, "docs")
PAGE = os.path.join(DOCS, "performance.md")
README = os.path.join(ROOT, "README.md")
# (kind, busy neighbours), its chart and the chart's title. The page has a pair of marks for each.
SECTIONS = {
    ("uv-suite", 0): ("performance.svg", "libuv's own benchmarks on libgyre"),
    ("loop", 0): ("performance-loop.svg", "The benchmarks of libgyre"),
    ("uv-suite", 1): None,
    ("uv-suite", 2): None,
    ("loop", 1): None,
    ("loop", 2): None,
}


def command(run, alone):
    """The command that repeats this run, without --lock, which does not matter. If there are
    several runs, a run of a single row is shown with ROW instead of the row's name."""
    row = run["measured"][0] if not alone and len(run["measured"]) == 1 else None
    words = ["./bench", *("ROW" if word == row else word for word in run["command"])]
    while "--lock" in words:
        at = words.index("--lock")
        words[at:at + 2] = []
    return " ".join(words)


def commands(runs):
    """How the figures were measured: a line for each run."""
    lines = [f"`{command(run, len(runs) == 1)}`" +
             (f" (library: {run['commit']})" if run["commit"] else "") for run in runs]
    if len(lines) == 1:
        return ["Command: " + lines[0]]
    kinds = sorted(set(lines))
    times = [f"- {line}" + (f", {lines.count(line)} times" if lines.count(line) > 1 else "")
             for line in kinds]
    return ["Commands. If several of them measured a row, all rounds count, except those "
            f"during which other programs used more than {report.DISTURBED} CPUs:", ""] + times


def markdown(result):
    head, rows = report.table(result)
    info = result["machine"]
    version = result["versions"].get("libuv", "?")
    lines = [f"Measured on {result['date']}: {info['cpu']}, {info['cpus']} CPUs, "
             f"{info['memory_gib']:.0f} GiB, {info['kernel']}, {info['compiler']}.",
             f"libuv is {version}" + ("." if result["base"] else ", the distribution's."), "",
             *commands(result["runs"]), "",
             "| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    for line in rows:
        lines.append("| " + " | ".join(line + [""] * (len(head) - len(line))) + " |")
    return "\n".join(lines + ["", report.notes(result).replace("\n", "\\\n")])


def replace(path, mark, text):
    """Puts the text between two marks of a file."""
    begin, end = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
    with open(path, encoding="utf-8") as file:
        page = file.read()
    if begin not in page or end not in page:
        raise SystemExit(f"{os.path.relpath(path)} lacks the marks '{begin}' and '{end}'")
    with open(path, "w", encoding="utf-8") as file:
        file.write(page.split(begin)[0] + begin + "\n" + text + "\n" + end +
                   page.split(end, 1)[1])


def given(paths):
    """The results in these files, joined: (kind, hogs) to result."""
    groups = {}
    for path in paths:
        try:
            result = report.load(path)
            groups.setdefault((result["kind"], result["hogs"]), []).append(result)
        except (OSError, ValueError, KeyError) as why:
            raise SystemExit(f"{path}: not a result of ./bench: {why}")
    joined = {key: report.join(results) for key, results in groups.items()}
    for (kind, hogs), result in joined.items():
        if report.missing(result) and not hogs:
            raise SystemExit(f"{kind}: not measured: {', '.join(report.missing(result))}")
    return joined


def write(paths):
    """The results in the files, or the newest complete ones of all kinds."""
    found = given(paths) if paths else {key: report.newest(*key) for key in SECTIONS}
    for (kind, hogs), result in found.items():
        mark = kind + (f"-hogs-{hogs}" if hogs else "")
        if (kind, hogs) not in SECTIONS:
            raise SystemExit(f"docs/performance.md has no table for {hogs} hogs")
        if result is None:
            print(f"{mark}: not completely measured yet, its table stays as it is")
            continue
        text = markdown(result)
        if SECTIONS[kind, hogs]:
            name, title = SECTIONS[kind, hogs]
            with open(os.path.join(DOCS, name), "w", encoding="utf-8") as file:
                file.write(chart.draw(result, title))
            text = f"![{title}: a bar for each row]({name})\n\n{text}"
            if kind == "uv-suite":
                replace(README, "bench", f"![{title}: a bar for each row](docs/{name})")
        replace(PAGE, f"bench {mark}", text)
        print(f"{mark}: written, as of {result['date']}")
