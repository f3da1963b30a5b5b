# SPDX-License-Identifier: MIT
"""Runs tests of the package: each in its own process, user, directory, network and terminal.

Used by tests/uv/run. An Arena holds a temporary directory for one run; cage.c does the isolation.
"""
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PASSED, SKIPPED, FAILED = "pass", "skip", "FAIL"
# Exit statuses: the package's own, then those of cage.c.
STATUS_OK, STATUS_SKIP, TIMED_OUT, CAGE_FAILED = 0, 7, 124, 125
# Sets the user of a child, which only root may; the other tests refuse to run as root.
AS_ROOT = {"spawn_setuid_setgid"}
# Contact unknown addresses and expect silence, which an isolated network guarantees and a real one
# does not.
CALL_OUTSIDE = {"tcp_close_while_connecting", "tcp_connect_timeout"}


class Outcome:
    def __init__(self, verdict, seconds, why="", output="", status=0):
        self.verdict = verdict
        self.seconds = seconds
        self.why = why
        self.output = output
        self.hung = status == TIMED_OUT
        self.not_run = status == CAGE_FAILED  # nothing is known about the test


def explain(status):
    if status == TIMED_OUT:
        return "took too long"
    if status == CAGE_FAILED:
        return "could not be isolated"
    if status > 128:
        return f"ended by signal {status - 128}"
    return f"exit status {status}"


class Printer:
    """Looks like a test program, and prints a variable of its environment."""

    class test:
        name = "GYRE_BACKEND"
        helpers = []

    def __init__(self):
        self.path = shutil.which("printenv")

    def files(self):
        return [self.path]


class Arena:
    def __init__(self, cage, source, open_door=False):
        self.cage = cage
        self.fixtures = os.path.join(source, "test", "fixtures")
        self.isolated = not open_door and subprocess.run([cage, "--probe"]).returncode == 0
        self.uid, self.gid = os.getuid(), os.getgid()
        if self.uid == 0:
            # The package's tests refuse to run as root, and prove less there.
            user = pwd.getpwnam("nobody")
            self.uid, self.gid = user.pw_uid, user.pw_gid
        self.environment = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": "/tmp",
            "LANG": "C",
            "RES_OPTIONS": "attempts:0",  # no query leaves for a name server
        }
        if "GYRE_EXPLORE" in os.environ:  # the tests in another order (docs/explore.md)
            self.environment["GYRE_EXPLORE"] = os.environ["GYRE_EXPLORE"]
        self.path = tempfile.mkdtemp(prefix="uv-")
        os.chmod(self.path, 0o755)
        self.beside = []
        self.prefix = []
        self.numbers = itertools.count(1)

    def close(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def allows_rings(self):
        """Whether the kernel lets the tests' user have an io_uring."""
        done = subprocess.run([self.cage, "--probe-ring", str(self.uid), str(self.gid)])
        return done.returncode == 0

    def set_backend(self, backend):
        """Which backend the library uses from now on. Checks that it reaches the tests: a program
        that gets the variable's name as the name of a test prints its value."""
        self.environment["GYRE_BACKEND"] = backend
        printer = Printer()
        self.admit(printer)
        said = self.run(printer, Printer.test, 10)
        if set(said.output.split()) != {backend}:
            raise SystemExit(f"GYRE_BACKEND does not reach the tests: {said.why} {said.output}")

    def sanitize(self, kind):
        """Faults end a test; leaks do not, since the tests leak. Paths are beside the program."""
        self.beside = [os.path.join(HERE, "tsan.supp")] if kind else []
        # The sanitizers of older compilers need an address space that newer kernels do not give.
        self.prefix = ["setarch", "-R"] if kind and shutil.which("setarch") else []
        common = "halt_on_error=1:abort_on_error=1"
        self.environment["ASAN_OPTIONS"] = common + ":detect_leaks=0"
        self.environment["UBSAN_OPTIONS"] = common + ":print_stacktrace=1"
        self.environment["TSAN_OPTIONS"] = common + ":suppressions=tsan.supp"

    def place_of(self, program):
        return os.path.join(self.path, "copy-" + os.path.basename(program.path))

    def admit(self, program):
        """Copies a program in, once, since the tests' user may not be able to reach the original.
        Each test gets links to the copy."""
        directory = self.place_of(program)
        if os.path.isdir(directory):
            return
        os.mkdir(directory)
        for path in program.files() + self.beside:
            shutil.copy(path, directory)
            os.chmod(os.path.join(directory, os.path.basename(path)), 0o755)

    def lay_out(self, program):
        """A fresh directory for one test: the program, and a place to work in."""
        directory = os.path.join(self.path, str(next(self.numbers)))
        work = os.path.join(directory, "work")
        shutil.copytree(self.fixtures, os.path.join(work, "test", "fixtures"))
        for name in os.listdir(self.place_of(program)):
            os.link(os.path.join(self.place_of(program), name), os.path.join(directory, name))
        if os.getuid() == 0:
            for place, _, names in os.walk(directory):
                os.chown(place, self.uid, self.gid)
                if place != directory:
                    for name in names:
                        os.chown(os.path.join(place, name), self.uid, self.gid)
        return directory

    def run(self, program, test, limit_s):
        if not self.isolated and test.name in CALL_OUTSIDE:
            return Outcome(SKIPPED, 0, "would leave this machine without namespaces")
        directory = self.lay_out(program)
        environment = dict(self.environment)
        if not self.isolated:
            environment["CAGE_OPEN"] = "1"
            environment["HOME"] = directory
            for name in ("uv-test-sock", "uv-test-sock2", "uv-test-sock3"):
                try:
                    os.unlink(os.path.join("/tmp", name))
                except FileNotFoundError:
                    pass
        uid, gid = self.uid, self.gid
        if os.getuid() == 0 and test.name in AS_ROOT:
            uid = gid = 0
            environment["UV_RUN_AS_ROOT"] = "1"
        log = directory + ".log"
        start = time.monotonic()
        with open(log, "wb") as output:
            status = subprocess.run(
                [*self.prefix, self.cage, str(limit_s), str(uid), str(gid), directory,
                 os.path.basename(program.path), test.name, *test.helpers],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment).returncode
        seconds = time.monotonic() - start
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
        shutil.rmtree(directory, ignore_errors=True)
        os.unlink(log)
        if status == STATUS_OK:
            return Outcome(PASSED, seconds, output=text)
        if status == STATUS_SKIP:
            reason = (text.strip().splitlines() or ["gives no reason"])[-1]
            return Outcome(SKIPPED, seconds, reason, text)
        return Outcome(FAILED, seconds, explain(status), text, status)
