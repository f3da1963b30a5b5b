# SPDX-License-Identifier: MIT
"""The chart of ./bench --js growth --write, as SVG: a panel for each kind of thing that waits, a
line for each load. Across: how many wait, logarithmic. Up: the cost of an operation, compared with
the program in which the fewest wait."""
import math

PANEL, GAP, PLOT, TOP, FOOT, LEFT = 150, 22, 110, 58, 46, 40
HIGHEST = 2.0
COLOURS = ("#2a7f62", "#c48a1a", "#3b6fb6", "#c0392b", "#8a56ac", "#777")
STYLE = """
.page { fill: #fff }
text { font: 11px system-ui, sans-serif; fill: #444 }
.title { font-size: 13px; font-weight: 600; fill: #111 }
.grid { stroke: #ddd } .one { stroke: #555 }
.line { fill: none; stroke-width: 2 }
.middle { text-anchor: middle } .end { text-anchor: end }
@media (prefers-color-scheme: dark) {
  .page { fill: #161b22 } text { fill: #bbb }
  .title { fill: #eee } .grid { stroke: #3a3a3a } .one { stroke: #999 }
}
"""


def short(count):
    return f"{count // 1000000}M" if count >= 1000000 else \
        f"{count // 1000}k" if count >= 1000 else str(count)


def height_of(ratio):
    return TOP + PLOT - PLOT * min(ratio, HIGHEST) / HIGHEST


def panel(kind, ratios, left):
    """ratios: {load: {count: ratio}}"""
    counts = list(next(iter(ratios.values())))
    low, high = math.log(counts[0]), math.log(counts[-1])
    across = {count: left + PANEL * (math.log(count) - low) / (high - low) for count in counts}
    out = [f'<text class="middle" x="{left + PANEL / 2}" y="{TOP - 8}">{kind}</text>']
    for mark in (0, 1, 2):
        kind_of_line = "one" if mark == 1 else "grid"
        out.append(f'<path class="{kind_of_line}" d="M{left} {height_of(mark):.1f}h{PANEL}"/>')
    for count in counts:
        out.append(f'<text class="middle" x="{across[count]:.1f}" y="{TOP + PLOT + 15}">'
                   f"{short(count)}</text>")
    for (_, by_count), colour in zip(ratios.items(), COLOURS):
        points = " ".join(f"{across[c]:.1f},{height_of(r):.1f}" for c, r in by_count.items())
        out.append(f'<polyline class="line" stroke="{colour}" points="{points}"/>')
    return out


def draw(title, kinds):
    """kinds: {kind: {load: {count: ratio}}}"""
    width = LEFT + len(kinds) * (PANEL + GAP)
    height = TOP + PLOT + FOOT
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
           f"<title>{title}</title>", f"<style>{STYLE}</style>",
           f'<rect class="page" width="{width}" height="{height}" rx="6"/>',
           f'<text class="title" x="8" y="18">{title}</text>']
    for mark in (0, 1, 2):
        out.append(f'<text class="end" x="{LEFT - 6}" y="{height_of(mark) + 4:.1f}">{mark}x</text>')
    for number, (kind, ratios) in enumerate(kinds.items()):
        out += panel(kind, ratios, LEFT + number * (PANEL + GAP))
    at = LEFT
    for load, colour in zip(next(iter(kinds.values())), COLOURS):
        out.append(f'<path class="line" stroke="{colour}" d="M{at} {height - 14}h16"/>')
        out.append(f'<text x="{at + 21}" y="{height - 10}">{load}</text>')
        at += 100
    return "\n".join(out + ["</svg>", ""])
