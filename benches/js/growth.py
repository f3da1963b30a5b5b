# SPDX-License-Identifier: MIT
"""How the cost of an operation grows with the number of things that only wait, for
./bench --js growth [--write] [KIND...]: timers, promises, connections, watchers, modules.

For each kind, programs with different counts (growth/idle.cjs) wait side by side and take turns:
each runs the same load, round after round. A figure is the median of the rounds, in nanoseconds of
CPU time; a ratio is the median of the ratios within a round to the program with the fewest. Then
nothing is asked for a while: what the programs use of a CPU while all of it waits.
--write draws docs/performance-growth.svg.
Exit status: 0, or 3 if a ratio is above 1.2 for gyre and not explained, or waiting is not free.
"""
import os
import resource
import statistics
import subprocess
import tempfile
import time

import growth_chart

HERE = os.path.dirname(os.path.realpath(__file__))
CHART = os.path.join(os.path.dirname(os.path.dirname(HERE)), "docs/performance-growth.svg")
PROGRAM = os.path.join(HERE, "growth/idle.cjs")
SPARE_FDS = 200
KINDS = {"timers": (10, 1_000, 100_000, 1_000_000), "promises": (10, 1_000, 100_000, 1_000_000),
         "connections": (10, 100, 1_000, 9_000), "watchers": (10, 100, 1_000, 10_000),
         "modules": (10, 100, 1_000, 10_000)}
LOADS = ("immediate", "timeout", "await", "echo", "stat", "allocate")
RATIO_MAX = 1.2
WARM = 3  # rounds that do not count
IDLE_S = 2
IDLE_CPU_MAX = 0.001
TICK_S = 1 / os.sysconf("SC_CLK_TCK")
# Why a cost grows.
EXPLAINED = {"allocate": "a full collection visits all that is alive"}


class Program:
    """One that has COUNT things that wait."""

    def __init__(self, command, kind, count):
        self.directory = tempfile.TemporaryDirectory()
        self.child = subprocess.Popen(
            [*command, PROGRAM, kind, str(count), self.directory.name], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, bufsize=1)
        if self.child.stdout.readline().strip() != "ready":
            self.end()
            raise RuntimeError(f"{count} {kind} could not be made")

    def run(self, load):
        self.child.stdin.write(load + "\n")
        return float(self.child.stdout.readline())

    def cpu_s(self):
        with open(f"/proc/{self.child.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * TICK_S

    def end(self):
        self.child.kill()
        self.child.communicate()
        self.directory.cleanup()


def possible(kind):
    """The counts that this machine allows."""
    if kind != "connections":
        return KINDS[kind]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    most = (hard - SPARE_FDS) // 2
    return tuple(count for count in KINDS[kind] if count <= most) or (soft // 4,)


def idle_share(programs):
    """The largest share of a CPU that one of them uses while nothing is asked."""
    time.sleep(IDLE_S)  # collections that are under way
    before = {count: program.cpu_s() for count, program in programs.items()}
    time.sleep(IDLE_S)
    return max((program.cpu_s() - before[count]) / IDLE_S for count, program in programs.items())


def measure(command, kind, rounds):
    """{load: {count: [figures]}}, and the share of a CPU while it waits."""
    programs, figures = {}, {}
    try:
        for count in possible(kind):
            programs[count] = Program(command, kind, count)
        for load in LOADS:
            figures[load] = {count: [] for count in programs}
            for number in range(WARM + rounds):
                for count, program in programs.items():
                    figure = program.run(load)
                    if number >= WARM:
                        figures[load][count].append(figure)
        return figures, idle_share(programs)
    finally:
        for program in programs.values():
            program.end()


def ratios_of(by_count):
    fewest = by_count[min(by_count)]
    return {count: statistics.median(b / a for a, b in zip(fewest, values))
            for count, values in by_count.items()}


def show(name, kind, figures, idle):
    """Prints the rows of one runtime; returns whether they are as they should be."""
    good = True
    for load, by_count in figures.items():
        ratios = ratios_of(by_count)
        cells = [f"{statistics.median(values):.0f} ({ratios[count]:.2f}x)"
                 for count, values in by_count.items()]
        why = ""
        if max(ratios.values()) > RATIO_MAX:
            why = EXPLAINED.get(load, "GROWS")
            good = good and why != "GROWS"
        print(f"| {kind} | {load} | {name} | {' | '.join(cells)} | {why} |", flush=True)
    free = idle <= IDLE_CPU_MAX
    print(f"| {kind} | waiting | {name} | {idle:.4f} of a CPU {'' if free else 'NOT FREE'} |")
    return good and free


def write_chart(kept):
    kinds = {kind: {load: ratios_of(by_count) for load, by_count in kept[f"{kind}, gyre"].items()}
             for kind in KINDS if f"{kind}, gyre" in kept}
    with open(CHART, "w", encoding="utf-8") as file:
        file.write(growth_chart.draw("CPU time of an operation while so many others wait", kinds))


def main(names, commands, rounds, write):
    status, kept = 0, {}
    wanted = [kind for kind in KINDS if not names or kind in names]
    for kind in wanted:
        counts = " | ".join(f"{count:,}" for count in possible(kind))
        print(f"\n| waits | load | | {counts} | |\n|-|-|-|{'-|' * (len(possible(kind)) + 1)}")
        for name, command in commands.items():
            if name not in ("gyre", "node", "before"):
                continue
            figures, idle = measure(command, kind, rounds)
            good = show(name, kind, figures, idle)
            kept[f"{kind}, {name}"] = figures
            status = 3 if name == "gyre" and not good else status
    if write:
        write_chart(kept)
    return kept, status
