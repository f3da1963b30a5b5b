# SPDX-License-Identifier: MIT
"""Encryption and protocols built on it, for ./bench --js: the rows tls-*, https-*, h2-*, fetch-*
and crypto-*. Servers run on one CPU, clients on the other.

https-hello, h2-hello: h2load, 64 connections with HTTP/1.1, 1 with 100 streams of HTTP/2.
tls-full, tls-resumed: handshakes by `openssl s_time`, in nanoseconds of CPU time of the server.
tls-bulk: 1 GiB from a server to a client, both on the runtime, in nanoseconds per MiB.
tls-idle: memory that 1,000 idle connections need in a server, in bytes.
fetch-hello: a client with 64 fetches at a time; the server is the same for all.
The second figure is the CPU time of what is measured, in microseconds for the same.
"""
import contextlib
import os
import re
import signal
import socket
import ssl
import subprocess
import time

import servers

HERE = os.path.join(servers.HERE, "secure")
DIRECTORY = os.path.join(servers.ROOT, "build/bench/secure")
GIB = 1 << 30
IDLE = 1000
WARM_S = 4
TICK_NS = 10**9 // os.sysconf("SC_CLK_TCK")


def certificate():
    """A key of a fast kind, so that not only the key is measured."""
    if os.path.exists(os.path.join(DIRECTORY, "cert.pem")):
        return
    os.makedirs(DIRECTORY, exist_ok=True)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", "3650", "-subj",
                    "/CN=localhost", "-keyout", os.path.join(DIRECTORY, "key.pem"), "-out",
                    os.path.join(DIRECTORY, "cert.pem")], check=True, capture_output=True)


@contextlib.contextmanager
def server(kind, command, cpu=0):
    """The port and the process of a server that runs until the end of the block."""
    certificate()
    words = command + [os.path.join(HERE, "server.cjs"), kind, DIRECTORY]
    child = subprocess.Popen(servers.pinned(cpu, words), stdout=subprocess.PIPE, text=True)
    try:
        port = child.stdout.readline().strip()
        if not port.isdigit():
            raise RuntimeError(f"{kind} did not start")
        yield port, child
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()


def cpu_ns(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_NS


def hello(kind, arguments):
    def measure(command, seconds):
        with server(kind, command) as (port, child):
            ask = ["h2load"] + arguments
            url = f"https://127.0.0.1:{port}/"
            servers.output(ask + ["-D", str(WARM_S), url])
            before = cpu_ns(child.pid)
            text = servers.output(ask + ["-D", str(seconds), url])
            used = cpu_ns(child.pid) - before
        done, = re.search(r"(\d+) succeeded", text).groups()
        failed, errored = re.search(r"(\d+) failed, (\d+) errored", text).groups()
        if int(done) == 0 or int(failed) + int(errored) > 0:
            raise RuntimeError("some requests failed: " + " ".join(text.split())[-300:])
        return seconds * 1e9 / int(done), used / int(done) / 1000
    return measure


def handshakes(how):
    def measure(command, seconds):
        with server("count", command) as (port, child):
            ask = ["openssl", "s_time", "-connect", f"127.0.0.1:{port}", how]
            servers.output(ask + ["-time", str(WARM_S)])
            before = cpu_ns(child.pid)
            text = servers.output(ask + ["-time", str(seconds)])
            used = cpu_ns(child.pid) - before
        done = sum(int(n) for n in re.findall(r"(\d+) connections in \d+ real", text))
        if done == 0:
            raise RuntimeError("no handshake: " + text[-300:])
        return used / done, used / done / 1000
    return measure


def bulk(command, _seconds):
    with server("bulk", command) as (port, child):
        before = cpu_ns(child.pid)
        began = os.times()
        client = command + [os.path.join(HERE, "client.cjs"), "bulk", port]
        count, taken = servers.output(client).split()
        ended = os.times()
        used = cpu_ns(child.pid) - before
        used += (ended.children_user + ended.children_system - began.children_user -
                 began.children_system) * 1e9
    if int(count) != GIB:
        raise RuntimeError(f"{count} bytes received, of {GIB}")
    return int(taken) / 1024, used / 1024 / 1000


def resident(pid):
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as lines:
        return int(re.search(r"Pss:\s+(\d+)", lines.read())[1]) * 1024


def idle(command, _seconds):
    """What the first connections allocate for all does not count: ten are opened before."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    open_ones = []

    def connect(port, count):
        for _ in range(count):
            plain = socket.create_connection(("127.0.0.1", int(port)))
            open_ones.append(context.wrap_socket(plain))
        time.sleep(2)

    with server("count", command) as (port, child):
        connect(port, 10)
        before = resident(child.pid)
        connect(port, IDLE)
        whole = resident(child.pid)
        for one in open_ones:
            one.close()
    return whole - before, whole / (1 << 20)


def fetches(command, seconds):
    gyre = [os.path.join(servers.ROOT, "build/gyre")]
    with server("http", gyre, cpu=1) as (port, _):
        began = os.times()
        client = command + [os.path.join(HERE, "client.cjs"), "fetch", port, str(seconds)]
        done = subprocess.run(servers.pinned(0, client), capture_output=True, text=True,
                              timeout=servers.LIMIT_S, check=False)
        ended = os.times()
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip()[-300:])
    count, taken, whole = done.stdout.split()
    used = ended.children_user + ended.children_system - began.children_user - began.children_system
    return int(taken) / int(count), used * 1e6 / int(whole)


def operation(name):
    def measure(command, _seconds):
        words = command + [os.path.join(HERE, "crypto.cjs"), name]
        done = subprocess.run(words, capture_output=True, text=True, timeout=servers.LIMIT_S,
                              check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip()[-300:])
        return float(done.stdout), None
    return measure


OPERATIONS = ["sha256-small", "sha256-large", "hmac-small", "hmac-large", "gcm-small", "gcm-large",
              "ungcm-small", "ungcm-large", "ed25519-sign", "ed25519-verify", "scrypt-small",
              "scrypt-large"]
# Name -> its function, its second figure, the goal.
ALL = {
    "https-hello": (hello("https", ["--h1", "-c64", "-t1"]), "CPU us", 1.3),
    "h2-hello": (hello("h2", ["-c1", "-m100", "-t1"]), "CPU us", 1.3),
    "tls-full": (handshakes("-new"), "CPU us", 1.1),
    "tls-resumed": (handshakes("-reuse"), "CPU us", 1.1),
    "tls-bulk": (bulk, "CPU us", 1.1),
    "tls-idle": (idle, "MB", 1),
    "fetch-hello": (fetches, "CPU us", 1.3),
}
ALL.update({f"crypto-{name}": (operation(name), "", 1) for name in OPERATIONS})
