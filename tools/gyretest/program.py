# SPDX-License-Identifier: MIT
"""What a test is, and how tests are found.

A test is a command in a process of its own: exit code 0 is a pass, 77 a skip, all else a failure. A
comment near the top of a test program's source says how to run it:

    serial              not beside other tests: it measures time, or takes what others need
    time limit: N s     more (or less) than the usual limit
    no tsan             not under ThreadSanitizer: it forks with threads, or takes too long there
    no asan             not under AddressSanitizer
    no qemu             not under qemu-user (VARIANT=arm64), with the reason
    no musl             not on musl, with the reason
    after the variants  of a suite: it uses those builds, too
"""

import fnmatch
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = "tests"
LIMIT_S = 60
HEAD_LINES = 40

_SERIAL = re.compile(r"^\s*(?:/\*+|\*|//|#)\s*(?:#\s*)?serial\s*(?:$|[.:,;(]|\*/)", re.MULTILINE)
_LIMIT = re.compile(r"time limit: (\d+) s\b")
_NAMES = {"arm64": "qemu"}  # of variants in those markers
_AFTER = re.compile(r"\bafter the variants\b")
_THREADS = re.compile(r"thread|async|queue_work|uv_fs_|addrinfo|nameinfo|uv_random|pool")
_OWN_HEADER = re.compile(r'^#include "([\w/.]+)"', re.MULTILINE)
_NOT_UNDER = re.compile(r"\bno (asan|tsan|qemu|musl)\b")


@dataclass
class Test:
    name: str
    argv: list
    limit_s: int = LIMIT_S
    serial: bool = False
    env: dict = field(default_factory=dict)
    # A suite: its last line has totals, which count instead of its exit code.
    suite: bool = False
    # May be run a second time, alone, if it fails: other tests and builds beside it can disturb
    # tests that depend on time. If that helped, it is reported at once, and again at the end.
    again: bool = False
    # Builds something that later tests use: if it fails, the tests that name it are not run.
    needs: str = ""
    # Not while other variants are built: it would build them, too.
    after_variants: bool = False


@dataclass
class Markers:
    serial: bool
    limit_s: int
    not_under: set
    after_variants: bool


def read_markers(source):
    with open(source, encoding="utf-8", errors="replace") as f:
        head = "".join(line for _, line in zip(range(HEAD_LINES), f))
    limit = _LIMIT.search(head)
    return Markers(
        serial=_SERIAL.search(head) is not None,
        limit_s=int(limit.group(1)) if limit else LIMIT_S,
        not_under=set(_NOT_UNDER.findall(head)),
        after_variants=_AFTER.search(head) is not None,
    )


def matches(name, patterns):
    """No pattern matches everything; a pattern is a part of a name, or has wildcards."""

    def one(pattern):
        if any(c in pattern for c in "*?["):
            return fnmatch.fnmatch(name, pattern) or fnmatch.fnmatch(name, "*/" + pattern)
        return pattern in name

    return not patterns or any(one(p) for p in patterns)


def _runs_without_aslr():
    """The sanitizers of older compilers need an address space layout that newer kernels no longer
    give: then their programs run without randomization."""
    try:
        return int(Path("/proc/sys/vm/mmap_rnd_bits").read_text()) > 28
    except OSError:
        return False


def _environment(variant, everything):
    env = {"GYRE_TEST_ALL": "1"} if everything else {}
    if variant == "asan":
        env["ASAN_OPTIONS"] = "detect_stack_use_after_return=1:strict_string_checks=1"
        env["UBSAN_OPTIONS"] = "print_stacktrace=1"
    elif variant == "tsan":
        # A program with threads would sleep for a second at its end, to see races there.
        env["TSAN_OPTIONS"] = "second_deadlock_stack=1:die_after_fork=0:atexit_sleep_ms=100"
    return env


def _prefix(variant):
    """The command prefix for test programs of a variant."""
    if variant in ("asan", "tsan") and _runs_without_aslr():
        return ["setarch", "-R"]
    if variant == "arm64":
        return ["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu"]
    return []


def find_programs(variant, patterns, everything=False):
    """The unit and loop tests of a build variant, and the number left out by a marker."""
    prefix = _prefix(variant)
    found, left_out = [], 0
    for source in sorted(ROOT.glob(f"{TESTS}/unit/*.c")) + sorted(ROOT.glob(f"{TESTS}/loop/*.c")):
        stem = f"{source.parent.name}/{source.stem}"
        name = f"{variant}/{stem}"
        if not matches(name, patterns):
            continue
        markers = read_markers(source)
        if _NAMES.get(variant, variant) in markers.not_under:
            left_out += 1
            continue
        # Sanitizers and emulation make a program several times slower.
        slow = 3 if variant in ("asan", "tsan", "arm64") else 1
        found.append(
            Test(
                name=name,
                argv=prefix + [str(ROOT / "build" / variant / "test" / stem)],
                limit_s=markers.limit_s * slow,
                serial=markers.serial,
                env=_environment(variant, everything),
                again=True,
                needs=f"build/{variant}",
            )
        )
    return found, left_out


def has_threads(test):
    """Whether the source of a test program, or a header of the tests, mentions threads or what uses
    them."""
    source = ROOT / TESTS / (test.name.partition("/")[2] + ".c")
    text = source.read_text(encoding="utf-8")
    headers = [source.parent / name for name in _OWN_HEADER.findall(text)]
    return any(_THREADS.search(part) for part in
               [text] + [h.read_text(encoding="utf-8") for h in headers if h.exists()])


def find_abi(patterns):
    """Tests that the library looks like libuv to a program: scripts of tests/abi, and the files."""
    commands = {
        "abi/libgyre.so": ["tools/checklib", "build/libgyre.so", "libgyre.so.0"],
        "abi/libuv.so.1": ["tools/checklib", "build/compat/libuv.so.1", "libuv.so.1"],
        "abi/compare": [f"{TESTS}/abi/compare"],
        "abi/arm64": [f"{TESTS}/abi/arm64"],
        "abi/headers": [f"{TESTS}/abi/headers"],
        "abi/symbols": [f"{TESTS}/abi/symbols", "build/libgyre.so"],
    }
    return [
        Test(name, argv, needs="build/release")
        for name, argv in commands.items()
        if matches(name, patterns) and (ROOT / argv[0]).exists()
    ]


def find_examples(patterns):
    """Examples must at least run to their end."""
    return [
        Test(f"examples/{source.stem}", ["./run", f"examples/{source.name}"], needs="build/release")
        for source in sorted(ROOT.glob("examples/*.c"))
        if matches(f"examples/{source.stem}", patterns)
    ]


def find_suites(patterns, everything=False):
    """tests/*/run: whole suites with a runner and totals of their own. Two run at the same time,
    since most of them wait more than they compute, except those that say "serial"."""
    found = []
    for run in sorted(ROOT.glob(f"{TESTS}/*/run")):
        if not matches(run.parent.name, patterns):
            continue
        markers = read_markers(run)
        found.append(
            Test(
                name=run.parent.name,
                argv=[str(run.relative_to(ROOT)), "--all" if everything else "--quick"],
                limit_s=7200 if everything else 600,
                suite=True,
                serial=everything or markers.serial,
                again=not everything,
                needs="build/release",
                after_variants=everything or markers.after_variants,
            )
        )
    return found
