# SPDX-License-Identifier: MIT
"""Runs plans under Node and under gyre, many in a process, and compares what they saw. Where that
differs the plan is run again several times on each side, in the end alone: a place counts as a
difference if Node always sees the same there, and gyre never sees that. Before it is reported, Node
has run it often, in runs that disturb each other: a race may have the same outcome five times."""

import concurrent.futures
import contextlib
import json
import os
import re
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOGETHER = 24
LIMIT_S = 240
TRIES = 5
MORTAL = ["setpriv", "--pdeathsig", "KILL"]  # they end with the test
ALONE = 20  # this many are run alone in the end
OFTEN = 80  # runs of Node before a difference is reported
AT_A_TIME = 10  # so that threads and sockets come in another order, too


def apart(ours, theirs, path=""):
    """Where two results differ: (path, of Node, of gyre)."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted(set(ours) | set(theirs)):
            yield from apart(ours.get(key), theirs.get(key), f"{path}/{key}")
    elif ours != theirs:
        yield path, ours, theirs


def overlaps(place, others):
    """Whether a place equals one of the others, is inside one, or contains one."""
    return any(f"{place}/".startswith(f"{other}/") or f"{other}/".startswith(f"{place}/")
               for other in others)


def has_uncaught(result):
    events = result.get("log", {}).get("server", {}).get("e", [])
    return any(event.startswith("uncaught") for event in events)


class Exceptions:
    """Allowed differences: lines "PLACE: reason" in exceptions.txt, PLACE a regular expression for
    the variant's name and the names of apart()."""

    def __init__(self):
        self.rules = []
        with open(os.path.join(HERE, "exceptions.txt"), encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    pattern, _, reason = line.partition(": ")
                    if not reason.strip():
                        raise ValueError(f"exceptions.txt: no reason for {pattern}")
                    self.rules.append(re.compile(pattern))

    def allow(self, path):
        return any(rule.fullmatch(path) for rule in self.rules)


class Judge:
    def __init__(self, node, variants):
        self.node = node
        self.variants = variants  # name -> (command, environment)
        self.exceptions = Exceptions()

    def run(self, command, plans, environment=()):
        """Results by seed. If nobody caught an error, the plans of that process are run alone: it
        is not known whose error it was."""
        results = self.run_together(command, plans, environment)
        if len(plans) > 1:
            for plan in plans:
                if has_uncaught(results[plan["seed"]]):
                    results.update(self.run_together(command, [plan], environment))
        return results

    def run_together(self, command, plans, environment):
        """Results by seed; plans without one ended with the process."""
        with tempfile.TemporaryDirectory(prefix="gyre-traffic-") as directory:
            path = os.path.join(directory, "plans")
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(plan) + "\n" for plan in plans)
            written = os.path.join(directory, "results")
            words = MORTAL + command
            words += [os.path.join(HERE, "harness.js"), path, written, str(TOGETHER)]
            try:
                done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                      stdin=subprocess.DEVNULL, timeout=LIMIT_S, check=False,
                                      env={**os.environ, "TMPDIR": directory, **dict(environment)})
                end = f"exit {done.returncode}: {done.stderr[-500:]}"
            except subprocess.TimeoutExpired:
                end = f"no end in {LIMIT_S} s"
            results = self.read(written)
        return {plan["seed"]: results.get(plan["seed"], {"lost": end}) for plan in plans}

    @staticmethod
    def read(path):
        results = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                for line in file:
                    with contextlib.suppress(ValueError):  # truncated, where the process ended
                        result = json.loads(line)
                        results[result["seed"]] = result
        return results

    def unlike(self, theirs, ours, name):
        return [(path, a, b) for path, a, b in apart(theirs, ours)
                if not self.exceptions.allow(name + path)]

    def settle(self, plans, name, theirs, tries=TRIES):
        """Verdicts by seed on plans that may differ from what Node saw: same, unstable (Node varies
        where gyre differs) or differs."""
        places, racy = {}, set()
        for at in range(tries):
            alone = at >= tries - 3 and len(plans) <= ALONE  # without disturbance by others
            for group in ([plan] for plan in plans) if alone else [plans]:
                self.narrow(group, name, theirs, places, racy)
            plans = [plan for plan in plans if places[plan["seed"]]]
            if not plans:
                break
        for plan in plans if tries == TRIES else []:
            self.ask_often(plan, name, theirs, places, racy)
        return {seed: "differs" if left else "unstable" if seed in racy else "same"
                for seed, left in places.items()}

    def narrow(self, plans, name, theirs, places, racy):
        """Runs plans once more on both sides. Keeps in places, by seed, where gyre has differed
        each time and Node did not vary; where Node did, the seed goes into racy."""
        command, environment = self.variants[name]
        ours = self.run(command, plans, environment)
        again = self.run(self.node, plans)
        for plan in plans:
            seed = plan["seed"]
            unlike = {place for place, *_ in self.unlike(theirs[seed], ours[seed], name)}
            moved = {place for place, *_ in self.unlike(theirs[seed], again[seed], name)}
            left = {p for p in places.get(seed, unlike) if overlaps(p, unlike)}
            places[seed] = {p for p in left if not overlaps(p, moved)}
            if places[seed] != left:
                racy.add(seed)

    def ask_often(self, plan, name, theirs, places, racy):
        """Removes the places where Node varies in one of many runs."""
        seed = plan["seed"]
        with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
            for again in pool.map(lambda _: self.run(self.node, [plan])[seed], range(OFTEN)):
                moved = {place for place, *_ in self.unlike(theirs[seed], again, name)}
                left = {place for place in places[seed] if not overlaps(place, moved)}
                if left != places[seed]:
                    racy.add(seed)
                    places[seed] = left

    def differs(self, plan, name, tries=TRIES):
        theirs = self.run(self.node, [plan])
        return self.settle([plan], name, theirs, tries)[plan["seed"]]

    def batch(self, plans):
        """(seed, name of the variant, verdict) of those that are not the same."""
        theirs = self.run(self.node, plans)
        out = []
        for name, (command, environment) in self.variants.items():
            ours = self.run(command, plans, environment)
            unlike = [plan for plan in plans
                      if self.unlike(theirs[plan["seed"]], ours[plan["seed"]], name)]
            for seed, verdict in self.settle(unlike, name, theirs).items():
                if verdict != "same":
                    out.append((seed, name, verdict))
        return out
