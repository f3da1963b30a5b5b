# SPDX-License-Identifier: MIT
"""What the user sees: which step runs, how far it is, what failed, and one closing line."""

import sys
import time

SHOWN_LINES = 150


def seconds(s):
    return f"{s:.1f} s" if s < 100 else f"{int(s) // 60} min {int(s) % 60:02d} s"


class Report:
    """Totals over all steps of a run. On a terminal, progress is one line that changes; elsewhere a
    line for every tenth of the tests or every ten seconds, whichever is rarer."""

    def __init__(self, out=sys.stdout):
        self.out = out
        self.tty = out.isatty()
        self.passed = self.failed = self.skipped = 0
        self.failures = []
        self.skips = []
        self.unsteady = []
        self.begin_s = time.monotonic()
        self.cpu_s = 0.0
        self._line_length = 0

    def print(self, text=""):
        self._clear()
        print(text, file=self.out, flush=True)

    def _clear(self):
        if self._line_length:
            self.out.write("\r" + " " * self._line_length + "\r")
            self._line_length = 0

    def begin_step(self, title):
        self.print(f"== {title}")
        self._step_s = self._shown_s = time.monotonic()
        self._shown_done = 0
        self._step_counts = (self.passed, self.failed, self.skipped)
        self._step_cpu_s = self.cpu_s

    def progress(self, done, total, running):
        """Called often; prints only sometimes."""
        now = time.monotonic()
        text = f"   {done}/{total}  {seconds(now - self._step_s)}  {running}"
        if self.tty:
            text = text[:99]
            padding = " " * max(0, self._line_length - len(text))
            self.out.write("\r" + text + padding)
            self.out.flush()
            self._line_length = len(text)
            return
        tenth = max(1, total // 10)
        moved = total >= 10 and done - self._shown_done >= tenth and now - self._shown_s >= 1
        if moved or now - self._shown_s >= 10:
            self.print(text)
            self._shown_s, self._shown_done = now, done

    def add(self, result):
        self.cpu_s += result.cpu_s
        if result.totals:
            passed, failed, skipped = result.totals
            self.passed, self.failed = self.passed + passed, self.failed + failed
            self.skipped += skipped
            took = f"{seconds(result.took_s)}, {seconds(result.cpu_s)} of CPU"
            self.print(f"   {result.name}: {result.why} in {took}")
        elif result.state == "passed":
            self.passed += 1
        elif result.state == "skipped":
            self.skipped += 1
        else:
            self.failed += 1
        if result.state == "failed":
            self.failures.append(result)
            self.print(f"   FAILED {result.name}: {result.why}")
        elif result.state == "skipped":
            self.skips.append(result)

    def add_unsteady(self, text):
        self.unsteady.append(text)
        self.print(f"   UNSTEADY {text}")

    def end_step(self, note=""):
        counts = (self.passed, self.failed, self.skipped)
        p, f, s = (b - a for a, b in zip(self._step_counts, counts))
        took = seconds(time.monotonic() - self._step_s)
        took += f", {seconds(self.cpu_s - self._step_cpu_s)} of CPU"
        self.print(f"   {p} passed, {f} failed, {s} skipped in {took}{note}")

    def close(self):
        """Prints the failures and skips, then the closing line; returns the exit code."""
        for skip in self.skips:
            self.print(f"skipped {skip.name}: {skip.why}")
        for text in self.unsteady:
            self.print(f"unsteady {text}")
        for failure in self.failures:
            self.print(f"\n---- {failure.name}: {failure.why}  ({failure.log})")
            lines = failure.output().splitlines()
            if len(lines) > SHOWN_LINES:
                self.print(f"[the last {SHOWN_LINES} of {len(lines)} lines]")
            for line in lines[-SHOWN_LINES:]:
                self.print(line)
        if self.failures:
            self.print("\nfailed: " + " ".join(f.name for f in self.failures))
        ran = self.passed + self.failed + self.skipped
        if not ran:
            self.print("nothing ran: no test has such a name")
        took = seconds(time.monotonic() - self.begin_s)
        self.print(f"took {took}, {seconds(self.cpu_s)} of CPU")
        self.print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        return 1 if self.failed or self.failures or not ran else 0
