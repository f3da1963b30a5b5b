# SPDX-License-Identifier: MIT
"""What ./test consists of, in order: what fails most often, and fastest, comes first. The variants
are built while suites run that do not need them and leave much of the processors idle."""

from .program import ROOT, Test, find_abi, find_examples, find_programs, find_suites, \
    has_threads, matches

BUILD_LIMIT_S = 900
JOIN_FROM = 100  # programs; fewer are linked one by one
FOREIGN = ("musl", "arm64")
VARIANTS = ("clang", "asan", "tsan") + FOREIGN


def build(variant, programs, jobs):
    """Builds a variant (the runtime only if tests use it) and the requested test programs."""
    goal = "all" if variant in ("release", "asan") else "lib"
    targets = [str(p).removeprefix(f"{ROOT}/") for p in programs]
    join = ["JOIN=1"] if len(programs) > JOIN_FROM else []
    return Test(
        name=f"build/{variant}",
        argv=["make", "-k", "--no-print-directory", f"-j{jobs}", f"VARIANT={variant}",
              "WERROR=-Werror", *join, goal] + targets,
        limit_s=BUILD_LIMIT_S,
    )


class Plan:
    def __init__(self, runner, patterns, everything):
        self.runner = runner
        self.patterns = patterns
        self.everything = everything
        self.broken = set()

    def step(self, title, tests, note=""):
        """Runs the tests whose needs are met. A failed build has already been counted: tests that
        need it are not run, and not counted again."""
        ready = [t for t in tests if t.needs not in self.broken]
        if len(ready) < len(tests):
            names = " ".join(sorted({t.needs for t in tests} & self.broken))
            self.runner.report.print(f"== {title}: {len(tests) - len(ready)} not run, for {names}")
        for result in self.runner.run(title, ready, note):
            if result.state == "failed":
                self.broken.add(result.name)

    def wants(self, name):
        return matches(name, self.patterns)

    def find_builds(self, variant, tests, always=False):
        if not tests and not always and not self.wants(f"build/{variant}"):
            return []
        programs = [t.argv[-1] for t in tests if "/test/" in t.argv[-1]]
        return [build(variant, programs, self.runner.jobs)]

    def find_variant(self, variant):
        """The tests of a variant, and how many are left out. Without --all, ThreadSanitizer gets
        only those with threads, and another processor or C library every sixteenth; clang only
        compiles."""
        if variant == "clang":
            return [], 0
        tests, left_out = find_programs(variant, self.patterns, self.everything)
        if self.everything or self.patterns:
            return tests, left_out
        if variant == "tsan":
            tests = [test for test in tests if has_threads(test)]
        elif variant in FOREIGN:
            tests = tests[::16]
        return tests, left_out

    def variants(self):
        """Starts to build them all; returns what is left to do for each."""
        found = {name: self.find_variant(name) for name in VARIANTS}
        builds = {name: self.find_builds(name, tests) for name, (tests, _) in found.items()}
        for name in VARIANTS:
            self.runner.begin(builds[name])
        return [(name, builds[name], *found[name]) for name in VARIANTS]

    def variant(self, variant, builds, tests, left_out):
        self.step(f"build {variant}", builds)
        note = f" ({left_out} marked not to run here)" if left_out else ""
        self.step(f"unit and loop tests, {variant}", tests, note)

    def suites(self, suites):
        """Serial ones come first: builds that have begun use the processors that they leave idle.
        """
        for suite in suites:
            if suite.serial:
                self.step(f"suite {suite.name}", [suite])
        self.step("suites side by side", [suite for suite in suites if not suite.serial])

    def single(self, name, argv, **more):
        if self.wants(name) and (ROOT / argv[0]).exists():
            self.step(name, [Test(name, argv, **more)])

    def run(self):
        self.single("tidy", ["tools/tidy"])
        self.single("tools", ["tools/selftest"])
        abi = find_abi(self.patterns)
        examples = find_examples(self.patterns)
        suites = find_suites(self.patterns, self.everything)
        release, _ = find_programs("release", self.patterns, self.everything)
        wanted = abi or examples or suites or self.wants("install")
        self.step("build release", self.find_builds("release", release, always=wanted))
        variants = self.variants()
        self.step("unit and loop tests, release", release)
        self.step("binary interface", abi)
        # These call make, so they do not run beside others that do.
        self.step("examples", examples)
        self.single("install", ["tools/installcheck"], needs="build/release", limit_s=300)
        self.single("man", ["tools/mancheck"])
        self.suites([s for s in suites if not s.after_variants])
        for variant in variants:
            self.variant(*variant)
        self.suites([s for s in suites if s.after_variants])
