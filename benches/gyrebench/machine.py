# SPDX-License-Identifier: MIT
"""The machine that is measured on: what it is, who else uses it, and making it busy on purpose."""

import contextlib
import fcntl
import os
import re
import resource
import subprocess
import sys
import time

from gyrebench.measure import ROOT

# A process that has just released the lock would get it again before any waiter has woken up.
LET_OTHERS_S = 0.1

# Ends by itself when the process that started it is gone, for whatever reason, and only then.
HOG = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
parent = int(sys.argv[1])
while os.getppid() == parent:
    for _ in range(1000000):
        pass
"""


def busy_seconds():
    """CPU seconds of the whole machine, and of ourselves with our programs."""
    with open("/proc/stat", encoding="ascii") as stat:
        ticks = [int(t) for t in stat.readline().split()[1:9]]
    user, nice, system, _, _, irq, softirq, steal = ticks
    whole = (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")
    own = sum(resource.getrusage(who).ru_utime + resource.getrusage(who).ru_stime
              for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return whole, own


def describe():
    model = "unknown"
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        found = re.search(r"^model name\s*: (.*)$", info.read(), re.M)
        model = found.group(1) if found else model
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    uname = os.uname()
    compiler = subprocess.run([os.environ.get("CC", "cc"), "--version"], capture_output=True,
                              text=True).stdout.splitlines()[0]
    return {"cpu": model, "cpus": os.cpu_count(), "memory_gib": round(memory, 1),
            "kernel": f"{uname.sysname} {uname.release} {uname.machine}", "compiler": compiler}


def commit():
    """The state of the measured library; None if git cannot tell."""
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words, "--", "src", "include"],
                              capture_output=True, text=True).stdout.strip()
    last = git("log", "-1", "--format=%h")
    return last + (" with changes" if git("status", "--short") else "") if last else None


@contextlib.contextmanager
def hogs(count):
    """This many processes that only use a CPU, for as long as the block lasts."""
    running = []
    try:
        for _ in range(count):
            running.append(subprocess.Popen([sys.executable, "-c", HOG, str(os.getpid())]))
        yield
    finally:
        for process in running:
            process.kill()
        for process in running:
            process.wait()


class Surroundings:
    """The conditions of a run: alone if others use the same lock, then made busy. Reports how much
    of the machine others used meanwhile."""

    def __init__(self, lock, hog_count):
        self.lock, self.hog_count = lock, hog_count
        self.seconds = self.other_seconds = 0

    @contextlib.contextmanager
    def quiet(self):
        """One round."""
        with contextlib.ExitStack() as stack:
            if self.lock:
                time.sleep(LET_OTHERS_S)
                file = stack.enter_context(open(self.lock, "a", encoding="ascii"))
                fcntl.flock(file, fcntl.LOCK_EX)
            began, (whole, own) = time.monotonic(), busy_seconds()
            with hogs(self.hog_count):
                yield
            whole_end, own_end = busy_seconds()
            self.seconds += time.monotonic() - began
            self.other_seconds += max(0, (whole_end - whole) - (own_end - own))

    def other_cpus(self):
        return round(self.other_seconds / max(self.seconds, 1e-9), 3)
