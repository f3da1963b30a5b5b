# SPDX-License-Identifier: MIT
"""Makes recordings in the page's format without recording a program: the tests of the page need
small ones that are known exactly, and one of a million items."""

import base64
import contextlib
import json
import struct

EVENTS = ["none", "run", "turn", "phase", "sleep", "call", "ticks", "microtasks", "schedule",
          "cancel", "create", "destroy", "pool-wait", "pool-run", "signal", "limit", "mark",
          "starve"]
KINDS = ["none", "timer", "idle", "prepare", "check", "close", "read", "write", "connect",
         "connection", "shutdown", "udp-recv", "udp-send", "async", "poll", "signal", "process",
         "fs", "fs-event", "fs-poll", "work", "getaddrinfo", "getnameinfo", "random", "main",
         "timeout", "interval", "immediate", "callback", "before-exit", "exit", "tick", "microtask",
         "listener", "user", "file", "name", "other"]
PHASES = ["pending", "idle", "prepare", "poll", "check", "closing", "timers"]
REASONS = ["none", "timer", "forever", "stop", "idle", "pending", "closing", "tick", "inactive",
           "busy", "limit", "mode"]
ITEM = struct.Struct("<ddIIIIiBBH")
EVENT = {name: number for number, name in enumerate(EVENTS)}
KIND = {name: number for number, name in enumerate(KINDS)}
PHASE = {name: number for number, name in enumerate(PHASES)}
REASON = {name: number for number, name in enumerate(REASONS)}


# Threads: the queue of the pool, a loop, and those of the pool.
QUEUE, LOOP, POOL = 0, 1, 2


class Recording:
    """Items in order of their start; `now` is the clock, in ns, and is advanced by pass_time."""

    def __init__(self, program="gyre app.js", pool=0, dropped=0, stopped=False):
        self.now = 0
        self.stopped = stopped  # a virtual clock: only sleep moves it
        self.items = []
        self.labels = [["", ""]]
        self.numbers = {("", ""): 0}
        self.objects = [[0, 0]]
        self.threads = [{"name": "pool queue", "type": "queue"}, {"name": "loop 1", "type": "loop"}]
        self.threads += [{"name": f"pool {i + 1}", "type": "pool"} for i in range(pool)]
        self.program, self.dropped = program, dropped

    def label(self, name="", site=""):
        key = (name, site)
        if key not in self.numbers:
            self.numbers[key] = len(self.labels)
            self.labels.append([name, site])
        return self.numbers[key]

    def new_object(self, kind, label=0):
        self.objects.append([KIND[kind], label])
        return len(self.objects) - 1

    def pass_time(self, ns):
        if not self.stopped:
            self.now += ns

    def add(self, event, kind=0, subject=0, label=0, value=0, cause=0, start=None, duration=0,
            thread=LOOP):
        """Appends an item and returns its id."""
        start = self.now if start is None else start
        self.items.append([start, duration, len(self.items) + 1, cause, subject, label, value,
                           EVENT[event], kind, thread])
        return len(self.items)

    @contextlib.contextmanager
    def span(self, event, kind=0, **more):
        number = self.add(event, kind, **more)
        yield number
        item = self.items[number - 1]
        item[1] = self.now - item[0]

    def phase(self, name):
        return self.span("phase", PHASE[name])

    def call(self, kind, subject=0, label=0, cause=0):
        return self.span("call", KIND[kind], subject=subject, label=label, cause=cause)

    def schedule(self, kind, label=0, value=0, subject=None):
        """Returns (object, id of the instant)."""
        subject = self.new_object(kind, label) if subject is None else subject
        return subject, self.add("schedule", KIND[kind], subject=subject, label=label, value=value)

    def mark(self, text):
        self.add("mark", label=self.label(text))

    def header(self, **more):
        end = max((item[0] + item[1] for item in self.items), default=0)
        return {"version": 1, "program": self.program, "pid": 4711,
                "when": "2026-01-01T00:00:00Z", "duration": end, "capacity": 1 << 20,
                "dropped": self.dropped,
                "clock": "virtual" if self.stopped else "monotonic",
                "events": EVENTS, "kinds": KINDS,
                "phases": PHASES, "reasons": REASONS, "threads": self.threads,
                "labels": self.labels, "objects": self.objects, "count": len(self.items), **more}

    def sorted_items(self):
        """In order of start, and of creation where the clock is too coarse."""
        order = sorted(self.items, key=lambda item: (item[0], item[2]))
        number = {item[2]: place + 1 for place, item in enumerate(order)}
        return [[*item[:2], number[item[2]], number.get(item[3], 0), *item[4:]] for item in order]

    def encode(self):
        return base64.b64encode(b"".join(ITEM.pack(*item) for item in self.sorted_items())).decode()

    def fill(self, page):
        """The text of the page with this recording in it."""
        return fill(page, self.header(), self.encode())


def as_json(value):
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def fill(page, header, items=None):
    text = f'<script id="trace" type="application/json">{as_json(header)}</script>'
    if items is not None:
        text += f'\n<script id="items" type="application/octet-stream">{items}</script>'
    return page.replace("<!--TRACE-->", text)
