# SPDX-License-Identifier: MIT
"""What connections to its live page cost the program: the CPU time of the loop's thread for the
same work, alternating with tracing alone. A crowd takes processors (and what they share) from
everybody, so it is compared with the same crowd connecting to another program.

  tests/live/cost.py PROGRAM [ROUNDS]     prints the medians
"""

import os
import socket
import statistics
import sys
import tempfile
import threading

from client import Program, Watch, eventually

TURNS = 300000
CASES = ("tracing alone", "live page", "tracing alone, crowd elsewhere", "live page, crowd",
         "live page, one who reads")
MOST = 1.25  # on a machine with other load; docs/microscope.md has figures of a quiet one


class Crowd:
    """Bad tokens, slow clients, huge requests, a thousand connections: all at once."""

    def __init__(self, program):
        self.program = program
        self.going = True
        self.count = 0
        jobs = (self.guess, self.flood, self.bloat, self.dawdle)
        self.threads = [threading.Thread(target=self.repeat, args=(job,)) for job in jobs]
        for thread in self.threads:
            thread.start()

    def repeat(self, job):
        while self.going:
            try:
                job()
                self.count += 1
            except OSError:
                pass

    def guess(self):
        assert b" 200 " not in self.program.get(f"/{os.urandom(16).hex()}/")[:20]

    def flood(self):
        connections = [socket.create_connection(("127.0.0.1", self.program.port), 5)
                       for _ in range(1000) if self.going]
        for connection in connections:
            connection.close()

    def bloat(self):
        self.program.send(b"GET /" + b"A" * (1 << 20)).close()

    def dawdle(self):
        """One client that knows the token and does not read, one that does not and hardly writes.
        """
        with self.program.events(), self.program.connect() as connection:
            for _ in range(10):
                if self.going:
                    connection.sendall(b"G")
                    threading.Event().wait(0.1)

    def stop(self):
        self.going = False
        for thread in self.threads:
            thread.join()
        assert self.count > 0, "nobody was hostile"


def try_to_watch(program):
    try:
        return Watch(program)
    except AssertionError:
        return None  # some of the crowd are still connected


def spin(program, target=None):
    """The cost of a turn while a crowd connects to the target."""
    crowd = None if target is None else Crowd(target)
    time_ns = program.tell(f"spin {TURNS}")
    if crowd:
        crowd.stop()
    return time_ns / TURNS


def spin_watched(program):
    watch = eventually(lambda: try_to_watch(program), "there is never room")
    time_ns = program.tell(f"spin {TURNS}")
    watch.leave()
    return time_ns / TURNS


def measure(command, rounds):
    """Nanoseconds of a turn, round by round, in each of CASES."""
    times = {case: [] for case in CASES}
    with tempfile.TemporaryDirectory() as directory:
        alone = Program(command, {"GYRE_TRACE": f"{directory}/trace.json"}, live=None)
        with Program(command) as program, Program(command) as other:
            spin(alone)
            spin(program)
            for _ in range(rounds):
                times["tracing alone"].append(spin(alone))
                times["live page"].append(spin(program))
                times["tracing alone, crowd elsewhere"].append(spin(alone, other))
                times["live page, crowd"].append(spin(program, program))
                times["live page, one who reads"].append(spin_watched(program))
            program.end()
            other.end()
        alone.child.kill()
        alone.end()
    return times


def ratio(times, case, base):
    """The median of the ratios of all rounds: other load on the machine changes more slowly."""
    return statistics.median(a / b for a, b in zip(times[case], times[base]))


def check(command):
    """The cost of the page shows each time; other load on the machine does not."""
    found = []
    while len(found) < 3 and not any(each < MOST for each in found):
        times = measure(command, 5)
        found.append(ratio(times, "live page, crowd", "tracing alone, crowd elsewhere"))
    said = ", ".join(f"{each:.2f}" for each in found)
    assert min(found) < MOST, f"with a crowd a turn costs {said} times as much"


def main():
    times = measure(sys.argv[1:2], int((sys.argv[2:] or ["25"])[0]))
    for case, values in times.items():
        print(f"{case:32} {statistics.median(values):6.1f} ns a turn")
    for case, base in (("live page", "tracing alone"),
                       ("live page, crowd", "tracing alone, crowd elsewhere"),
                       ("live page, one who reads", "live page")):
        print(f"{case} : {base} = {ratio(times, case, base):.3f}")


if __name__ == "__main__":
    main()
