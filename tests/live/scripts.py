# SPDX-License-Identifier: MIT
"""The live page of a script."""

from pathlib import Path

from client import Program, Watch
from contents import check_order, items_of

SCRIPT = str(Path(__file__).resolve().parent / "program.js")


def by_option(gyre):
    """gyre --live and gyre --live=PORT."""
    with Program([gyre, "--live", SCRIPT], live=None) as program:
        port = program.port
        assert b"</html>" in program.get(f"/{program.token}/")
    with Program([gyre, f"--live={port}", SCRIPT], live=None) as program:
        assert program.port == port
    program = Program([gyre, "--live=x", SCRIPT], live=None)
    assert program.end() == 9 and program.port == 0, program.errors


def steps(gyre):
    """The activity of a script is shown."""
    with Program([gyre, SCRIPT]) as program:
        watch = Watch(program)
        program.tell("steps 20")
        program.end()
        watch.wait_end()
    check_order(watch)
    calls = items_of(watch, event="call", kind="timeout", name="onStep")
    assert len(calls) == 20, len(calls)
    assert all("program.js:" in call["site"] for call in calls), calls[0]
    by_id = {item["id"]: item for item in watch.named()}
    assert all(by_id[call["cause"]]["event"] == "schedule" for call in calls)
    assert len(items_of(watch, event="call", name="onTick")) == 20
    assert watch.stats[-1]["lag"] is not None


def busy(gyre):
    """A function that does not return is named while it runs, and waiting timers are counted."""
    with Program([gyre, SCRIPT]) as program:
        watch = Watch(program)
        program.tell("timers 7")
        stats = watch.wait_for(lambda stats: any(a["count"] == 7 for a in stats["alive"]),
                               "seven timers")
        group = next(a for a in stats["alive"] if a["count"] == 7)
        assert group["kind"] == "timeout" and "program.js:" in group["label"], group
        program.child.stdin.write("block 1500\n")
        program.child.stdin.flush()
        stats = watch.wait_for(lambda stats: stats["inside"], "inside of a function")
        assert stats["inside"]["for"] > 10e6, stats
        program.answer()
        program.child.kill()


def starving(gyre):
    """Endless ticks are shown."""
    with Program([gyre, SCRIPT]) as program:
        watch = Watch(program)
        program.child.stdin.write("starve 1500\n")
        program.child.stdin.flush()
        watch.wait_for(lambda stats: stats["starving"] > 10e6, "starving")
        program.answer()
        program.end()
        watch.wait_end()


TESTS = (by_option, steps, busy, starving)
