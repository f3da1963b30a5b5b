# SPDX-License-Identifier: MIT
"""Makes cases from targets, and lets gyre and Node run them, each in a place of its own."""

import json
import os
import random
import resource
import select
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import values

HERE = os.path.dirname(os.path.abspath(__file__))
RESULTS = 900
SOON_MS, LATE_MS = 4, 400
ALONE_AT_ONCE = 3
SILENT_S = 12  # a longer call counts as one without end


def case_of(targets, seed, number):
    """The call with that number: the same for the same targets and seed."""
    rng = random.Random(f"{seed}:{number}")
    target = rng.choices(targets, cum_weights=targets.weights)[0]
    arguments = values.arguments(rng, target["length"])
    how = "call"
    draw = rng.random()
    if target["name"][:1].isupper():
        how = "new" if draw < 0.7 else "call"
    elif draw < 0.06 and arguments:
        how = "this"
    return {"root": target["root"], "name": target["name"], "args": arguments, "how": how}


class Targets(list):
    """Inherited methods of a class are called less often than its own, and so are those of a
    prototype, whose `this` is already wrong."""

    def __init__(self, items):
        super().__init__(items)
        total, self.weights = 0, []
        for one in self:
            total += 1 if one["inherited"] or one["root"].endswith(".prototype") else 6
            self.weights.append(total)


def shielded():
    """A prefix for commands that keeps calls from the network and from other processes."""
    for flags in (["-n", "-p"], ["-r", "-n", "-p"]):
        command = ["unshare", *flags, "--fork", "--kill-child", "--mount-proc"]
        if shutil.which("unshare") and subprocess.run([*command, "true"], check=False,
                                                      capture_output=True).returncode == 0:
            return command
    return []


def limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))


class Place:
    """A process in a folder of its own; its output to RESULTS is read as it comes."""

    def __init__(self, command, shield):
        self.folder = tempfile.mkdtemp(prefix="gyre-calls-")
        reader, writer = os.pipe()
        os.set_blocking(reader, False)

        def prepare():
            limits()
            os.dup2(writer, RESULTS)

        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TMPDIR": self.folder,
                       "TZ": "UTC", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [*shield, *command], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=prepare,
            close_fds=False, start_new_session=True)
        os.close(writer)
        self.reader, self.text, self.heard = reader, "", time.monotonic()
        self.rest = b""

    def lines(self):
        """Its output; None at its end, or when it has been silent for too long."""
        while True:
            if time.monotonic() - self.heard > SILENT_S:
                return
            if not select.select([self.reader], [], [], 0.2)[0]:
                continue
            data = os.read(self.reader, 65536)
            if not data:
                return
            self.heard = time.monotonic()
            *whole, self.rest = (self.rest + data).split(b"\n")
            for line in whole:
                yield line.decode(errors="replace").split("\t")

    def end(self):
        """How it ended: "" if normally, or what happened to it."""
        try:
            status = self.process.wait(timeout=0.5)
            how = "" if status == 0 else f"died: {status}"
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            how = "no end"
        os.close(self.reader)
        shutil.rmtree(self.folder, ignore_errors=True)
        return how


class Caller:
    def __init__(self, gyre, node):
        self.commands = {"node": node, "gyre": gyre}
        self.shield = shielded()

    def part(self, who, cases, wait_ms):
        """The results of the first of the cases, up to one that ended the process."""
        with tempfile.NamedTemporaryFile("w", suffix=".calls") as file:
            file.writelines(json.dumps(case) + "\n" for case in cases)
            file.flush()
            os.chmod(file.name, 0o644)
            place = Place([*self.commands[who], os.path.join(HERE, "cases.js"), file.name,
                           str(wait_ms)], self.shield)
            results, begun = [], -1
            for kind, what in place.lines():
                if kind == "case":
                    begun = int(what)
                else:
                    results.append(json.loads(what))
            how = place.end()
        if len(results) == begun and begun >= 0:
            results.append({"how": how or "died: 0"})
        elif not results:
            results.append({"how": how or "died: 0"})
        return results

    def all(self, who, cases, wait_ms):
        results = []
        while len(results) < len(cases):
            results += self.part(who, cases[len(results):], wait_ms)
        return results

    def ask(self, cases):
        with ThreadPoolExecutor(2) as pool:
            both = [pool.submit(self.all, who, cases, SOON_MS) for who in ("node", "gyre")]
            return list(zip(*(one.result() for one in both)))

    def ask_alone(self, case):
        return tuple(self.all(who, [case], LATE_MS)[0] for who in ("node", "gyre"))

    def ask_each_alone(self, cases):
        with ThreadPoolExecutor(ALONE_AT_ONCE) as pool:
            return list(pool.map(self.ask_alone, cases))
