# SPDX-License-Identifier: MIT
"""The contents of events, for programs whose activity is known; and how they end."""

import os
import signal
import socket
import time

from client import Program, Watch, eventually

NEEDED = ("time", "turns", "calls", "rates", "utilisation", "lag", "alive", "pool", "dropped",
          "inside", "starving")


def is_plain(command):
    """Without a sanitizer, which needs time and memory of its own."""
    return "san/" not in command[0]


def items_of(watch, **wanted):
    return [i for i in watch.named() if all(i[key] == value for key, value in wanted.items())]


def check_order(watch):
    """Numbers are unique, and in the order of starts on each thread; spans nest."""
    assert len({item[2] for item in watch.items}) == len(watch.items)
    for thread in range(1, len(watch.threads)):
        items = sorted((i for i in watch.items if i[9] & 0x7fff == thread), key=lambda i: i[2])
        starts = [item[0] for item in items]
        assert starts == sorted(starts)
        open_until = []
        for start, duration, *_ in items:
            while open_until and open_until[-1] <= start:
                open_until.pop()
            assert not open_until or start + duration <= open_until[-1] or duration == 0
            if duration > 0:
                open_until.append(start + duration)


def steps(command):
    """Everything that a known program does is reported, once, with its cause."""
    with Program(command) as program:
        watch = Watch(program)
        program.tell("steps 50")
        program.end()
        watch.wait_end()
    check_order(watch)
    by_id = {item["id"]: item for item in watch.named()}
    calls = items_of(watch, event="call", kind="timer", name="on_step")
    assert len(calls) == 50, f"{len(calls)} calls of 50"
    for call in calls:
        cause = by_id[call["cause"]]
        assert (cause["event"], cause["kind"], cause["value"]) == ("schedule", "timer", 1), cause
        assert cause["subject"] == call["subject"]
        assert cause["start"] < call["start"]
    assert len(items_of(watch, event="call", kind="tick", name="on_tick")) == 50
    assert len(items_of(watch, event="pool-run", name="work_hard")) == 50
    assert len(items_of(watch, event="pool-wait")) == 50
    assert len(items_of(watch, event="call", kind="work", name="after_work")) == 50
    assert watch.header["pid"] == program.child.pid and watch.header["version"] == 1
    for stats in watch.stats:
        assert all(key in stats for key in NEEDED), stats
        assert stats["dropped"] == 0
    assert sum(stats["calls"] for stats in watch.stats) >= 100


def late(command):
    """A viewer that comes late is shown the past, as far as it is remembered."""
    with Program(command) as program:
        program.tell("steps 20")
        watch = Watch(program)
        watch.wait_for(lambda stats: True, "figures")
        program.end()
        watch.wait_end()
    assert len(items_of(watch, event="call", name="on_step")) == 20
    assert watch.stats[-1]["dropped"] == 0


def again(command):
    """A viewer that loses the connection continues where it was: nothing is repeated, nothing is
    missing."""
    with Program(command) as program:
        first = Watch(program)
        program.tell("steps 20")
        eventually(lambda: len(items_of(first, event="call", name="on_step")) == 20, "20 steps")
        first.leave()
        program.tell("steps 20")
        second = Watch(program, first.last_id)
        program.end()
        second.wait_end()
    seen = [item[2] for item in first.items + second.items]
    assert len(set(seen)) == len(seen), "something came twice"
    assert len(items_of(second, event="call", name="on_step")) == 20
    assert second.stats[-1]["dropped"] == 0


def idle(command):
    """A sleeping program is shown as sleeping; what keeps it alive is reported, and it is not
    woken."""
    with Program(command) as program:
        watch = Watch(program)
        program.tell("timers 20")
        stats = watch.wait_for(lambda stats: any(a["count"] == 20 for a in stats["alive"]),
                               "20 timers")
        groups = {(a["kind"], a["label"].split(" ")[0]): a for a in stats["alive"]}
        assert groups["pipe", "main"]["count"] == 1, groups
        assert sum(a["count"] for a in stats["alive"]) == 21, groups
        group = next(a for a in stats["alive"] if a["count"] == 20)
        assert group["kind"] == "timer" and 0 < group["since"] < stats["time"]
        count = len(watch.stats)
        time.sleep(1.2)
        later = watch.stats[count:]
        assert len(later) >= 4 and sum(stats["turns"] for stats in later[1:]) <= 1, later
        assert all(stats["utilisation"] < 0.1 for stats in later), later
        program.end()
        watch.wait_end()


def busy(command):
    """A long callback, and endless ticks, are shown while they last."""
    with Program(command) as program:
        watch = Watch(program)
        program.child.stdin.write("block 1000\n")
        program.child.stdin.flush()
        stats = watch.wait_for(lambda stats: stats["inside"], "inside of a callback")
        assert stats["inside"]["kind"] == "timer" and "on_block" in stats["inside"]["label"]
        assert stats["inside"]["for"] > 10e6 and stats["starving"] == 0
        watch.wait_for(lambda stats: stats["utilisation"] > 0.95, "busy")
        program.answer()
        watch.wait_for(lambda stats: not stats["inside"], "over")
        program.child.stdin.write("starve 2000\n")
        program.child.stdin.flush()
        watch.wait_for(lambda stats: stats["starving"] > 10e6, "starving")
        program.answer()
        count = len(watch.stats)
        watch.wait_for(lambda stats: stats in watch.stats[count + 1:] and stats["starving"] == 0,
                       "no longer starving")
        program.end()
        watch.wait_end()


def slow_reader(command):
    """A viewer that does not read costs bounded memory, loses items, learns how many, and
    continues."""
    count = 500000 if is_plain(command) else 20000
    with Program(command) as program:
        program.tell(f"spin {count}")  # rings are full before memory is measured
        connections = [program.events() for _ in range(20)]
        time.sleep(0.5)
        before = program.memory_kb()
        for _ in range(3):
            program.tell(f"spin {count}")
        grown = program.memory_kb() - before
        if is_plain(command):
            assert grown < 20 << 10, f"{grown} kB more"
        watch = Watch(program)
        program.tell(f"spin {2 * count}")
        watch.wait_for(lambda stats: stats["dropped"] > 0, "something dropped")
        for connection in connections:
            connection.close()
        program.end()
        watch.wait_end()


def ends(command):
    """The end is reported, and does not wait for viewers that do not read."""
    with Program(command) as program:
        deaf = [program.events() for _ in range(5)]
        watches = [Watch(program) for _ in range(5 if is_plain(command) else 1)]
        program.tell("spin 1000")
        started = time.monotonic()
        assert program.end() == 0
        assert time.monotonic() - started < 5, "the end took long"
        for watch in watches:
            watch.wait_end()
        for connection in deaf:
            connection.close()


def killed(command):
    """A signal that ends the program: viewers are told."""
    with Program(command) as program:
        watch = Watch(program)
        program.child.stdin.write("crash\n")
        program.child.stdin.flush()
        assert program.child.wait(20) == -signal.SIGTERM
        watch.wait_end()


def is_socket(path):
    try:
        return os.readlink(path).startswith("socket:")
    except FileNotFoundError:  # closed since it was listed
        return False


def has_sockets(process):
    directory = f"/proc/{process}/fd"
    return any(is_socket(f"{directory}/{number}") for number in os.listdir(directory))


def forks(command):
    """The child of a fork has no live page, and keeps nothing open."""
    with Program(command) as program:
        watch = Watch(program)
        program.child.stdin.write("fork\n")
        program.child.stdin.flush()
        child = program.answer("child")
        program.answer()
        try:
            eventually(lambda: not has_sockets(child), "the child has sockets")
            assert len(os.listdir(f"/proc/{child}/task")) == 1
            program.child.stdin.close()
            program.child.wait(20)
            watch.wait_end()
            try:
                program.connect().close()
                raise AssertionError("somebody still listens")
            except ConnectionRefusedError:
                pass
        finally:
            os.kill(child, signal.SIGKILL)


def ports(command):
    """A requested port; one that is in use; an invalid one."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        program = Program(command, live=str(number))
        assert program.tell("steps 2") > 0
        assert program.end() == 0
        assert "".join(program.errors) == \
            f"gyre: no live page on port {number}: address already in use\n", program.errors
    with Program(command, live=str(number)) as program:
        assert program.port == number
    with Program(command, live="") as program:
        assert program.port > 0
    for wrong in ("x", "-1", "65536", "80x", " 80"):
        program = Program(command, live=wrong)
        program.tell("steps 2")
        program.end()
        assert program.port == 0 and "not a port" in "".join(program.errors), program.errors


TESTS = (steps, late, again, idle, busy, slow_reader, ends, killed, forks, ports)
