# SPDX-License-Identifier: MIT
"""Runs a program under Node and under gyre. Where they differ, Node is checked for whether it
always prints the same: normally, on one busy processor, and with one of its threads slower (if it
has several)."""

import hashlib
import os
import subprocess
import tempfile

import programs
from programs import make, render

LIMIT_S = 20
# Runs of gyre before a difference is believed: in a race, one runtime may nearly always see one
# outcome and the other nearly always the other.
TRIES = 15


class Judge:
    def __init__(self, gyre, node):
        self.gyre = gyre
        self.node = node
        version = subprocess.run(gyre + ["-p", "process.versions.javascriptcore"], check=True,
                                 capture_output=True, text=True).stdout
        self.minor = int(version.split(".")[1])

    def program(self, seed):
        return make(seed, self.minor)

    def run(self, command, text):
        with tempfile.TemporaryDirectory(prefix="gyre-order-") as directory:
            path = os.path.join(directory, "program.js")
            with open(path, "w") as file:
                file.write(text)
            try:
                done = subprocess.run(command + [path], capture_output=True, timeout=LIMIT_S,
                                      stdin=subprocess.DEVNULL, check=False, cwd=directory)
            except subprocess.TimeoutExpired as late:
                return (late.stdout or b"").decode(errors="replace") + f"no end in {LIMIT_S} s"
            return done.stdout.decode(errors="replace") + f"exit: {done.returncode}"

    def run_gyre(self, text):
        return self.run(self.gyre, text)

    def stable(self, text, times=3):
        """What Node prints; None if it varies."""
        output = self.run(self.node, text)
        for i in range(1, times):
            crowd = [] if i % 2 == 0 else crowded()
            try:
                again = self.run(["taskset", "-c", "0"] * bool(crowd) + self.node, text)
            finally:
                for child in crowd:
                    child.terminate()  # timeout passes it on
                    child.wait()
            if again != output:
                return None
        slower = getattr(programs, "delayed", lambda _: ())(text)
        return output if all(self.run(self.node, other) == output for other in slower) else None

    def differs(self, text):
        """Whether gyre prints something other than Node, and neither varies."""
        output = self.run(self.node, text)
        ours = self.run_gyre(text)
        return ours != output and "no end" not in output and self.run_gyre(text) == ours and \
            self.stable(text) == output

    def judge(self, seed, outputs):
        """same, differs or unstable. Node is run again only when the outputs differ."""
        text = render(self.program(seed))
        key = hashlib.sha256(text.encode()).hexdigest()[:24]
        if key not in outputs:
            outputs[key] = self.run(self.node, text)
        if outputs[key] is None:
            return "unstable"
        if any(self.run_gyre(text) == outputs[key] for _ in range(TRIES)):
            return "same"
        if self.stable(text, TRIES) != outputs[key] or "no end" in outputs[key]:
            outputs[key] = None
            return "unstable"
        return "differs"


def crowded():
    """Processes that keep the first processor busy."""
    busy = ["taskset", "-c", "0", "sh", "-c", "while :; do :; done"]
    return [subprocess.Popen(["timeout", str(2 * LIMIT_S)] + busy)]
