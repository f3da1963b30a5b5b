# SPDX-License-Identifier: MIT
"""Test files of the distribution's Node, from its source package, on that Node with our library.

Used by tests/programs/run. Files of test/parallel without a "// Flags:" line (those use Node's
internals): a fixed sample, or all of them. Each runs in a box of its own as an ordinary user. One
that fails is repeated alone, and then on the distribution's libuv, the control: only a file that
passes there and not here is a failure. The control's results are kept in build/foreign, and the
results of every file here in build/suite.txt. A report of a sanitizer is always a failure.

After a failure a file must pass in most of a few tries alone, here as on the control: accepting a
single pass would hide what a library does to it nearly always.
"""
import concurrent.futures
import fnmatch
import json
import os
import pwd
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import foreign
import sanitizer
from children import CHILDREN
from scenario import BOX, LOADED, SYSTEM_PATH, Side, own_hosts, read

JOBS = 2
LIMIT_S = 60
SAMPLE = 28
SEED = 18
# After a failure: this many tries, of which most must pass.
TRIES = 3
# The files that test the loop most make up this part of a sample.
LOOP = re.compile(r"test-(child|cluster|dgram|dns|file|fs|http-|immediate|listen|microtask|net|"
                  r"next|pipe|process|promise|queue|set|signal|spawn|std|stream|timers|tty|worker)")
LOOP_PART = 2 / 3
# With more failures than this the machine is not to blame, and nothing is repeated.
TRY_AGAIN_AT_MOST = 60
# The keys of Node's tests are shorter than the distribution's own configuration allows.
OPENSSL = """nodejs_conf = all
openssl_conf = all
[all]
ssl_conf = ssl
[ssl]
system_default = tls
[tls]
CipherString = DEFAULT@SECLEVEL=0
"""
FLAGS = re.compile(r"^// Flags:", re.M)
SKIPS_ITSELF = re.compile(r"^1\.\.0 # Skipped", re.M)
PASSED, FAILED, SKIPPED = "pass", "FAIL", "skip"


class Outcome:
    def __init__(self, verdict, seconds, why="", output="", reported=()):
        self.verdict, self.seconds = verdict, seconds
        self.why, self.output = why, output
        self.reported = reported

    def details(self):
        return self.reported or self.output.strip().splitlines()[-15:]


class Arena:
    """Node, its source and a library, visible to an ordinary user in directories of one box each.
    """

    def __init__(self, node, source, side):
        self.node, self.source, self.side = node, source, side
        self.uid, self.gid = os.getuid(), os.getgid()
        self.user = []
        if self.uid == 0:
            # Node's tests expect restricted permissions.
            nobody = pwd.getpwnam("nobody")
            self.uid, self.gid = nobody.pw_uid, nobody.pw_gid
            self.user = ["--user", str(self.uid), str(self.gid)]
        self.path = tempfile.mkdtemp(prefix="gyre-suite-")
        os.chmod(self.path, 0o755)
        self.lock = threading.Lock()
        self.count = 0

    def close(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def lay_out(self):
        """A fresh directory: work to write in, the others to be filled by the box."""
        with self.lock:
            self.count += 1
            base = os.path.join(self.path, str(self.count))
        for name in ("", "work", "node", "source", "lib"):
            os.mkdir(os.path.join(base, name))
        with open(os.path.join(base, "openssl.cnf"), "w", encoding="ascii") as file:
            file.write(OPENSSL)
        if os.getuid() == 0:
            os.chown(os.path.join(base, "work"), self.uid, self.gid)
        return base

    def environment(self, base):
        libraries = [os.path.join(base, "lib")] if self.side.directory else []
        inside = os.path.join(base, "node")
        libraries += [path.replace(self.node, inside)
                      for path in foreign.library_path(self.node).split(":")]
        work = os.path.join(base, "work")
        return {
            "PATH": f"{inside}/usr/bin:{SYSTEM_PATH}", "HOME": work, "TMPDIR": work,
            "NODE_TEST_DIR": work, "TERM": "xterm", "LANG": "C.UTF-8", "TZ": "UTC",
            "RES_OPTIONS": "attempts:0", "NODE_SKIP_FLAG_CHECK": "1",
            "OPENSSL_CONF": os.path.join(base, "openssl.cnf"),
            "BOX_LD_LIBRARY_PATH": ":".join(libraries),
            **self.side.environment(os.path.join(base, "reports")),
        }

    def execute(self, words, more=None):
        """(exit status, seconds, output, reports of sanitizers) of node with these arguments."""
        base = self.lay_out()
        reports = sanitizer.make_reports(base)
        show = [("node", self.node), ("source", self.source)]
        if self.side.directory:
            show.append(("lib", self.side.directory))
        command = [sys.executable, BOX, "--limit", str(self.side.limit(LIMIT_S)), *self.user,
                   "--report", os.path.join(base, "report"),
                   "--share", os.path.join(self.node, "usr/share/nodejs"), "/usr/share/nodejs",
                   *own_hosts(base)]
        for name, directory in show:
            command += ["--bind", directory, os.path.join(base, name)]
        log = os.path.join(base, "log")
        # The box makes a directory in TMPDIR before it drops root.
        environment = {**self.environment(base), **(more or {})}
        try:
            with open(log, "wb") as output:
                code = CHILDREN.run(
                    [*command, "--", "sh", "-c", 'cd "$0" && exec "$@"',
                     os.path.join(base, "source"), os.path.join(base, "node/usr/bin/node"), *words],
                    cwd=os.path.join(base, "work"), stdin=subprocess.DEVNULL, stdout=output,
                    stderr=output, start_new_session=True, env=environment).returncode
            report = os.path.join(base, "report")
            seconds = json.loads(read(report))["seconds"] if os.path.exists(report) else 0
            return code, seconds, read(log).replace(base, "BASE"), sanitizer.reported(reports)
        finally:
            shutil.rmtree(base, ignore_errors=True)

    def loaded(self):
        """Which libuv.so.1 the node of this arena uses."""
        more = {"BOX_LD_DEBUG": "libs"}
        code, _, said, _ = self.execute(["-p", "process.version"], more)
        if code != 0:
            raise foreign.Unavailable(f"node does not start:\n{said[-2000:]}")
        return set(LOADED.findall(said))

    def run(self, name):
        code, seconds, output, reported = self.execute([f"test/parallel/{name}"])
        if reported:
            return Outcome(FAILED, seconds, "a sanitizer reports", output, reported)
        if code == 0 and SKIPS_ITSELF.search(output):
            return Outcome(SKIPPED, seconds, SKIPS_ITSELF.split(output)[1].strip().split("\n")[0])
        if code == 0:
            return Outcome(PASSED, seconds)
        why = f"exit status {code}"
        if code == 124:
            why = f"still running after {self.side.limit(LIMIT_S)} s"
        elif code > 128:
            why = f"ended by signal {code - 128}"
        return Outcome(FAILED, seconds, why, output)


class Control:
    """The results of the distribution's libuv, kept between runs."""

    def __init__(self, arena, path):
        self.arena, self.path = arena, path
        self.known = json.loads(read(path)) if os.path.exists(path) else {}

    def ask(self, name):
        """{"verdict", "why"}"""
        if name not in self.known:
            outcome = self.arena.run(name)
            if outcome.verdict == FAILED:
                outcome = again(self.arena, name)
            self.known[name] = {"verdict": outcome.verdict, "why": outcome.why}
            with open(self.path + ".new", "w", encoding="utf-8") as file:
                json.dump(self.known, file, indent=1, sort_keys=True)
            os.rename(self.path + ".new", self.path)
        return self.known[name]


def choose(source, side, options, patterns):
    folder = os.path.join(source, "test", "parallel")
    names = [name for name in sorted(os.listdir(folder))
             if re.fullmatch(r"test-.*\.m?js", name)
             and not FLAGS.search(read(os.path.join(folder, name)))]
    wanted = [pattern.removeprefix("suite").removeprefix("/") for pattern in patterns]
    wanted = [pattern for pattern in wanted if pattern]
    if wanted:
        return [name for name in names
                if any(fnmatch.fnmatch(name, f"*{pattern}*") for pattern in wanted)]
    if options.all and options.sample is None and not side.sanitizer:
        return names
    chance, size = random.Random(SEED), min(options.sample or SAMPLE, len(names))
    close = [name for name in names if LOOP.match(name)]
    first = chance.sample(close, min(len(close), round(size * LOOP_PART)))
    return sorted(first + chance.sample(sorted(set(names) - set(first)), size - len(first)))


def run_once(arena, names, record):
    """{name: Outcome} of all. Each is also a line of the record, so that an interrupted run has
    recorded its results."""
    outcomes = {}
    pool = concurrent.futures.ThreadPoolExecutor(JOBS)
    try:
        futures = {pool.submit(arena.run, name): name for name in names}
        for future in concurrent.futures.as_completed(futures):
            outcome = outcomes[futures[future]] = future.result()
            print(outcome.verdict, futures[future], f"{outcome.seconds:.1f} s", outcome.why,
                  file=record, flush=True)
            done = len(outcomes)
            if sys.stdout.isatty():
                print(f"\r\033[Ksuite: {done}/{len(names)} {futures[future]}", end="", flush=True)
            elif done % 100 == 0 or done == len(names):
                print(f"suite: {done}/{len(names)}", flush=True)
    finally:
        pool.shutdown(cancel_futures=True)
    if sys.stdout.isatty():
        print("\r\033[K", end="")
    return outcomes


def again(arena, name):
    """The majority of a few tries: alone, so that the machine is quiet."""
    outcomes = [arena.run(name) for _ in range(TRIES)]
    good = [outcome for outcome in outcomes if outcome.verdict != FAILED]
    bad = [outcome for outcome in outcomes if outcome.verdict == FAILED]
    worst = [outcome for outcome in bad if outcome.reported]
    return (worst or (good if len(good) > len(bad) else bad))[0]


def judge_failed(outcomes, arena, control, report):
    """Files that failed here: one that fails on the control too says nothing about us."""
    names = [name for name in sorted(outcomes)
             if outcomes[name].reported or control.ask(name)["verdict"] == PASSED]
    for name in sorted(set(outcomes) - set(names)):
        report.add(SKIPPED, f"suite/{name}",
                   f"fails on the control too ({control.ask(name)['why']})")
    for name in names:
        first = outcome = outcomes[name]
        if not first.reported and len(names) <= TRY_AGAIN_AT_MOST:
            outcome = again(arena, name)
        if outcome.verdict == FAILED:
            report.add(FAILED, f"suite/{name}", outcome.why, outcome.details())
        else:
            report.add(outcome.verdict, f"suite/{name}",
                       f"when tried again; before: {first.why}", first.details())


def judge(outcomes, arena, control, options, report):
    failed = {}
    for name, outcome in sorted(outcomes.items()):
        if outcome.verdict == FAILED:
            failed[name] = outcome
        elif options.verbose or len(outcomes) < SAMPLE:
            report.add(outcome.verdict, f"suite/{name}", outcome.why or f"{outcome.seconds:.1f} s")
        else:
            report.counts[outcome.verdict] += 1
    judge_failed(failed, arena, control, report)


def run(here, options, patterns, report):
    """Adds the results to the report. here is the Side to try."""
    if not options.isolated:
        report.add(SKIPPED, "suite", "needs a mount namespace, which is not allowed here")
        return
    try:
        node, source = foreign.node(), foreign.node_source()
    except foreign.Unavailable as reason:
        report.add(SKIPPED, "suite", f"not available: {reason}")
        return
    arena, control_arena = Arena(node, source, here), Arena(node, source, Side("control", None))
    try:
        loaded = arena.loaded()
        if here.directory and not all(re.search(r"/lib/libuv\.so\.1$", path) for path in loaded):
            report.add(FAILED, "suite", f"node loaded {sorted(loaded)}")
            return
        stem, version = os.path.basename(node).split("_", 1)
        remembered = os.path.join(foreign.FOREIGN, f"{stem}-suite-control_{version}.json")
        path = os.path.join(foreign.ROOT, "build", report.prefix, "suite.txt")
        names = choose(source, here, options, patterns)
        if not names:
            report.add(FAILED, " ".join(patterns), "none of Node's files has such a name")
        with open(path, "w", encoding="utf-8") as record:
            outcomes = run_once(arena, names, record)
        judge(outcomes, arena, Control(control_arena, remembered), options, report)
    except foreign.Unavailable as reason:
        report.add(FAILED, "suite", str(reason))
    finally:
        arena.close()
        control_arena.close()
