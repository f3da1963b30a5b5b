# SPDX-License-Identifier: MIT
"""Counts how often gyre answers as Node does, and reports the differences."""

import collections
import os
import re

LEAST_CODES, LEAST_MESSAGES = 0.98, 0.90
MANY, LEAST_CODES_OF_MANY = 5000, 0.99  # few calls leave more to chance
SHOW_AT_MOST = 12
PRIVATE = re.compile(r"\._|\['_|require\('_")


def known_differences():
    """Patterns of known.txt; the rest of a line after its pattern is the reason."""
    found = []
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "known.txt")) as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                pattern, reason = line.rstrip("\n").split("\t")
                assert reason, f"known.txt: no reason for {pattern}"
                found.append(re.compile(pattern))
    return found


def shown(case):
    arguments = ", ".join(case["args"])
    call = f"{case['root']}.{case['name']}"
    if case["how"] == "new":
        return f"new ({call})({arguments})"
    return f"{call}{'.call' if case['how'] == 'this' else ''}({arguments})"


def message(answer):
    """A message without the names of members that only objects of the right class have inside."""
    return re.sub(r"(?<= properties of undefined )\(\w+ing '.*'\)$"
                  r"|#\w+(?= (?:from|to) an object whose class)", "…", answer.get("message") or "")


def short(answer):
    if "class" in answer:
        return " ".join(f"{answer.get(key)}" for key in ("how", "class", "code", "message"))
    return f"{answer['how']} {answer.get('kind', '')}".strip()


class Tally:
    def __init__(self, report=None):
        self.report = open(report, "w", errors="backslashreplace") if report else None
        self.calls = self.wrong = self.same_code = self.same_message = self.unsure = 0
        self.listed = 0
        self.crashes, self.different = [], []
        self.known = known_differences()

    @staticmethod
    def code(answer):
        """What must be the same: class and code of an error, or that there is none."""
        if "class" in answer:
            return (answer["class"], answer.get("code"))
        return (answer["how"],)

    def is_known(self, case, node, gyre):
        text = f"{shown(case)}\n{short(node)}\n{short(gyre)}"
        return any(one.search(text) for one in self.known)

    def matters(self, case, node, gyre):
        """Whether two answers differ in what is compared: then both are asked again."""
        if gyre["how"].startswith("died") or gyre["how"] == "no end":
            return True
        return (self.code(node) != self.code(gyre) or
                message(node) != message(gyre)) and \
            not self.cannot_tell(node, case) and not self.is_known(case, node, gyre)

    @staticmethod
    def has_died(node, gyre):
        """A call may legitimately end the program: if both end, and not by a signal, it is no
        crash."""
        if gyre["how"].startswith("died"):
            return gyre["how"].startswith("died: -") or gyre["how"] != node["how"]
        return gyre["how"] == "no end" and node["how"] != "no end"

    @staticmethod
    def cannot_tell(node, case):
        # Calls that end Node itself, do not finish or cannot be set up in it, and private names.
        return bool(re.match("died|no end|setup|harness", node["how"])) or \
            bool(PRIVATE.search(f".{case['root']}.{case['name']}"))

    def add(self, name, case, node, gyre):
        self.calls += 1
        if self.has_died(node, gyre):
            self.crashes.append(name)
            print(f"DIES {name}\n  {shown(case)}\n  node {short(node)}\n  gyre {short(gyre)}",
                  flush=True)
        if self.cannot_tell(node, case):
            self.unsure += 1
            return
        if "class" not in node and "class" not in gyre and gyre["how"] != "missing":
            return
        if self.is_known(case, node, gyre):
            self.listed += 1
            return
        self.wrong += 1
        same = self.code(node) == self.code(gyre)
        self.same_code += same
        self.same_message += same and message(node) == message(gyre)
        if not same or message(node) != message(gyre):
            one = (name, shown(case), short(node), short(gyre))
            self.different.append((same, *one))
            if self.report:
                print("message" if same else "CODE", *one, sep="\t", file=self.report, flush=True)

    def end(self):
        codes = [one for one in self.different if not one[0]]
        for _, name, call, node, gyre in codes[:SHOW_AT_MOST]:
            print(f"DIFFERS {name}\n  {call}\n  node {node}\n  gyre {gyre}")
        wrong = max(1, self.wrong)
        print(f"calls: {self.calls} calls, {self.unsure} of them Node cannot tell, "
              f"{self.listed} are of what known.txt lists; of {self.wrong} wrong "
              f"ones {self.same_code / wrong:.2%} have Node's class and code, "
              f"{self.same_message / wrong:.2%} its message; {len(self.crashes)} ended gyre")
        least = LEAST_CODES if wrong < MANY else LEAST_CODES_OF_MANY
        bad = bool(self.crashes) + (self.same_code / wrong < least) + \
            (self.same_message / wrong < LEAST_MESSAGES)
        failed = len(self.crashes) + (bad > bool(self.crashes))
        print(f"{self.calls - failed} passed, {failed} failed, 0 skipped")
        return 1 if bad else 0
