# SPDX-License-Identifier: MIT
"""A program with a live page, and clients for it, good and bad."""

import base64
import json
import os
import re
import socket
import struct
import subprocess
import threading
import time

ITEM = struct.Struct("<ddIIIIiBBH")
ADDRESS = re.compile(r"^gyre: live page at http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/$")


class Program:
    """A process that serves a live page; its standard error is kept."""

    def __init__(self, command, environment=None, live="0"):
        env = dict(os.environ, GYRE_TRACE_EVENTS="65536", TSAN_OPTIONS="atexit_sleep_ms=0",
                   **(environment or {}))
        if live is not None:
            env["GYRE_LIVE"] = live
        self.child = subprocess.Popen(command, env=env, text=True, stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.errors = []
        self.ready = threading.Event()
        self.port, self.token = 0, ""
        self.reader = threading.Thread(target=self.read_errors, daemon=True)
        self.reader.start()

    def read_errors(self):
        for line in self.child.stderr:
            found = ADDRESS.match(line.rstrip("\n"))
            if found:
                self.port, self.token = int(found[1]), found[2]
                self.ready.set()
            else:
                self.errors.append(line)
        self.ready.set()

    def __enter__(self):
        if not self.ready.wait(30) or self.port == 0:
            self.child.kill()
            raise AssertionError("no address was printed: " + "".join(self.errors))
        return self

    def __exit__(self, kind, *_):
        if self.child.poll() is None and kind is not None:
            self.child.kill()
        self.end()

    def tell(self, line):
        """Lets the program do something. Returns the CPU time of its thread."""
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()
        return self.answer()

    def answer(self, word="done"):
        line = self.child.stdout.readline()
        assert line.startswith(word + " "), f"it said {line!r}: {''.join(self.errors)}"
        return int(line.split()[1])

    def end(self):
        """Ends it; returns its status."""
        if not self.child.stdin.closed:
            self.child.stdin.close()
        status = self.child.wait(timeout=30)
        self.reader.join(10)
        self.child.stdout.close()
        self.child.stderr.close()
        assert not any("Sanitizer" in line for line in self.errors), "".join(self.errors)
        return status

    def connect(self, timeout=20):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def send(self, request):
        connection = self.connect()
        try:
            connection.sendall(request)
        except OSError:
            pass  # it may have answered and closed before it had everything
        return connection

    def ask(self, request):
        """The whole answer to these bytes."""
        with self.send(request) as connection:
            return receive_all(connection)

    def get(self, path, host=None, method="GET", more=""):
        host = f"127.0.0.1:{self.port}" if host is None else host
        return self.ask(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n".encode())

    def events(self, after=None):
        more = "" if after is None else f"Last-Event-ID: {after}\r\n"
        return self.send(f"GET /{self.token}/events HTTP/1.1\r\nHost: localhost:{self.port}\r\n"
                         f"{more}\r\n".encode())

    def memory_kb(self):
        with open(f"/proc/{self.child.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    def descriptors(self):
        return os.listdir(f"/proc/{self.child.pid}/fd")


def eventually(find, problem):
    """Calls FIND until its result is true, for some seconds; returns it."""
    end = time.monotonic() + 10
    while not (found := find()):
        assert time.monotonic() < end, problem
        time.sleep(0.02)
    return found


def receive_all(connection):
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


class Watch:
    """Follows the events of a program as the page does."""

    def __init__(self, program, after=None):
        self.connection = program.events(after)
        self.header = None
        self.labels, self.objects, self.threads = {}, {}, {}
        self.items, self.stats = [], []
        self.ended = False
        self.last_id = None
        self.problem = None
        self.started = threading.Event()
        self.thread = threading.Thread(target=self.follow, daemon=True)
        self.thread.start()
        assert self.started.wait(20) and self.header, f"no header came: {self.problem}"

    def follow(self):
        try:
            with self.connection.makefile("rb") as file:
                status = file.readline()
                assert status.startswith(b"HTTP/1.1 200 "), status
                while file.readline().strip():
                    pass
                self.read_events(file)
        except Exception as problem:  # reported to whoever waits for it
            self.problem = problem
        self.started.set()

    def read_events(self, file):
        event = None
        for line in file:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                event = value
            elif name == "id":
                self.last_id = int(value)
            elif name == "data":
                assert not self.ended, "data after the end"
                getattr(self, "on_" + event)(value)
            else:
                assert name in ("", "retry"), line

    def on_header(self, data):
        self.header = json.loads(data)
        self.labels = dict(enumerate(self.header["labels"]))
        self.objects = dict(enumerate(self.header["objects"]))
        self.threads = dict(enumerate(self.header["threads"]))
        self.started.set()

    def on_names(self, data):
        names = json.loads(data)
        for kind, known in (("labels", self.labels), ("objects", self.objects),
                            ("threads", self.threads)):
            known.update(enumerate(names[kind]["add"], names[kind]["from"]))

    def on_items(self, data):
        items = list(ITEM.iter_unpack(base64.b64decode(data, validate=True)))
        assert items, "an event without items"
        for item in items:
            assert item[5] in self.labels, "an item before its label"
        self.items += items

    def on_stats(self, data):
        self.stats.append(json.loads(data))

    def on_end(self, _):
        self.ended = True

    def leave(self):
        """Like a browser that loses its connection."""
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the other side was faster
        self.thread.join(20)

    def wait_end(self):
        self.thread.join(20)
        assert self.problem is None, self.problem
        assert self.ended, "the stream ended without an end"

    def named(self):
        """The items as dictionaries, with the names of the header as keys."""
        fields = ("start", "duration", "id", "cause", "subject", "label", "value")
        for item in sorted(self.items):
            named = dict(zip(fields, item))
            named["event"] = self.header["events"][item[7]]
            names = {"phase": "phases", "limit": "phases", "sleep": "reasons"}
            named["kind"] = self.header[names.get(named["event"], "kinds")][item[8]]
            named["name"], named["site"] = self.labels[item[5]]
            named["thread"] = self.threads[item[9] & 0x7fff]
            named["open"] = item[9] >> 15
            yield named

    def wait_for(self, condition, what):
        """Waits until the figures are as they should be; returns them."""
        end = time.monotonic() + 20
        seen = 0
        while time.monotonic() < end:
            for stats in self.stats[seen:]:
                seen += 1
                if condition(stats):
                    return stats
            assert self.thread.is_alive(), f"the stream has ended: {self.problem}"
            time.sleep(0.02)
        raise AssertionError(f"never {what}; the last: {self.stats[-1:]}")
