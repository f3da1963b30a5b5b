# SPDX-License-Identifier: MIT
"""Programs that a signal ends at a random moment: the recording and the program's own log must
agree. Everything that has begun according to the log is in the recording; what has not ended there
is open."""

import ctypes
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "killed"
sys.path.insert(0, str(HERE.parent / "trace"))

import reading  # noqa: E402

LIMIT_S = 60
SYS_TGKILL = {"x86_64": 234, "aarch64": 131}[os.uname().machine]
NAMES = ("one", "two", "three", "four", "five", "hang")


class Disagreement(Exception):
    pass


def to_process(pid):
    os.kill(pid, signal.SIGTERM)


def takes_signals(pid, thread):
    status = Path(f"/proc/{pid}/task/{thread}/status").read_text()
    blocked = int(re.search(r"^SigBlk:\s*(\w+)$", status, re.M)[1], 16)
    return blocked >> (signal.SIGTERM - 1) & 1 == 0


def to_other_thread(pid):
    """As the kernel may do with a signal for the process."""
    others = [int(name) for name in os.listdir(f"/proc/{pid}/task")
              if int(name) != pid and takes_signals(pid, name)]
    syscall = ctypes.CDLL(None, use_errno=True).syscall
    if syscall(SYS_TGKILL, pid, random.choice(others), int(signal.SIGTERM)) != 0:
        raise Disagreement(f"tgkill: {os.strerror(ctypes.get_errno())}")


def run(gyre, program, argument, wait, send=to_process):
    """Ends it with SIGTERM when `wait(child)` returns. Returns its log, and the recording."""
    with tempfile.TemporaryDirectory(prefix="gyre-trace-") as directory:
        path = Path(directory) / "trace.html"
        child = subprocess.Popen(
            [gyre, f"--trace={path}", str(PROGRAMS / program), str(argument)], cwd=directory,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
        log = child.stdout.readline()  # it runs
        wait(child)
        send(child.pid)
        rest, errors = child.communicate(timeout=LIMIT_S)
        if child.returncode != -signal.SIGTERM:
            raise Disagreement(f"exit code {child.returncode}: {errors.decode()}")
        trace = reading.Trace(path)
        reading.check(trace)
        return (log + rest).decode().splitlines(), trace


def calls_of(trace):
    """The program's own calls, in order: (name, is it open)."""
    return [(trace.label(item)[0], item.open) for item in trace.of("call")
            if trace.label(item)[0] in NAMES]


def compare(log, calls):
    begun = [line.split()[1] for line in log if line.startswith("begin ")]
    last_ended = bool(log) and log[-1].startswith("end ")
    names = [name for name, _ in calls]
    if names[:len(begun)] != begun:
        raise Disagreement(f"{begun[-5:]} have begun, recorded are {names[-5:]}")
    if len(names) > len(begun) + 1 or (len(names) > len(begun) and not last_ended):
        raise Disagreement(f"recorded are {names[len(begun):]}, which have not begun")
    for number, (name, is_open) in enumerate(calls):
        is_last = number + 1 == len(begun)
        if is_open and number + 1 < len(begun):
            raise Disagreement(f"{name} is open, and others have begun since")
        if is_last and not last_ended and not is_open:
            raise Disagreement(f"{name} has not ended, and is not open")


def check_hang(gyre, kind):
    log, trace = run(gyre, "hang.js", kind, lambda _: time.sleep(0.05))
    calls = calls_of(trace) if kind != "main" else []
    if kind != "main" and calls != [("hang", 1)]:
        raise Disagreement(f"{kind}: recorded are {calls}")
    inside = [trace.kind(item) for item in trace.of("call") if item.open]
    if inside[-1:] != [kind] or log != ["begin hang"]:
        raise Disagreement(f"{kind}: open are {inside}, the log is {log}")
    if trace.of("call")[-1].duration < 40e6:
        raise Disagreement(f"{kind}: its duration is wrong: {trace.of('call')[-1]}")


def check_random(gyre, seed, send):
    delay = random.Random(seed).expovariate(1 / 0.03)
    log, trace = run(gyre, "random.js", seed, lambda _: time.sleep(min(delay, 0.3)), send)
    compare(log, calls_of(trace))


def tests(count):
    """(name, function to call with the path of gyre)."""
    found = [(f"killed/hang-{kind}", lambda gyre, k=kind: check_hang(gyre, k))
             for kind in ("timeout", "immediate", "tick", "microtask", "callback", "main")]
    for name, last, send in (("thread", count // 10 + 1, to_other_thread),
                             ("random", count, to_process)):
        found += [(f"killed/{name}-{seed}", lambda gyre, s=seed, t=send: check_random(gyre, s, t))
                  for seed in range(1, last + 1)]
    return found
