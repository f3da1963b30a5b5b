# SPDX-License-Identifier: MIT
"""The processes that tests/programs/run has started: boxes, apt, make.

Used by all of it. Callers wait for a process in run(); stop() ends all that run now, and from then
on run() raises Stopped, in every thread. So each caller cleans up as after any failure, and nothing
remains.
"""
import subprocess


class Stopped(Exception):
    """A signal asked us to stop; its number is the argument."""


class Children:
    def __init__(self):
        self.running = set()
        self.signal = None

    def stop(self, number, _):
        """The handler of a signal; it may come at any point of run()."""
        self.signal = number
        for process in list(self.running):
            process.terminate()

    def run(self, words, timeout=None, **more):
        """Like subprocess.run."""
        if self.signal:
            raise Stopped(self.signal)
        process = subprocess.Popen(words, **more)
        # First add, then check: stop() does the opposite, so one of the two sees the other.
        self.running.add(process)
        if self.signal:
            process.terminate()
        try:
            output, errors = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        finally:
            self.running.discard(process)
        if self.signal:
            raise Stopped(self.signal)
        return subprocess.CompletedProcess(words, process.returncode, output, errors)


CHILDREN = Children()
