# SPDX-License-Identifier: MIT
"""The newest results into docs/: the tables and charts of performance.md, the README's chart."""

import os

from gyrebench import chart, report
from gyrebench.measure import ROOT

DOCS = os.path.join(ROOT, "docs")
PAGE = os.path.join(DOCS, "performance.md")
README = os.path.join(ROOT, "README.md")
# (kind, busy neighbours), its chart and the chart's title. The page has a pair of marks for each.
SECTIONS = {
    ("uv-suite", False): ("performance.svg", "libuv's own benchmarks on libgyre"),
    ("loop", False): ("performance-loop.svg", "The benchmarks of libgyre"),
    ("uv-suite", True): None,
    ("loop", True): None,
}


def markdown(result):
    head, rows = report.table(result)
    info = result["machine"]
    version = result["versions"].get("libuv", "?")
    lines = [f"Measured on {result['date']}: {info['cpu']}, {info['cpus']} CPUs, "
             f"{info['memory_gib']:.0f} GiB, {info['kernel']}, {info['compiler']}.",
             f"libuv is {version}" + ("." if result["base"] else ", the distribution's."), "",
             f"Command: `{' '.join(['./bench'] + result['command'])}`", "",
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


def write():
    for (kind, busy), drawing in SECTIONS.items():
        result = report.newest(kind, busy)
        label = kind + (" with --hogs" if busy else "")
        if result is None:
            print(f"{label}: not measured whole yet, its table stays as it is")
            continue
        text = markdown(result)
        if drawing:
            name, title = drawing
            with open(os.path.join(DOCS, name), "w", encoding="utf-8") as file:
                file.write(chart.draw(result, title))
            text = f"![{title}: a bar for each row]({name})\n\n{text}"
        if kind == "uv-suite" and not busy:
            replace(README, "bench", f"![{title}: a bar for each row](docs/{name})")
        replace(PAGE, f"bench {kind}{'-hogs' if busy else ''}", text)
        print(f"{label}: written, as of {result['date']}")
