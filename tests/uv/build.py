# SPDX-License-Identifier: MIT
"""Makes the package's tests into one program, against libgyre or against the distribution's libuv.

Used by tests/uv/run. The program is the package's own: `PROGRAM TEST PART` runs one part of one
test in its own process, a part being the test itself or one of its helpers. What the library lacks
is filled in by gaps.c.
"""
import concurrent.futures
import glob
import hashlib
import os
import re
import subprocess
import sys

from package import output_of

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = ["-std=gnu11", "-D_GNU_SOURCE", "-O1", "-w", "-ffunction-sections", "-fdata-sections"]
# What the package's program is made of besides its test-*.c.
COMMON = ["blackhole-server.c", "echo-server.c", "run-tests.c", "runner.c", "runner-unix.c"]
# The library for the first is instrumented for undefined behaviour as well.
LINK_FOR = {"address": "-fsanitize=address,undefined", "thread": "-fsanitize=thread"}
# The functions that the package's files define for each other.
PART_OF_PACKAGE = re.compile(r"run_(test|helper)_|ipc_|spawn_|stdio_over_pipes_|process_title_")
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


def symbols(paths, *options):
    """{path: names} as nm tells them."""
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


class Program:
    """The package's tests, linked with one library.

    library   path of the library, or None for the distribution's
    include   directories of the header to compile with
    known     names of functions that may be missing from the library
    """

    def __init__(self, root, source, name, library=None, include=(), known=(), sanitize=None):
        self.name = name
        self.source = os.path.join(source, "test")
        self.library = library
        self.shared = library is not None and ".so" in os.path.basename(library)
        self.known = set(known)
        self.link_flags = [LINK_FOR[sanitize]] if sanitize else []
        self.flags = FLAGS + [f"-I{directory}" for directory in include]
        if sanitize == "thread":
            # It must see every access; the other one finds the library's faults without the tests'.
            self.flags.append("-fsanitize=thread")
        key = hashlib.sha256(" ".join([COMPILER, source, *self.flags]).encode()).hexdigest()[:8]
        base = os.path.join(root, "build", "uv")
        self.objects = os.path.join(base, f"{name}-{key}")
        self.path = os.path.join(base, f"uv-tests-{name}" + (f"-{sanitize}" if sanitize else ""))
        self.broken = {}  # object: what the compiler said
        self.missing = []  # functions that the tests or the library want and nobody has
        self.file_of = {}  # test: path of its source

    def object_of(self, source):
        return os.path.join(self.objects, os.path.basename(source)[:-2] + ".o")

    def make(self):
        """Compiles and links. Ends the run if that fails for a reason that no ledger knows."""
        os.makedirs(self.objects, exist_ok=True)
        sources = sorted(glob.glob(os.path.join(self.source, "test-*.c")))
        sources += [os.path.join(self.source, name) for name in COMMON]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda path: compile_one(path, self.flags, self.objects),
                                    sources))
        self.broken = {path: error for path, error in results if error is not None}
        good = [path for path, error in results if error is None]
        self.find_tests(sources, good)
        self.link(good)

    def files(self):
        """What has to lie beside each other for the program to run."""
        return [self.path] + ([self.library] if self.shared else [])

    def broken_for(self, test):
        """What the compiler said about the file of a test that did not compile."""
        return self.broken.get(self.object_of(self.file_of[test]))

    def find_tests(self, sources, good):
        defined = symbols(good, "--defined-only", "-g")
        for source in sources:
            target = self.object_of(source)
            if target in defined:
                tests = [n[len("run_test_"):] for n in defined[target] if n.startswith("run_test_")]
            else:
                with open(source, encoding="utf-8", errors="replace") as file:
                    tests = re.findall(r"^TEST_IMPL\s*\(\s*(\w+)\s*\)", file.read(), re.M)
            self.file_of.update({test: source for test in tests})

    def find_gaps(self, good):
        """Returns the lines of gaps.def and what to link with."""
        defined = set.union(*symbols(good, "--defined-only", "-g").values())
        wanted = set.union(*symbols(good, "-u").values())
        lines = [f"UNCOMPILED({name})" for name in sorted(wanted - defined)
                 if PART_OF_PACKAGE.match(name)]
        if self.library is None:
            return lines, ["-luv"]
        dynamic = ["-D"] if self.shared else []
        have = symbols([self.library], "--defined-only", "-g", *dynamic)[self.library]
        wanted |= symbols([self.library], "-u", *dynamic)[self.library]
        self.missing = sorted(n for n in wanted - have - defined if n.startswith("uv_"))
        lost = [name for name in self.missing if name not in self.known]
        if lost:
            sys.exit(f"{self.library} lacks functions that are not in known_gaps/functions.txt: "
                     + " ".join(lost))
        lines += ["MISSING_SETUP_ARGS" if name == "uv_setup_args" else f"MISSING({name})"
                  for name in self.missing]
        libraries = [self.library]
        if any(name.startswith("io_uring_") for name in wanted - have):
            libraries.append("-l:liburing.a")
        if self.shared:
            libraries.append("-Wl,-rpath,$ORIGIN")
        return lines, libraries

    def link(self, good):
        lines, libraries = self.find_gaps(good)
        write_if_changed(os.path.join(self.objects, "gaps.def"), "\n".join([*lines, ""]))
        gaps, error = compile_one(os.path.join(HERE, "gaps.c"), [*FLAGS, f"-I{self.objects}"],
                                  self.objects)
        if error is not None:
            sys.exit(error)
        # The library's objects may carry code for link-time optimization: not for a test's sake.
        command = [COMPILER, "-fno-lto", *self.link_flags, *good, gaps, *libraries, "-pthread",
                   "-ldl", "-lutil", "-lm", "-o", self.path]
        stamp = self.path + ".command"
        write_if_changed(stamp, " ".join(command))
        if up_to_date(self.path, [*good, gaps, stamp] + ([self.library] if self.library else [])):
            return
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            sys.exit("\n".join(done.stdout.strip().splitlines()[-20:]))

    def reach(self, test):
        """The library functions that a test and its helpers can reach, by the relocations of the
        object files: every function has a section of its own, and names what it refers to."""
        if not hasattr(self, "references"):
            self.read_references()
        todo = [(None, f"run_test_{test.name}")] + [(None, f"run_helper_{h}") for h in test.helpers]
        seen = set()
        found = set()
        while todo:
            place, name = todo.pop()
            node = (place, name) if (place, name) in self.references else None
            if node is None:
                section = ".text." + name
                home = place if (place, section) in self.references else self.homes.get(section)
                node = (home, section)
            if node in seen:
                continue
            seen.add(node)
            for target in self.references.get(node, ()):
                if target.startswith("uv_"):
                    found.add(target)
                else:
                    todo.append((node[0], target))
        return found

    def read_references(self):
        self.references = {}  # (object, section): names of symbols and sections
        self.homes = {}  # section of a global function: object
        paths = sorted(glob.glob(os.path.join(self.objects, "*.o")))
        paths = [path for path in paths if path not in self.broken]
        place = section = None
        for line in output_of(["objdump", "-r", *paths]).splitlines():
            if line.startswith("/"):
                place = line.split(":")[0]
            elif line.startswith("RELOCATION RECORDS FOR ["):
                section = line[len("RELOCATION RECORDS FOR ["):].rstrip("]:")
            elif line[:1].isalnum() and len(line.split()) == 3 and line[0] != "O":
                target = re.sub(r"[+-]0x[0-9a-f]+$", "", line.split()[2])
                self.references.setdefault((place, section), set()).add(target)
        for path, names in symbols(paths, "--defined-only", "-g").items():
            self.homes.update({".text." + name: path for name in names})
