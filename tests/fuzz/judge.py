# SPDX-License-Identifier: MIT
"""Shared by the fuzzers that compare gyre with Node: which Node, what it printed before, and a busy
processor."""

import contextlib
import json
import os
import shlex
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUSY_S = 240


class Kept:
    """What Node printed for a program, or None if that varies."""

    def __init__(self, name, version):
        self.path = os.path.join(ROOT, f"build/fuzz/{name}.json")
        self.version = version
        try:
            with open(self.path) as file:
                kept = json.load(file)
        except (OSError, ValueError):
            kept = {}
        self.outputs = kept.get("outputs", {}) if kept.get("version") == version else {}

    def save(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path + ".new", "w") as file:
            json.dump({"version": self.version, "outputs": self.outputs}, file)
        os.replace(self.path + ".new", self.path)


def pinned_node():
    """The Node to compare with; "" if there is none."""
    found = subprocess.run([os.path.join(ROOT, "tools/judge")], stdout=subprocess.PIPE, text=True,
                           check=False)
    return found.stdout.strip()


def node_version(command):
    try:
        answer = subprocess.run(shlex.split(command) + ["--version"], capture_output=True,
                                text=True, timeout=20, check=False)
    except OSError:
        return ""
    return answer.stdout.strip()


@contextlib.contextmanager
def crowd(wanted):
    """A prefix for a command that makes it share the first processor with another; nothing if that
    is not requested."""
    if not wanted:
        yield []
        return
    alone = ["taskset", "-c", "0"]
    mortal = ["setpriv", "--pdeathsig", "TERM"]  # it ends with the fuzzer
    busy = [*mortal, "timeout", str(BUSY_S), *alone, "sh", "-c", "while :; do :; done"]
    with subprocess.Popen(busy) as child:
        try:
            yield alone
        finally:
            child.terminate()  # timeout passes it on
