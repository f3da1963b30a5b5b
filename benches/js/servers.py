# SPDX-License-Identifier: MIT
"""The servers of benches/js/serve under load: one CPU for the server, the other for the load."""

import contextlib
import os
import re
import signal
import subprocess
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LOAD = os.path.join(ROOT, "build/bench/js-load")
CONNECTIONS = 64
WARM_SECONDS = 5  # by then an engine has compiled most of the code
GIB = 1 << 30
LIMIT_S = 120


def pinned(cpu, command):
    return ["taskset", "-c", str(cpu)] + command if os.cpu_count() > 1 else command


def build():
    os.makedirs(os.path.dirname(LOAD), exist_ok=True)
    source = os.path.join(HERE, "load.c")
    if not os.path.exists(LOAD) or os.path.getmtime(LOAD) < os.path.getmtime(source):
        subprocess.run(["cc", "-O2", "-D_GNU_SOURCE", "-o", LOAD, source], check=True)


def output(command):
    done = subprocess.run(pinned(1, command), capture_output=True, text=True, timeout=LIMIT_S,
                          check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


@contextlib.contextmanager
def server(name, command, environment=()):
    """The port and the process of a server that runs until the end of the block."""
    child = subprocess.Popen(pinned(0, command + [os.path.join(HERE, "serve", f"{name}.cjs")]),
                             stdout=subprocess.PIPE, text=True,
                             env={**os.environ, **dict(environment)})
    try:
        port = child.stdout.readline().strip()
        if not port.isdigit():
            raise RuntimeError(f"{name} did not start")
        yield port, child
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()


def hello(command, seconds):
    """Nanoseconds per request, and the 99th percentile of the latency in microseconds."""
    until = WARM_SECONDS + seconds
    with server("http-hello", command) as (port, _):
        text = output([LOAD, "http", port, str(until), str(CONNECTIONS), str(WARM_SECONDS),
                       str(until)])
    _, requests, _, p99_us, _, _ = text.split()
    return seconds * 1e9 / int(requests), float(p99_us)


def echo(command, seconds):
    with server("net-echo", command) as (port, _):
        output([LOAD, "echo", port, str(WARM_SECONDS), str(CONNECTIONS)])
        each_ns, p99_us = output([LOAD, "echo", port, str(seconds), str(CONNECTIONS)]).split()
    return float(each_ns), float(p99_us)


def peak_mb(child):
    with open(f"/proc/{child.pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) / 1024


def fill_cache(path):
    """The first read of a file pays for the memory of its pages, which on a virtual machine may
    take longer than all the rest, or no time, at random."""
    with open(path, "rb", buffering=0) as whole:
        while whole.read(1 << 20):
            pass


def file(command, _seconds):
    """Nanoseconds per MiB, and the server's peak memory in MB."""
    with tempfile.NamedTemporaryFile(prefix="gyre-bench-") as large:
        large.truncate(GIB)
        fill_cache(large.name)
        with server("http-file", command, {"BENCH_FILE": large.name}.items()) as (port, child):
            taken_ns, count = output([LOAD, "get", port]).split()
            peak = peak_mb(child)
    if int(count) < GIB:
        raise RuntimeError(f"{count} bytes received, of {GIB}")
    return int(taken_ns) / 1024, peak


# Name -> its function, and its second figure.
ALL = {"http-hello": (hello, "p99 us"), "net-echo": (echo, "p99 us"), "http-file": (file, "MB")}
