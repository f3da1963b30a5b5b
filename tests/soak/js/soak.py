# SPDX-License-Identifier: MIT
"""The soak in JavaScript: server.js under gyre, and beside it under Node, at the same load
(load.js), watched from outside: memory, descriptors, threads, children, latency. judge.py decides
what must hold.

  tests/soak/run --js [--minutes N] [--rate N] [--peer node] [--faults [NAMES]] [--asan]
                      [--seed N] [--gyre COMMAND] [--out FILE]

  --peer    the same for the Node from tools/judge, at the same time, and a table of both
  --faults  faults from outside meanwhile (faults.py); with a peer, both get the same
  --asan    gyre built with AddressSanitizer; leaks outside of the engine are failures
Exit status: 0, or 1 with a message.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, HERE)
import faults  # noqa: E402
import judge  # noqa: E402

LIMIT_S = 60  # an answer that takes longer is a hang
CALM_S = 12  # at the end, without faults
SETTLE_S = 15
ASAN = {"ASAN_OPTIONS": "detect_leaks=1:quarantine_size_mb=16"}


def arguments(argv):
    parser = argparse.ArgumentParser(prog="tests/soak/run --js", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--rate", type=int, default=60, help="requests a second")
    parser.add_argument("--peer", choices=["node"])
    parser.add_argument("--faults", nargs="?", const="all", metavar="NAME,...",
                        help="all, or some: " + ", ".join(faults.NAMES))
    parser.add_argument("--asan", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gyre", default=os.path.join(ROOT, "build/gyre"))
    parser.add_argument("--out", help="all samples, as JSON")
    return parser.parse_args(argv)


class Server:
    def __init__(self, command, small_disk, environment=None):
        self.room = tempfile.TemporaryDirectory(prefix="gyre-soak-")
        self.disk = faults.Disk(os.path.join(self.room.name, "disk"), small_disk)
        self.log = open(os.path.join(self.room.name, "log"), "w+", encoding="utf-8")
        self.child = subprocess.Popen(
            command + [os.path.join(HERE, "server.js"), self.disk.path], text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log,
            env={**os.environ, **(environment or {})})
        self.pid = self.child.pid
        line = self.child.stdout.readline().strip()
        if not line.isdigit():
            raise SystemExit("the server did not start: " + self.words())
        self.port = int(line)

    def words(self):
        self.log.seek(0)
        return self.log.read()[-4000:]

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def states(self):
        found = []
        for pid in faults.children(self.pid):
            try:
                with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                    found.append(file.read().rsplit(")", 1)[1].split()[0])
            except OSError:
                pass
        return found

    def heap_mb(self):
        try:
            url = f"http://127.0.0.1:{self.port}/memory"
            with urllib.request.urlopen(url, timeout=5) as answer:
                return json.load(answer)["heapTotal"] / 1e6
        except (OSError, ValueError):
            return None  # a fault is on

    def sample(self, at):
        with open(f"/proc/{self.pid}/statm", encoding="ascii") as file:
            pages = int(file.read().split()[1])
        states = self.states()
        return {"at": at, "rss_mb": pages * resource.getpagesize() / 1e6,
                "descriptors": self.descriptors(), "heap_mb": self.heap_mb(),
                "threads": len(os.listdir(f"/proc/{self.pid}/task")),
                "children": len(states), "zombies": states.count("Z")}

    def settle(self, most):
        """The figures when all is done; keep-alive connections end after five seconds."""
        end = time.monotonic() + SETTLE_S
        while time.monotonic() < end and (self.descriptors() > most or self.states()):
            time.sleep(0.2)
        return self.sample(0)

    def stop(self):
        """Ends it as a user would. Returns its exit status, None if it had to be killed."""
        if self.child.poll() is None:
            self.child.terminate()
        try:
            return self.child.wait(60)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
            return None

    def close(self):
        self.child.kill()
        self.child.wait()
        self.disk.close()
        self.log.close()
        self.room.cleanup()


def warm(server):
    """Each route once: what is opened once for good (pools, the engine's thread) is no leak."""
    for name in ("file", "exec", "spawn", "fork", "worker", "dns", "zlib", "timer", "small"):
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/{name}", timeout=60) as answer:
            answer.read()
    time.sleep(0.5)


def watch(server, load, interval, samples):
    began = time.monotonic()
    while load.poll() is None:
        try:
            samples.append(server.sample(time.monotonic() - began))
        except OSError:
            return  # the server has ended; its status is checked
        try:
            load.wait(interval)
        except subprocess.TimeoutExpired:
            pass


def soak(server, options, interval, result):
    """One server under load, from start to end."""
    seconds = options.minutes * 60
    warm(server)
    run = {"before": server.sample(0), "samples": [], "faults": {}}
    node = subprocess.check_output([os.path.join(ROOT, "tools/judge")], text=True).strip()
    load = subprocess.Popen(
        [node, os.path.join(HERE, "load.js"), str(server.port), str(options.rate), str(seconds),
         str(options.seed), str(interval), str(LIMIT_S * (4 if options.asan else 1)),
         *(["worker"] if options.workers else [])],
        stdout=subprocess.PIPE, text=True)
    lines = []
    reader = threading.Thread(target=lambda: lines.extend(load.stdout))
    reader.start()
    ended, threads = threading.Event(), []
    if options.faults:
        quiet = threading.Timer(seconds - min(CALM_S, seconds / 4), ended.set)
        hurt = threading.Thread(target=lambda: ended.wait(min(30, seconds / 10)) or faults.inject(
            server, options.faults, options.seed, min(5, seconds / 40), ended, run["faults"]))
        threads = [quiet, hurt]
    for thread in threads:
        thread.start()
    watch(server, load, interval, run["samples"])
    ended.set()
    for thread in threads + [reader]:
        thread.join()
    load.wait()
    run["intervals"] = [json.loads(line) for line in lines]
    alive = server.child.poll() is None
    run["after"] = server.settle(run["before"]["descriptors"]) if alive else run["before"]
    run["status"] = server.stop()
    run["words"] = server.words()
    result.append(run)


def commands(options):
    found = {"gyre": ([options.gyre], {})}
    if options.asan:
        make = ["make", "-C", ROOT, "--no-print-directory", "-s", "VARIANT=asan", "gyre"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
        found["gyre"] = ([os.path.join(ROOT, "build/asan/gyre")], ASAN)
    if options.peer:
        node = subprocess.check_output([os.path.join(ROOT, "tools/judge")], text=True).strip()
        found["node"] = ([node], {})
    return found


def has_workers(options):
    text = "new (require('worker_threads').Worker)('0', { eval: true })"
    return subprocess.run([options.gyre, "-e", text], check=False, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def run_all(options):
    options.workers = has_workers(options)
    interval = min(10, max(1, options.minutes * 60 / 20))
    servers, results, threads = {}, {}, []
    try:
        for name, (command, environment) in commands(options).items():
            servers[name] = Server(command, options.faults, environment)
            results[name] = []
            threads.append(threading.Thread(
                target=soak, args=(servers[name], options, interval, results[name])))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        for server in servers.values():
            server.close()
    return {name: result[0] for name, result in results.items() if result}


def tell(runs, options):
    """Prints what was seen. Returns how many checks of gyre hold, do not, and cannot be decided."""
    long = options.minutes * 60 >= judge.SHORT_S
    explained = faults.EXPLAINED if options.faults else set()
    for line in judge.table(runs):
        print(line)
    for name, run in runs.items():
        print(f"{name}: errors {judge.errors_of(run['intervals']) or 'none'}"
              + (f"; faults {run['faults']}" if options.faults else ""))
    counts = {True: 0, False: 0, None: 0}
    for name, run in runs.items():
        words = {True: "ok", None: "skipped", False: "FAILED" if name == "gyre" else "differs"}
        for what, holds in judge.checks(run, explained, long, options.asan and name == "gyre"):
            print(f"{words[holds]} {name}: {what}")
            counts[holds] += name == "gyre"
        if run["words"]:
            print(f"{name} said:\n{run['words']}")
    return counts[True], counts[False], counts[None]


def main(argv):
    options = arguments(argv)
    runs = run_all(options)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            json.dump(runs, file)
    if "gyre" not in runs:
        print("FAILED gyre: the soak did not finish")
        return 0, 1, 0
    return tell(runs, options)
