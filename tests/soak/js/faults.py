# SPDX-License-Identifier: MIT
"""Faults from outside, for a server that does not expect them: too few descriptors, a full disk,
clients that reset, children that are killed, processes that are stopped."""
import os
import random
import resource
import signal
import socket
import struct
import subprocess
import time

HOLD_S = 1.0  # how long a limit or a full disk lasts
STOP_S = 0.4

# How a request may fail under each fault, by what the client sees or the server answers. A
# connection that ends in the middle is "socket hang up" or ECONNRESET, depending on when the client
# notices.
EXPLAINED = {
    "EMFILE", "ENFILE", "ENOSPC", "ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE",
    "ERR_STREAM_DESTROYED", "ERR_IPC_CHANNEL_CLOSED", "ABORT_ERR", "killed by SIGKILL", "SIGKILL",
    "socket hang up", "EAGAIN", "ERR_WORKER_INIT_FAILED",
}


def children(pid):
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
                found += [int(one) for one in file.read().split()]
    except OSError:
        pass
    return found


def send_signal(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


class Disk:
    """A directory on a small file system of its own, if one may be mounted."""

    def __init__(self, path, small):
        self.path = path
        os.makedirs(path, exist_ok=True)
        self.mounted = small and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=4m", "soak", path], check=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def fill(self):
        name = os.path.join(self.path, "filler")
        try:
            with open(name, "wb", buffering=0) as file:
                while file.write(bytes(4096)) == 4096:
                    pass
        except OSError:
            pass
        time.sleep(HOLD_S)
        os.unlink(name)

    def close(self):
        if self.mounted:
            subprocess.run(["umount", self.path], check=True)


def few_descriptors(server):
    """Limits descriptors to the current number plus two, then restores the limit."""
    before = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (server.descriptors() + 2, before[1]))
    time.sleep(HOLD_S)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, before)


def resets(server):
    """Clients that reset: in a head, in a body, in a download, after a request."""
    texts = [b"GET /small HTTP/1.1\r\nHo",
             b"POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\nabc",
             b"GET /download?size=5000000 HTTP/1.1\r\nHost: x\r\n\r\n",
             b"GET /spawn HTTP/1.1\r\nHost: x\r\n\r\n",
             b"GET /file HTTP/1.1\r\nHost: x\r\n\r\nGET /zlib HTTP/1.1\r\nHost: x\r\n\r\n"]
    clients = []
    for i in range(20):
        client = socket.create_connection(("127.0.0.1", server.port), timeout=5)
        client.sendall(texts[i % len(texts)])
        clients.append(client)
    time.sleep(0.05)
    for client in clients:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()


def kill_children(server):
    for _ in range(20):
        for pid in children(server.pid):
            send_signal(pid, signal.SIGKILL)
        time.sleep(HOLD_S / 20)


def stop_children(server):
    pids = children(server.pid)
    for number in (signal.SIGSTOP, signal.SIGCONT):
        for pid in pids:
            send_signal(pid, number)
        time.sleep(STOP_S)


def stop_server(server):
    send_signal(server.pid, signal.SIGSTOP)
    time.sleep(STOP_S)
    send_signal(server.pid, signal.SIGCONT)


def full_disk(server):
    server.disk.fill()


FAULTS = [few_descriptors, resets, kill_children, stop_children, stop_server, full_disk]
NAMES = [fault.__name__ for fault in FAULTS]


def inject(server, names, seed, every_s, ended, done):
    """Runs until `ended`: a fault, a pause, in an order drawn from the seed; counts them."""
    draw = random.Random(seed)
    all_faults = [fault for fault in FAULTS if names == "all" or fault.__name__ in names.split(",")]
    if full_disk in all_faults and not server.disk.mounted:
        all_faults.remove(full_disk)
        done["no full disk: mounting is not allowed here"] = 1
    while True:
        draw.shuffle(all_faults)
        for fault in all_faults:
            if ended.wait(every_s):
                return
            try:
                fault(server)
            except OSError as error:
                done[f"{fault.__name__}: {error}"] = done.get(f"{fault.__name__}: {error}", 0) + 1
            done[fault.__name__] = done.get(fault.__name__, 0) + 1
