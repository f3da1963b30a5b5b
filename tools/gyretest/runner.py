# SPDX-License-Identifier: MIT
"""Runs tests in parallel, each in a session, with a log and a directory for temporary files of its
own, and kills all of it on timeout. Builds that later steps need can start ahead of them and use
the processors that the rest leaves idle."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, replace
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path

from .program import ROOT

SKIP = 77
CANNOT_START = 127
LOGS = ROOT / "build" / "log"
WHEN_IDLE = ["chrt", "--idle", "0"]
AHEAD = 4  # how much more time a test gets that has to wait for idle processors

_TOTALS = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$")


@dataclass
class Result:
    name: str
    state: str
    why: str
    log: Path
    totals: tuple = None
    took_s: float = 0.0
    cpu_s: float = 0.0  # including its children, as far as they have been waited for

    def output(self):
        return (ROOT / self.log).read_text(encoding="utf-8", errors="replace")

    def found_by_sanitizer(self):
        """Such a failure does not depend on time, however rare it is."""
        return "Sanitizer" in self.output() or "runtime error:" in self.output()


def _last_line(log):
    """The last line with something on it; reads only the end of the file."""
    try:
        with open(log, "rb") as f:
            f.seek(0, os.SEEK_END)
            f.seek(max(0, f.tell() - 4096))
            lines = f.read().decode("utf-8", "replace").replace("\r", "\n").split("\n")
    except OSError:
        return ""
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


class Runner:
    def __init__(self, report, jobs=None):
        self.report = report
        self.jobs = jobs or os.cpu_count() or 1
        self._lock = threading.Lock()
        self._running = {}
        self._ahead = ThreadPoolExecutor(max_workers=1)
        self._begun = {}
        self._stopping = False
        LOGS.mkdir(parents=True, exist_ok=True)

    def begin(self, tests):
        """Runs tests of later steps one after the other, beside the current ones, which always have
        priority."""
        for test in tests:
            idle = replace(test, argv=WHEN_IDLE + test.argv, limit_s=AHEAD * test.limit_s)
            self._begun[test.name] = self._ahead.submit(self._run_one, idle)

    def run(self, title, tests, note=""):
        """Runs one step; returns its results. Serial tests come last, one at a time."""
        if not tests:
            return []
        self.report.begin_step(title)
        results = []
        self._again = []
        try:
            for group, jobs in (
                ([t for t in tests if not t.serial], self.jobs),
                ([t for t in tests if t.serial], 1),
            ):
                self._run_group(group, jobs, results, len(tests))
            for test, first in self._again:
                results.append(self._run_again(test, first))
                self.report.add(results[-1])
        except KeyboardInterrupt:
            self.stop()
            raise
        self.report.end_step(note)
        return results

    def _run_group(self, tests, jobs, results, total):
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            self._hurry(tests)
            tests_of = {self._begun.pop(test.name, None) or pool.submit(self._run_one, test): test
                        for test in tests}
            left = set(tests_of)
            try:
                while left:
                    done, left = wait(left, timeout=0.2, return_when=FIRST_COMPLETED)
                    for future in done:
                        test, result = tests_of[future], future.result()
                        failed = result.state == "failed" and not self._stopping
                        if failed and test.again and not result.found_by_sanitizer():
                            self._again.append((test, result))
                            continue
                        results.append(result)
                        self.report.add(result)
                    self.report.progress(len(results), total, self._what_runs(tests))
            except KeyboardInterrupt:
                self.stop()
                raise

    def _run_again(self, test, first):
        """The log of the first try is kept beside that of the second."""
        log = ROOT / first.log
        log.replace(log.with_suffix(".first.log"))
        second = self._run_one(test)
        if second.state == "passed":
            kept = first.log.with_suffix(".first.log")
            self.report.add_unsteady(f"{test.name}: {first.why}, then passed alone ({kept})")
        return second

    def _hurry(self, tests):
        """Waits for tests that were started ahead: from now on they have normal priority, if that
        is allowed. Processes that are about to start others come before those in the list of
        processes."""
        names = {test.name for test in tests if test.name in self._begun}
        if not names:
            return
        with self._lock:
            sessions = {self._running[name][0].pid for name in names if name in self._running}
        for stat in sorted(Path("/proc").glob("[0-9]*/stat"), key=lambda p: int(p.parent.name)):
            try:
                session = int(stat.read_text().rpartition(")")[2].split()[3])
                if session in sessions:
                    os.sched_setscheduler(int(stat.parent.name), os.SCHED_OTHER, os.sched_param(0))
            except OSError:
                pass

    def _what_runs(self, tests):
        names = {test.name for test in tests}
        with self._lock:
            running = [(name, what) for name, what in self._running.items() if name in names]
        if len(running) == 1:
            name, (_, log, _) = running[0]
            return f"{name}: {_last_line(log)}"
        return " ".join(sorted(name for name, _ in running))

    def stop(self):
        """Kills what is running and starts nothing more."""
        with self._lock:
            self._stopping = True
            for process, _, _ in self._running.values():
                self._kill(process)

    @staticmethod
    def _kill(process):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def _run_one(self, test):
        log = LOGS / (test.name.replace("/", "-") + ".log")
        tmp = tempfile.mkdtemp(prefix="gyre-")
        os.chmod(tmp, 0o755)  # some tests drop root
        begin_s = time.monotonic()
        try:
            with open(log, "wb") as out:
                code, timed_out, cpu_s = self._execute(test, out, log, tmp)
        finally:
            shutil.rmtree(tmp, ignore_errors=True)
        result = self._judge(test, log.relative_to(ROOT), code, timed_out)
        return replace(result, took_s=time.monotonic() - begin_s, cpu_s=cpu_s)

    def _execute(self, test, out, log, tmp):
        # The lock also prevents that a program is killed by its number after it has been reaped.
        with self._lock:
            if self._stopping:
                return 1, False, 0.0
            try:
                process = subprocess.Popen(
                    test.argv,
                    cwd=ROOT,
                    env={**os.environ, **test.env, "TMPDIR": tmp},
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            except OSError as e:
                out.write(f"cannot start {test.argv[0]}: {e.strerror}\n".encode())
                return CANNOT_START, False, 0.0
            self._running[test.name] = (process, log, time.monotonic())
        timed_out = threading.Event()

        def end():
            with self._lock:
                if test.name in self._running:
                    timed_out.set()
                    self._kill(process)

        timer = threading.Timer(test.limit_s, end)
        timer.start()
        # Wait without reaping: until the lock is held the process group keeps its number.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        timer.cancel()
        with self._lock:
            del self._running[test.name]
            self._kill(process)  # children that it left behind
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, timed_out.is_set(), usage.ru_utime + usage.ru_stime

    @staticmethod
    def _judge(test, log, code, timed_out):
        last = _last_line(ROOT / log)
        if timed_out:
            return Result(test.name, "failed", f"still running after {test.limit_s} s", log)
        totals = _TOTALS.match(last) if test.suite else None
        if totals:
            counts = tuple(int(n) for n in totals.groups())
            # A suite that fails other than by a test, or in which nothing could be tried (it would
            # have exited with 77), counts as one failed test.
            if counts[1] == 0 and (code != 0 or counts[0] == 0):
                counts = (counts[0], 1, counts[2])
            state = "failed" if counts[1] else "passed"
            return Result(test.name, state, last, log, counts)
        if code == SKIP:
            return Result(test.name, "skipped", last.removeprefix("skipped: ") or "?", log)
        if code == CANNOT_START:
            return Result(test.name, "failed", last or "cannot start", log)
        if code < 0:
            return Result(test.name, "failed", f"killed by {signal.Signals(-code).name}", log)
        if code != 0:
            return Result(test.name, "failed", f"exit code {code}", log)
        if test.suite:
            return Result(test.name, "failed", "its last line has no totals", log)
        return Result(test.name, "passed", "", log)
