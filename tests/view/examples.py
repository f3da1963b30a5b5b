# SPDX-License-Identifier: MIT
"""The recordings of the page's tests.

  tests/view/examples.py PAGE DIR     writes DIR/order.html, virtual.html, server.html, long.html,
                                      million.html, live.html, empty.html: PAGE with each recording
"""

import random
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from recording import (EVENT, ITEM, KIND, LOOP, PHASE, POOL, QUEUE, REASON,
                       Recording, fill)  # noqa: E402

US, MS = 1000, 1000_000


class Order:
    """setTimeout(onTimeout, 0); setImmediate(onImmediate), with a tick and a promise, run so fast
    that the timer is not due when the loop starts."""

    def __init__(self, stopped=False):
        self.r = Recording("gyre order.js", stopped=stopped)

    def at(self, name, place):
        return self.r.label(name, f"order.js:{place}")

    def callback(self, kind, scheduled, label, text, before, after):
        r = self.r
        with r.call(kind, scheduled[0], label, scheduled[1]):
            r.pass_time(before * US)
            r.mark(text)
            r.pass_time(after * US)

    def main(self):
        r = self.r
        with r.call("main", label=self.at("main", "1:1")):
            r.pass_time(110 * US)
            self.timeout = r.schedule("timeout", self.at("main", "1:1"), value=1)
            self.timer = r.schedule("timer", 0, value=1)
            r.pass_time(25 * US)
            self.immediate = r.schedule("immediate", self.at("main", "5:1"))
            r.pass_time(20 * US)
            self.tick = r.schedule("tick", self.at("main", "9:9"))
            r.pass_time(10 * US)
            self.micro = r.schedule("microtask", self.at("main", "13:19"))
            r.pass_time(20 * US)
            r.mark("main: done")
            r.pass_time(25 * US)
        with r.span("ticks", value=1):
            r.pass_time(4 * US)
            self.callback("tick", self.tick, self.at("onTick", "9:18"), "tick", 12, 6)
        with r.span("microtasks", value=1):
            r.pass_time(3 * US)
            self.callback("microtask", self.micro, self.at("onPromise", "13:24"), "promise", 9, 5)

    def first_turn(self):
        r = self.r
        with r.span("turn", value=1):
            r.pass_time(6 * US)
            with r.phase("check"):
                r.pass_time(2 * US)
                with r.call("check"):
                    r.pass_time(3 * US)
                    self.callback("immediate", self.immediate, self.at("onImmediate", "5:14"),
                                  "immediate", 14, 8)
                    r.pass_time(2 * US)
            r.pass_time(5 * US)

    def second_turn(self):
        r = self.r
        with r.span("turn", value=2):
            r.pass_time(4 * US)
            with r.phase("poll"), r.span("sleep", REASON["timer"], value=1):
                r.now += MS if r.stopped else 790 * US
            r.pass_time(5 * US)
            with r.phase("timers"):
                r.pass_time(2 * US)
                with r.call("timer", self.timer[0], cause=self.timer[1]):
                    r.pass_time(3 * US)
                    self.callback("timeout", self.timeout, self.at("onTimeout", "1:12"), "timeout",
                                  13, 9)
                    r.pass_time(2 * US)
            r.pass_time(3 * US)

    def run(self):
        r = self.r
        r.pass_time(90 * US)
        self.main()
        r.pass_time(30 * US)
        with r.span("run"):
            r.pass_time(3 * US)
            self.first_turn()
            self.second_turn()
            r.pass_time(2 * US)
        r.pass_time(20 * US)
        self.callback("exit", (0, 0), self.at("onExit", "17:20"), "exit", 8, 4)
        return r


class Server:
    """A server that reads a file for each request, on a pool of two threads."""

    def __init__(self, seed=7):
        self.random = random.Random(seed)
        self.r = Recording("gyre server.js --port=8080", pool=2, dropped=3120)
        self.free = [0, 0]  # when each thread of the pool is free
        self.due = []  # (time, kind, object, cause)

    def some(self, least, most):
        return int(least * (most / least) ** self.random.random())

    def start(self):
        r = self.r
        with r.call("main", label=r.label("main", "server.js:1:1")):
            r.pass_time(900 * US)
            self.listener, self.listening = r.schedule(
                "connection", r.label("listen", "server.js:30:8"))
            r.pass_time(100 * US)
            beat, set_beat = r.schedule("interval", r.label("main", "server.js:41:1"), value=20)
            self.interval = (beat, set_beat)
            r.mark("listening on 8080")
            r.pass_time(300 * US)

    def request(self):
        """One connection: reads, requests a file, ticks, and schedules an immediate."""
        r = self.r
        with r.call("read", self.listener, r.label("onRequest", "server.js:12:20"), self.listening):
            r.pass_time(self.some(15 * US, 200 * US))
            work, asked = r.schedule("fs", r.label("readFile", "server.js:14:6"))
            start = max(min(self.free), r.now)
            thread = self.free.index(min(self.free))
            took = self.some(80 * US, 3 * MS)
            self.free[thread] = start + took
            if start > r.now:
                r.add("pool-wait", KIND["file"], work, 0, 0, asked, r.now, start - r.now,
                      QUEUE)
            r.add("pool-run", KIND["file"], work, 0, 0, asked, start, took, POOL + thread)
            self.due.append((start + took, "fs", work, asked))
            r.pass_time(5 * US)
            tick, set_tick = r.schedule("tick", r.label("onRequest", "server.js:17:5"))
            with r.span("ticks", value=1):
                r.pass_time(1 * US)
                with r.call("tick", tick, r.label("emitReadable", "internal/stream.js:88:3"),
                            set_tick):
                    r.pass_time(self.some(3 * US, 40 * US))
            if self.random.random() < 0.3:
                item, cause = r.schedule("immediate", r.label("onRequest", "server.js:20:3"))
                self.due.append((0, "immediate", item, cause))

    def answer(self, work, asked):
        r = self.r
        slow = self.random.random() < 0.03
        with r.call("fs", work, 0, asked):
            r.pass_time(2 * US)
            with r.call("callback", 0, r.label("onFile", "server.js:15:28"), asked):
                r.pass_time(self.some(4 * MS, 16 * MS) if slow else self.some(20 * US, 400 * US))
                written, cause = r.schedule("write", r.label("onFile", "server.js:22:9"))
                self.due.append((r.now + 40 * US, "write", written, cause))
                r.pass_time(4 * US)
            with r.span("microtasks", value=2):
                r.pass_time(self.some(4 * US, 50 * US))

    def poll(self, number):
        r = self.r
        with r.phase("poll"):
            waits = [t for t, kind, *_ in self.due if kind != "immediate"]
            if not any(kind == "immediate" for _, kind, *_ in self.due):
                with r.span("sleep", REASON["timer"], value=self.random.randint(1, 20)):
                    coming = [t for t in waits if t > r.now]
                    wake = min([*coming, r.now + self.some(100 * US, 4 * MS)])
                    r.pass_time(max(wake - r.now, 2 * US))
            r.pass_time(2 * US)
            for entry in sorted(e for e in self.due if e[1] != "immediate" and e[0] <= r.now):
                self.due.remove(entry)
                if entry[1] == "fs":
                    self.answer(*entry[2:])
                else:
                    with r.call("write", entry[2], r.label("onSent", "server.js:23:30"), entry[3]):
                        r.pass_time(self.some(5 * US, 60 * US))
            for _ in range(self.random.randint(0, 3)):
                self.request()
            if number % 40 == 0:
                r.mark(f"turn {number}: {len(self.due)} under way")

    def turn(self, number):
        r = self.r
        with r.span("turn", value=number):
            r.pass_time(1 * US)
            self.poll(number)
            immediates = [e for e in self.due if e[1] == "immediate"]
            if immediates:
                with r.phase("check"):
                    for entry in immediates:
                        self.due.remove(entry)
                        with r.call("immediate", entry[2],
                                    r.label("compress", "server.js:20:16"), entry[3]):
                            r.pass_time(self.some(30 * US, 900 * US))
            if r.now >= self.next_beat:
                self.next_beat = r.now + 20 * MS
                with r.phase("timers"), r.call("interval", self.interval[0],
                                               r.label("heartbeat", "server.js:41:14"),
                                               self.interval[1]):
                    r.pass_time(self.some(8 * US, 80 * US))
            if number % 25 == 0:
                handle, cause = r.schedule("close", r.label("onSent", "server.js:25:7"))
                with r.phase("closing"), r.call("close", handle,
                                                r.label("onClose", "server.js:26:22"), cause):
                    r.pass_time(9 * US)
            r.pass_time(1 * US)

    def run(self, turns):
        self.start()
        self.next_beat = self.r.now + 20 * MS
        with self.r.span("run"):
            for number in range(1, turns + 1):
                self.turn(number)
        return self.r


def long_after_short():
    """A long callback begins in the same pixel as a short one, in another lane and in the same one;
    and a long run of microtasks."""
    r = Recording("gyre long.js")
    with r.span("run"), r.span("turn", value=1):
        r.pass_time(100 * MS)
        with r.phase("check"):
            with r.call("immediate", label=r.label("work", "long.js:1:1")):
                r.pass_time(5 * US)
        with r.phase("timers"):
            with r.call("timeout", label=r.label("tiny", "long.js:2:1")):
                r.pass_time(5 * US)
            with r.call("timeout", label=r.label("work", "long.js:3:1")):
                r.pass_time(300 * MS)
            r.pass_time(200 * MS)
            with r.span("microtasks", value=-1):
                r.pass_time(200 * MS)
        r.pass_time(200 * MS)
    return r


def million_bytes(count=1_000_000):
    """Packed items made without Recording, which would take long: turns of a check phase with an
    immediate that schedules the next, a tick each, sometimes a timer and a sleep."""
    rng = random.Random(3)
    uniform = rng.random
    pack = ITEM.pack
    out = []
    now, number, cause, timer_cause = 1000.0, 2, 0, 0
    turn_items = 8
    turns = (count - 1) // turn_items
    for turn in range(1, turns + 1):
        begin = now
        first = number
        slow = uniform()
        work = 300 + 4000 * slow * slow + (3e6 if slow > 0.9999 else 0)
        rest = 20 + 300 * uniform()
        sleep = 1e6 * uniform() if turn % 500 == 0 else 0
        if sleep:
            items = [(begin + 100, sleep + 100, 0, 0, 0, 0, EVENT["phase"], PHASE["poll"]),
                     (begin + 150, sleep, 0, 0, 0, 1, EVENT["sleep"], REASON["timer"]),
                     (begin + sleep + 300, work + 40, 0, 0, 0, 0, EVENT["phase"], PHASE["timers"]),
                     (begin + sleep + 320, work, timer_cause, turn, 4, 0, EVENT["call"],
                      KIND["timeout"]),
                     (begin + sleep + 330, 0, 0, turn + 1, 1, 0, EVENT["schedule"],
                      KIND["immediate"]),
                     (begin + sleep + 350, 0, 0, turn + 2_000_000, 1, 1, EVENT["schedule"],
                      KIND["timeout"]),
                     (begin + sleep + 360, 0, 0, 0, 5, 0, EVENT["mark"], 0)]
            timer_cause, cause = first + 6, first + 5
            end = begin + sleep + work + 400
        else:
            items = [(begin + 20, work + 60, 0, 0, 0, 0, EVENT["phase"], PHASE["check"]),
                     (begin + 40, work, cause, turn, 2 + turn % 2, 0, EVENT["call"],
                      KIND["immediate"]),
                     (begin + 50, 0, 0, turn + 1, 1, 0, EVENT["schedule"], KIND["immediate"]),
                     (begin + 60, 0, 0, turn + 1_000_000, 1, 0, EVENT["schedule"], KIND["tick"]),
                     (begin + 60 + work * 0.5, work * 0.3, 0, 0, 0, 1, EVENT["ticks"], 0),
                     (begin + 61 + work * 0.5, work * 0.25, first + 4, turn + 1_000_000, 6, 0,
                      EVENT["call"], KIND["tick"]),
                     (begin + 70 + work * 0.8, work * 0.1, 0, 0, 0, 1, EVENT["microtasks"], 0)]
            cause = first + 3
            end = begin + work + 100
        out.append(pack(begin, end - begin, number, 0, 0, 0, turn, EVENT["turn"], 0, LOOP))
        number += 1
        for start, duration, why, subject, label, value, event, kind in items:
            out.append(pack(start, duration, number, why, 0 if subject > 3_000_000 else subject,
                            label, value, event, kind, LOOP))
            number += 1
        now = end + rest
    left = count - 1 - turns * turn_items
    out += [pack(now, 0, number + i, 0, 0, 5, 0, EVENT["mark"], 0, LOOP) for i in range(left)]
    out.insert(0, pack(0, now + 10, 1, 0, 0, 0, 0, EVENT["run"], 0, LOOP))
    return b"".join(out), now + 10


def million(page):
    import base64  # noqa: PLC0415
    items, duration = million_bytes()
    r = Recording("gyre recursion.js")
    r.labels = [["", ""], ["again", "recursion.js:4:3"], ["again", "recursion.js:3:16"],
                ["other", "recursion.js:9:1"], ["onTimeout", "recursion.js:14:12"],
                ["a line of output", ""], ["onTick", "recursion.js:6:20"]]
    header = r.header(duration=duration, count=len(items) // ITEM.size)
    header["objects"] = [[0, 0]]
    return fill(page, header, base64.b64encode(items).decode())


def main():
    page = Path(sys.argv[1]).read_text(encoding="utf-8")
    directory = Path(sys.argv[2])
    directory.mkdir(parents=True, exist_ok=True)
    pages = {
        "order": lambda: Order().run().fill(page),
        "virtual": lambda: Order(stopped=True).run().fill(page),
        "server": lambda: Server().run(400).fill(page),
        "long": lambda: long_after_short().fill(page),
        "million": lambda: million(page),
        "live": lambda: fill(page, {"live": True}),
        "empty": lambda: Recording("gyre nothing.js").fill(page),
    }
    for name, make in pages.items():
        (directory / f"{name}.html").write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
