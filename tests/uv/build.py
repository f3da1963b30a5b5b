# SPDX-License-Identifier: MIT
"""Builds the package's tests as one program, against libgyre or against the distribution's libuv.

Used by tests/uv/run, and by benches/run for the package's benchmarks. The program is the package's
own: `PROGRAM TEST PART` runs one part of one test in its own process; a part is the test itself or
one of its helpers. A function that the library lacks, or a file that does not compile against its
header, ends the run; but files that include parts of libuv's own source are compiled with its own
headers if ours do not work.
"""
import concurrent.futures
import glob
import hashlib
import os
import subprocess
import sys

from package import output_of

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = ["-std=gnu11", "-D_GNU_SOURCE", "-w"]
OPTIMISE = {"test": "-O1", "benchmark": "-O2"}
# What the package's program is made of besides its test-*.c or benchmark-*.c.
COMMON = ["blackhole-server.c", "echo-server.c", "runner.c", "runner-unix.c"]
# The library for the first is instrumented for undefined behaviour as well.
LINK_FOR = {"address": "-fsanitize=address,undefined", "thread": "-fsanitize=thread"}
# Names a private member (the path of a pipe), which our structure has at the same offset.
NAMES_PRIVATE = {"test-pipe-getsockname.c"}
COMPILER = os.environ.get("CC", "cc")


def up_to_date(target, inputs):
    try:
        made = os.stat(target).st_mtime_ns
        return all(os.stat(path).st_mtime_ns < made for path in inputs)
    except FileNotFoundError:
        return False


def write_if_changed(path, text):
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def compile_one(source, flags, directory):
    """Compiles source into directory unless that is done; returns (object, None or error text)."""
    target = os.path.join(directory, os.path.basename(source)[:-2] + ".o")
    listed = target + ".d"
    command = [COMPILER, *flags, "-MMD", "-MF", listed, "-c", source, "-o", target]
    try:
        with open(listed, encoding="utf-8") as file:
            inputs = file.read().replace("\\\n", " ").split(":", 1)[1].split()
        if up_to_date(target, inputs):
            return target, None
    except (FileNotFoundError, IndexError):
        pass
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        if os.path.exists(target):
            os.unlink(target)
        return target, done.stdout.strip()
    return target, None


def looks_inside(source):
    if os.path.basename(source) in NAMES_PRIVATE:
        return True
    with open(source, encoding="utf-8") as file:
        return '#include "../src/' in file.read()


def symbols(paths, *options):
    """{path: names} as nm prints them."""
    found = {path: set() for path in paths}
    for line in output_of(["nm", "-A", "-P", *options, *paths]).splitlines():
        path, name = line.split()[:2]
        path = path.rstrip(":").split("[")[0]  # an archive names its members in brackets
        found[path].add(name)
    return found


def make_tool(root):
    """The program that runs one test in isolation; returns its path."""
    directory = os.path.join(root, "build", "uv")
    os.makedirs(directory, exist_ok=True)
    cage = os.path.join(directory, "cage")
    source = os.path.join(HERE, "cage.c")
    if not up_to_date(cage, [source]):
        subprocess.run([COMPILER, "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-O1", source,
                        "-o", cage], check=True)
    return cage


def library_of(root, source, version):
    """A libuv.a, built from its own source according to its build files."""
    directory = os.path.join(root, "build", "uv", "libuv-" + version)
    library = os.path.join(directory, "libuv.a")
    if not os.path.exists(library):
        for command in (["cmake", "-S", source, "-B", directory, "-DCMAKE_BUILD_TYPE=Release",
                         "-DBUILD_TESTING=OFF", "-DLIBUV_BUILD_SHARED=OFF"],
                        ["cmake", "--build", directory, "--parallel", "2"]):
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return library


class Program:
    """The package's tests, linked with one library.

    library   path of the library, or None for the distribution's
    include   directories of the header to compile with
    kind      "test" or "benchmark": which of the package's two programs
    """

    def __init__(self, root, source, name, library=None, include=(), sanitize=None, kind="test"):
        self.name = name
        self.kind = kind
        self.source = os.path.join(source, "test")
        self.library = library
        self.shared = library is not None and ".so" in os.path.basename(library)
        self.link_flags = [LINK_FOR[sanitize]] if sanitize else []
        self.flags = FLAGS + [OPTIMISE[kind]] + [f"-I{directory}" for directory in include]
        if sanitize == "thread":
            # It must see every access; the other one finds the library's faults without the tests'.
            self.flags.append("-fsanitize=thread")
        key = hashlib.sha256(" ".join([COMPILER, source, *self.flags]).encode()).hexdigest()[:8]
        base = os.path.join(root, "build", "uv")
        self.objects = os.path.join(base, f"{name}-{key}")
        self.path = os.path.join(base, f"uv-{kind}s-{name}" + (f"-{sanitize}" if sanitize else ""))
        self.file_of = {}  # test: path of its source

    def object_of(self, source):
        return os.path.join(self.objects, os.path.basename(source)[:-2] + ".o")

    def make(self):
        """Compiles and links, or ends the run."""
        os.makedirs(self.objects, exist_ok=True)
        sources = sorted(glob.glob(os.path.join(self.source, self.kind + "-*.c")))
        sources += [os.path.join(self.source, name) for name in [f"run-{self.kind}s.c", *COMMON]]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(self.compile, sources))
        errors = [error for _, error in results if error is not None]
        if errors:
            sys.exit("\n".join(errors))
        self.find_tests(sources)
        self.link([path for path, _ in results])

    def compile(self, source):
        result = compile_one(source, self.flags, self.objects)
        if result[1] is not None and looks_inside(source):
            above = os.path.dirname(self.source)
            own = [f"-I{os.path.join(above, name)}" for name in ("include", "src")]
            result = compile_one(source, own + self.flags, self.objects)
        return result

    def files(self):
        """Files that must be in one directory for the program to run."""
        return [self.path] + ([self.library] if self.shared else [])

    def find_tests(self, sources):
        defined = symbols([self.object_of(source) for source in sources], "--defined-only", "-g")
        for source in sources:
            for name in defined[self.object_of(source)]:
                if name.startswith(f"run_{self.kind}_"):
                    self.file_of[name[len(f"run_{self.kind}_"):]] = source

    def link(self, objects):
        libraries = ["-luv"] if self.library is None else [self.library]
        if self.shared:
            libraries.append("-Wl,-rpath,$ORIGIN:" + os.path.dirname(self.library))
        # The library's objects may contain code for link-time optimization: not needed for a test.
        command = [COMPILER, "-fno-lto", *self.link_flags, *objects, *libraries, "-pthread", "-ldl",
                   "-lutil", "-lm", "-o", self.path]
        stamp = self.path + ".command"
        write_if_changed(stamp, " ".join(command))
        if up_to_date(self.path, [*objects, stamp] + ([self.library] if self.library else [])):
            return
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            sys.exit("\n".join(done.stdout.strip().splitlines()[-20:]))
