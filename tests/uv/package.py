# SPDX-License-Identifier: MIT
"""The distribution's libuv source package: fetches it, and reads its list of tests.

Used by tests/uv/run, and by benches/run for the package's benchmarks. The package is unpacked under
build/foreign and stays there; nothing of it enters the repository.
"""
import os
import re
import shutil
import subprocess
import tempfile

# The package's lists are C headers full of conditions, so the preprocessor reads them.
LIST_READER = """
#define TEST_DECLARE(name)
#define BENCHMARK_DECLARE(name)
#define HELPER_DECLARE(name)
#define TASK_LIST_START
#define TASK_LIST_END
#define TEST_ENTRY(name) @test name 5000
#define TEST_ENTRY_CUSTOM(name, is_helper, show_output, timeout) @test name timeout
#define BENCHMARK_ENTRY(name) @test name 60000
#define TEST_HELPER(task, name) @helper task name
#define BENCHMARK_HELPER(task, name) @helper task name
#include "%s-list.h"
"""


class Unavailable(Exception):
    """The package is not available on this machine; the text says why."""


class Test:
    def __init__(self, name, limit_ms):
        self.name = name
        self.limit_ms = limit_ms
        self.helpers = []


def output_of(command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, **options).stdout


def installed_version():
    """The version of the source that the installed library was built from. Since Debian 13 its
    package has another name, and is installed with the one for development."""
    try:
        version = output_of(["dpkg-query", "-W", "-f", "${db:Status-Status} ${source:Version}",
                             "libuv1-dev"])
    except (OSError, subprocess.CalledProcessError):
        version = ""
    if not version.startswith("installed "):
        raise Unavailable("the distribution's package libuv1-dev is not installed")
    return version.split()[1]


def download(version, directory):
    """Puts the files of the source package into directory; returns the path of its .dsc."""
    command = ["apt-get", "-q", "source", "--download-only", f"libuv1={version}"]
    done = subprocess.run(command, cwd=directory, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    found = [name for name in os.listdir(directory) if name.endswith(".dsc")]
    if done.returncode != 0 or not found:
        said = done.stdout.strip().splitlines() or [f"exit status {done.returncode}"]
        raise Unavailable("apt-get source libuv1: " + said[-1])
    return os.path.join(directory, found[0])


def fetch(root):
    """Returns (version, directory of the unpacked source), fetching it the first time."""
    for tool in ("apt-get", "dpkg-query", "dpkg-source"):
        if shutil.which(tool) is None:
            raise Unavailable(f"{tool} is not installed")
    version = installed_version()
    foreign = os.path.join(root, "build", "foreign")
    target = os.path.join(foreign, "libuv1-" + version)
    if os.path.isdir(target):
        return version, target
    os.makedirs(foreign, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=foreign, prefix=".libuv1-") as directory:
        # apt's own user must be able to write here, or apt complains that it cannot be used.
        os.chmod(directory, 0o755)
        if os.geteuid() == 0:
            try:
                shutil.chown(directory, "_apt")
            except LookupError:
                pass
        try:
            dsc = download(version, directory)
        except Unavailable:
            setup = os.path.join(root, "tools", "setup")
            if not os.access(setup, os.X_OK):
                raise
            print("enabling source packages: tools/setup sources", flush=True)
            done = subprocess.run([setup, "sources"], stdout=subprocess.PIPE, text=True,
                                  stderr=subprocess.STDOUT)
            if done.returncode != 0:
                raise Unavailable("tools/setup sources failed:\n" + done.stdout.strip())
            dsc = download(version, directory)
        unpacked = os.path.join(directory, "source")
        done = subprocess.run(["dpkg-source", "-x", dsc, unpacked], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise Unavailable("dpkg-source: " + done.stdout.strip())
        os.rename(unpacked, target)
    return version, target


def unpacked(directory):
    """The same for a source that is already there."""
    source = os.path.abspath(directory)
    try:
        with open(os.path.join(source, "include", "uv", "version.h"), encoding="utf-8") as file:
            numbers = dict(re.findall(r"UV_VERSION_(MAJOR|MINOR|PATCH)\s+(\d+)", file.read()))
    except OSError as error:
        raise Unavailable(f"{directory} is not a source of libuv: {error}") from error
    return ".".join(numbers[part] for part in ("MAJOR", "MINOR", "PATCH")), source


def read_list(source, kind="test"):
    """The tests of this platform in the package's order; or its benchmarks, by their kind."""
    text = output_of(["cc", "-E", "-P", "-I", os.path.join(source, "test"), "-"],
                     input=LIST_READER % kind)
    tests = {}
    for kind, first, second in re.findall(r"@(test|helper)\s+(\w+)\s+(\w+)", text):
        if kind == "test":
            tests[first] = Test(first, int(second))
        else:
            tests[first].helpers.append(second)
    if not tests:
        raise SystemExit(f"{source}/test/{kind}-list.h: unknown format")
    return list(tests.values())


def reads_library_source(path):
    """Whether a test file includes libuv's own C files: it then tests those, not a library."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return re.search(r'^\s*#\s*include\s+"\.\./src/\w+\.c"', file.read(), re.M) is not None
