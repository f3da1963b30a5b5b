# SPDX-License-Identifier: MIT
"""Runs scenarios under Node and under gyre, many in one process, and judges those that differ."""

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

from base import render_one
from judge import crowd
from scenarios import make

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT_S = 120
TRIES = 6


def exceptions():
    """The entries of exceptions.txt: (where, pattern). A line that matches is not compared."""
    with open(os.path.join(HERE, "exceptions.txt")) as file:
        lines = [line.strip() for line in file]
    return [re.compile(line) for line in lines if line and not line.startswith("#")]


class Children:
    """Processes that do not outlive the driver: each leads a group, which is killed with it. The
    kernel kills the leaders if the driver is killed."""

    def __init__(self):
        self.leaders = set()
        self.directory = tempfile.mkdtemp(prefix="gyre-streams-")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.interrupted)

    def interrupted(self, number, _):
        self.end()
        os._exit(128 + number)

    def end(self):
        """Kills them all. Other threads may be starting one, and killed ones may still write."""
        end = time.monotonic() + 2
        while os.path.exists(self.directory) and time.monotonic() < end:
            for leader in list(self.leaders):
                end_group(leader)
            shutil.rmtree(self.directory, ignore_errors=True)
            time.sleep(0.01)

    def run(self, command, directory):
        """Its status (None if it did not end), standard output and standard error."""
        child = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *command], stdin=subprocess.DEVNULL, cwd=directory,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            env={**os.environ, "TMPDIR": directory, "NODE_NO_WARNINGS": "1"})
        self.leaders.add(child.pid)
        late = False
        try:
            out, err = child.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            late = True
            end_group(child.pid)
            out, err = child.communicate(timeout=LIMIT_S)
        finally:
            end_group(child.pid)
            self.leaders.discard(child.pid)
        return (None if late else child.returncode, out.decode(errors="replace"),
                err.decode(errors="replace"))


def end_group(leader):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


class Judge:
    def __init__(self, commands, kept, children):
        self.commands = commands
        self.children = children
        self.kept = kept
        self.exceptions = exceptions()
        with open(os.path.join(HERE, "harness.js")) as file:
            self.harness = file.read()
        self.mark = hashlib.sha256(self.harness.encode()).hexdigest()[:8]

    def check(self):
        """The harness alone must run, otherwise nothing is compared."""
        for name in self.commands:
            ending = self.run(name, [])["ending"]
            if ending != "exit: 0 ":
                raise RuntimeError(f"{name} does not run harness.js: {ending}")

    def text(self, seed, statements):
        return render_one(seed, statements)

    def key(self, text):
        return hashlib.sha256((self.mark + text).encode()).hexdigest()[:24]

    def run(self, name, texts, prefix=()):
        """What each of the scenarios printed, by its seed. One that never ends takes the process
        with it."""
        program = f"{self.harness}\nrunAll([\n" + "\n".join(texts) + "\n]);\n"
        with tempfile.TemporaryDirectory(prefix="run-", dir=self.children.directory) as directory:
            path = os.path.join(directory, "program.js")
            with open(path, "w") as file:
                file.write(program)
            status, out, err = self.children.run([*prefix, *self.commands[name], path], directory)
        if status is None:
            return self.parse(out, "no end")
        return self.parse(out, f"exit: {status} {err[-300:] if status else ''}")

    def parse(self, output, ending):
        found = {}
        for part in re.split(r"^== ", output, flags=re.M)[1:]:
            seed, _, rest = part.partition("\n")
            lines = rest.rstrip("\n").split("\n")
            found[int(seed)] = "\n".join(
                line for line in lines if not any(e.search(line) for e in self.exceptions))
        found["ending"] = ending
        return found

    def run_all(self, name, scenarios):
        """The same, repeated for those after one that ended the process."""
        outputs = {}
        left = list(scenarios)
        while left:
            found = self.run(name, [text for _, text in left])
            outputs.update({seed: found[seed] for seed, _ in left if seed in found})
            missing = [one for one in left if one[0] not in found]
            if missing and (len(missing) == len(left) or found["ending"] != "exit: 3 "):
                outputs[missing[0][0]] = found["ending"]
                missing = missing[1:]
            left = missing
        return outputs

    def run_alone(self, name, seed, statements, prefix=()):
        found = self.run(name, [self.text(seed, statements)], prefix)
        return found.get(seed, found["ending"])

    def alone(self, name, seed, statements, times, until=None):
        """All outputs of several runs, every second one on a busy processor; stops at `until`."""
        outputs = set()
        for i in range(times):
            with crowd(i % 2 == 1) as prefix:
                outputs.add(self.run_alone(name, seed, statements, prefix))
            if until is not None and outputs & until:
                break
        return outputs

    def differs(self, seed, statements):
        ours = self.run_alone("gyre", seed, statements)
        node = self.run_alone("node", seed, statements)
        return node != ours and not node.startswith("exit:") and "-- end\nnever" not in node and \
            self.alone("node", seed, statements, 2) == {node} and \
            self.run_alone("gyre", seed, statements) == ours

    def batch(self, seeds, kind):
        scenarios = [(seed, self.text(seed, make(seed, kind))) for seed in seeds]
        keys = {seed: self.key(text) for seed, text in scenarios}
        unknown = [one for one in scenarios if keys[one[0]] not in self.kept.outputs]
        for seed, output in self.run_all("node", unknown).items():
            self.kept.outputs[keys[seed]] = output
        ours = self.run_all("gyre", scenarios)
        return [(seed, self.verdict(seed, keys[seed], ours[seed], kind)) for seed in seeds]

    def verdict(self, seed, key, ours, kind):
        kept = self.kept.outputs[key]
        if kept is None:
            return "unstable"
        if kept == ours:
            return "same"
        if kept.startswith("exit: -"):  # Node itself was killed by a signal
            return "unstable"
        statements = make(seed, kind)
        node = self.alone("node", seed, statements, 2) | {kept}
        if len(node) == 1 and self.alone("gyre", seed, statements, TRIES, node) & node:
            return "same"
        node |= self.alone("node", seed, statements, TRIES) if len(node) == 1 else set()
        if len(node) > 1 or "-- end\nnever" in kept:
            self.kept.outputs[key] = None
            return "unstable"
        return "differs"
