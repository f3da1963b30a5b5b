# SPDX-License-Identifier: MIT
"""Shared by the generators of scenarios. A scenario is a list of statements, as in
../order/programs.py: any of them can be removed, and the rest is still a scenario. In its text H is
the Scenario of harness.js."""

import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../order"))

from programs import Statement  # noqa: E402

ENCODINGS = ("utf8", "latin1", "hex", "base64", "ascii", "utf16le", "base64url")


def render_one(seed, statements):
    lines = [f"[{seed}, async (H) => {{"]
    for statement in statements:
        statement.render(1, lines)
    lines.append("}],")
    return "\n".join(lines)


class Maker:
    """Draws from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.labels = 0

    def label(self, what):
        self.labels += 1
        return f"{what}{self.labels}"

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, of):
        return self.random.random() < of

    def number(self, low, high):
        return self.random.randint(low, high)

    def some(self, options):
        """An object text with some of the options; each is a name, how likely, and choices."""
        parts = []
        for name, likely, *choices in options:
            if self.chance(likely):
                parts.append(f"{name}: {self.pick(*choices)}")
        return "{ " + ", ".join(parts) + " }" if parts else "{}"

    def say(self, it, text):
        """A call whose outcome is logged."""
        shown = text.replace("\\", "\\\\").replace("'", "\\'")
        return Statement([f"H.call({it}, '{shown[:60]}', () => {text});"])

    def at(self, it, moments, body):
        moment = self.pick(*moments)
        count = self.number(1, 3) if moment in ("data", "drain", "message", "w") else 1
        if moment == "later":
            count = self.pick(1, 3, 10)
        return Statement([f"H.at({it}, '{moment}', {count}, () => {{", "});"], [body])

    def cb(self, it, what):
        return f"H.cb({it}, '{self.label(what)}')"
