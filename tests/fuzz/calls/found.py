# SPDX-License-Identifier: MIT
"""What can be called. receivers.txt has calls that return objects, one of each kind: `find` asks
Node for them (minutes). The functions of modules and objects are listed by Node when they are
needed, and kept."""

import hashlib
import json
import os
from concurrent.futures import ThreadPoolExecutor

from calls import HERE, Place, Targets, shielded
from judge import ROOT

RECEIVERS = os.path.join(HERE, "receivers.txt")
HEADER = """# Calls that give objects, one of each kind, whose methods are called.
# Made by: tests/fuzz/calls/run --find
"""


def ask(command, *arguments):
    """What targets.js prints, and whether it ran to its end."""
    place = Place([*command, os.path.join(HERE, "targets.js"), *arguments], shielded())
    lines = list(place.lines())
    place.end()
    return lines, bool(lines) and lines[-1] == ["end"]


def find_module(command, module):
    found, first = [], 0
    while True:
        lines, ended = ask(command, "find", module, str(first))
        for line in lines:
            if line[0] == "at":
                first = int(line[1]) + 1
            elif line[0] == "gives" and line[1] not in found:
                found.append(line[1])
        if ended or not any(line[0] == "at" for line in lines):
            return found


def find(command):
    modules = json.loads(ask(command, "modules")[0][0][0])
    with ThreadPoolExecutor(3) as pool:
        lists = list(pool.map(lambda name: find_module(command, name), modules))
    with open(RECEIVERS, "w") as file:
        file.write(HEADER)
        for some in lists:
            file.writelines(one + "\n" for one in some)


def targets_of(command, version):
    mark = hashlib.sha256(version.encode())
    for name in ("targets.js", "scene.js", "receivers.txt"):
        with open(os.path.join(HERE, name), "rb") as file:
            mark.update(file.read())
    path = os.path.join(ROOT, f"build/fuzz/calls-{mark.hexdigest()[:12]}.json")
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        lines, ended = ask(command, "list", RECEIVERS)
        assert ended, "targets.js did not run to its end"
        found = {}
        for line in lines[:-1]:
            one = json.loads(line[0])
            found.setdefault((one["root"], one["name"]), one)
        with open(path + ".new", "w") as file:
            json.dump(list(found.values()), file)
        os.replace(path + ".new", path)
    with open(path) as file:
        return Targets(json.load(file))
