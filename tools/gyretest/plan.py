# SPDX-License-Identifier: MIT
"""What ./test consists of, in order: what fails most often, and fastest, comes first."""

from .program import ROOT, Test, find_abi, find_examples, find_programs, find_suites, matches

BUILD_LIMIT_S = 900


def build(variant, programs, jobs):
    """Builds a variant (the runtime only where tests use it) and the test programs asked for."""
    goal = "all" if variant in ("release", "asan") else "lib"
    targets = [str(p).removeprefix(f"{ROOT}/") for p in programs]
    return Test(
        name=f"build/{variant}",
        argv=["make", "-k", "--no-print-directory", f"-j{jobs}", f"VARIANT={variant}",
              "WERROR=-Werror", goal] + targets,
        limit_s=BUILD_LIMIT_S,
    )


class Plan:
    def __init__(self, runner, patterns, everything):
        self.runner = runner
        self.patterns = patterns
        self.everything = everything
        self.broken = set()

    def step(self, title, tests, note=""):
        """Runs the tests whose needs are met. A build that failed has been counted already: what
        it would have made is not run, and not counted again."""
        ready = [t for t in tests if t.needs not in self.broken]
        if len(ready) < len(tests):
            names = " ".join(sorted({t.needs for t in tests} & self.broken))
            self.runner.report.print(f"== {title}: {len(tests) - len(ready)} not run, for {names}")
        for result in self.runner.run(title, ready, note):
            if result.state == "failed":
                self.broken.add(result.name)

    def wants(self, name):
        return matches(name, self.patterns)

    def build_step(self, variant, tests, always=False):
        if tests or always or self.wants(f"build/{variant}"):
            programs = [t.argv[-1] for t in tests if "/test/" in t.argv[-1]]
            self.step(f"build {variant}", [build(variant, programs, self.runner.jobs)])

    def variant(self, variant):
        tests, left_out = find_programs(variant, self.patterns, self.everything)
        self.build_step(variant, tests)
        note = f" ({left_out} marked not to run here)" if left_out else ""
        self.step(f"unit and loop tests, {variant}", tests, note)

    def foreign(self, variant):
        """Another processor or C library: the library and its tests; unless everything is asked
        for, every sixteenth of them."""
        tests, left_out = find_programs(variant, self.patterns, self.everything)
        if not self.everything and not self.patterns:
            tests = tests[::16]
        self.build_step(variant, tests)
        self.step(f"unit and loop tests, {variant}", tests, f" ({left_out} marked not to run here)")

    def clang(self):
        if self.wants("build/clang"):
            self.build_step("clang", [], always=True)

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
        self.build_step("release", release, always=wanted)
        self.clang()
        self.step("unit and loop tests, release", release)
        self.step("binary interface", abi)
        self.step("examples", examples)
        self.single("install", ["tools/installcheck"], needs="build/release", limit_s=300)
        self.single("man", ["tools/mancheck"])
        self.variant("asan")
        self.variant("tsan")
        self.foreign("musl")
        self.foreign("arm64")
        for suite in suites:
            self.step(f"suite {suite.name}", [suite])
