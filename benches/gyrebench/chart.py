# SPDX-License-Identifier: MIT
"""A bar chart of a result as SVG, written by hand: one bar per row, on a logarithmic scale.

The bar begins at libuv's value, 1: it goes to the right where we are faster, to the left where
libuv is. A tick marks a row's goal. The chart has its own background, light or dark like the
reader's page.
"""

import html
import math

from gyrebench.measure import judged, verdict
from gyrebench.report import factor

ROW, BAR, TOP, FOOT = 15, 10, 46, 26
LABEL, PLOT, VALUE, FIGURE = 190, 520, 60, 34
STYLE = """
.page { fill: #fff }
text { font: 11px system-ui, sans-serif; fill: #444 }
.title { font-size: 13px; font-weight: 600; fill: #111 }
.grid { stroke: #ddd; stroke-width: 1 }
.one { stroke: #555; stroke-width: 1.5 }
.good { fill: #2a7f62 } .fair { fill: #c48a1a } .bad { fill: #c0392b }
.goal { stroke: #111; stroke-width: 2 }
.name { text-anchor: end } .scale { text-anchor: middle }
@media (prefers-color-scheme: dark) {
  .page { fill: #161b22 } text { fill: #bbb }
  .title { fill: #eee } .grid { stroke: #3a3a3a } .one { stroke: #999 }
  .good { fill: #46b58d } .fair { fill: #e0b04a } .bad { fill: #e8695c } .goal { stroke: #fff }
}
"""
COLOURS = {"missed": "fair", "behind": "bad"}


class Scale:
    """From ratios to columns, with whole powers of ten marked."""

    def __init__(self, ratios):
        self.low = min(0.5, min(ratios))
        self.high = max(2.0, max(ratios)) * 1.1
        self.unit = PLOT / math.log(self.high / self.low)

    def x(self, ratio):
        return LABEL + 8 + math.log(ratio / self.low) * self.unit

    def marks(self):
        steps = [m * 10.0 ** e for e in range(-2, 5) for m in (1, 2, 5)]
        return [s for s in steps if self.low <= s <= self.high]


def bar(row, scale, y):
    ratio = judged(row)["median"]
    one, end = scale.x(1), scale.x(ratio)
    colour = COLOURS.get(verdict(row, False), "good")
    middle = y + BAR / 2
    name = html.escape(row["name"])
    out = [f'<text class="name" x="{LABEL}" y="{middle + 4:.0f}">{name}</text>',
           f'<rect class="{colour}" x="{min(one, end):.1f}" y="{y}" rx="1" '
           f'width="{max(abs(end - one), 1):.1f}" height="{BAR}"/>']
    if row["goal"]:
        at = scale.x(row["goal"])
        out.append(f'<path class="goal" d="M{at:.1f} {y - 2}v{BAR + 4}"/>')
    # Beside the bar; beyond the tick of the goal if that is in the way.
    beside = max(end, one) + 5
    if row["goal"] and beside - 6 < scale.x(row["goal"]) < beside + FIGURE:
        beside = scale.x(row["goal"]) + 5
    out.append(f'<text x="{beside:.1f}" y="{middle + 4:.0f}">{factor(ratio)}</text>')
    return out


def draw(result, title):
    rows = [row for row in result["rows"] if "ratio" in row and not row.get("information")]
    reach = [judged(row)["median"] for row in rows] + [row["goal"] for row in rows if row["goal"]]
    scale = Scale(reach)
    width, height = LABEL + 8 + PLOT + VALUE, TOP + ROW * len(rows) + FOOT
    base = TOP + ROW * len(rows)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
           f"<title>{html.escape(title)}</title>", f"<style>{STYLE}</style>",
           f'<rect class="page" width="{width}" height="{height}" rx="6"/>',
           f'<text class="title" x="8" y="18">{html.escape(title)}</text>',
           '<text x="8" y="34">Times better than libuv, logarithmic; a tick is the goal. Green: '
           "met, yellow: missed, red: behind libuv.</text>"]
    for mark in scale.marks():
        at = scale.x(mark)
        kind = "one" if mark == 1 else "grid"
        out.append(f'<path class="{kind}" d="M{at:.1f} {TOP - 4}V{base}"/>')
        out.append(f'<text class="scale" x="{at:.1f}" y="{base + 14}">{mark:g}x</text>')
    for number, row in enumerate(rows):
        out += bar(row, scale, TOP + ROW * number)
    return "\n".join(out + ["</svg>", ""])
