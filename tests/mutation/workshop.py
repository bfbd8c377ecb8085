# SPDX-License-Identifier: GPL-3.0-or-later
"""A copy of the tree with a build folder of its own, in which faults are planted, built and tested, and nothing else
is touched. No test in it sees the data beside the project."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

# Test programs that come first for a fault in a room, as far as they exist: those that know it best, or link fastest.
FIRST = {
    "core/graph": ["test_graph", "test_schedule", "test_nets", "test_plan"],
    "core/schedule": ["test_schedule", "test_graph", "test_story"],
    "core/plan": ["test_plan", "test_engine"],
    "core/exec": ["test_engine"],
}
# Programs that look at the text of the tree or at the window, and none that runs what was mutated without Qt.
LEFT_OUT = re.compile(r"test_(architecture|house|fuzz|views|session|app|kernels|jobs)")
BUILD_LIMIT_S = 1800  # of a build, and of all cases of a program on the tree without faults
MEMORY_BYTES = 8 << 30  # of a test: a fault may well allocate without end


class WorkshopError(Exception):
    """The copy cannot be made, built or tested as it is: nothing can be said of faults."""


@dataclass
class Outcome:
    passed: bool
    seconds: float
    by: str = ""  # the case that failed, and how


@dataclass
class Program:
    """A test program and what it took on the tree as it is."""

    name: str
    path: str  # relative to the build folder
    seconds: float = 0.0  # of its fast cases
    slow: list = field(default_factory=list)  # cases that are left out
    skipped: int = 0  # cases that skip themselves, for want of data

    def arguments(self):
        return [f"--gtest_filter=-{':'.join(self.slow)}"] if self.slow else []


class Workshop:
    def __init__(self, root, folder, jobs):
        self.root = Path(root)
        self.folder = Path(folder)
        self.tree = self.folder / "tree" / "batchscope"
        self.build_folder = self.folder / "build"
        self.jobs = jobs
        self.environment = dict(os.environ, LC_ALL="C.UTF-8", QT_QPA_PLATFORM="offscreen",
                                BATCHSCOPE_DATA=str(self.folder / "no-data"), CCACHE_SLOPPINESS="pch_defines,time_macros")

    def command(self, *words, cwd=None):
        done = subprocess.run(words, cwd=cwd or self.tree, env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise WorkshopError(f"{' '.join(map(str, words))}:\n{(done.stdout + done.stderr)[-4000:]}")
        return done.stdout.strip()

    def commit(self):
        """The commit that is tested: that of the project, whose changes that are not committed are not seen."""
        return self.command("git", "rev-parse", "HEAD", cwd=self.root)

    def prepare(self, preset, definitions):
        """The copy at the project's commit, without faults, and configured once."""
        if not self.tree.exists():
            self.tree.parent.mkdir(parents=True, exist_ok=True)
            self.command("git", "clone", "--quiet", "--shared", "--no-checkout", self.root, self.tree, cwd=self.root)
        commit = self.commit()
        self.command("git", "checkout", "--quiet", "--force", "--detach", commit)
        for data in (self.tree.parent / "shared" / "data", Path(self.environment["BATCHSCOPE_DATA"])):
            if data.exists():
                raise WorkshopError(f"{data} exists: the score is meant without that data")
        if not (self.build_folder / "build.ninja").exists():
            words = ["cmake", "--preset", preset, "-B", str(self.build_folder), "-DBATCHSCOPE_GUI=OFF",
                     "-DBATCHSCOPE_BENCHES=OFF", "-DBATCHSCOPE_UNITY=OFF"]  # a fault compiles one file
            if shutil.which("ccache"):  # a file that is whole again need not be compiled again
                words.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
            self.command(*words, *[f"-D{definition}" for definition in definitions])

    def build(self, target):
        """Whether it could be built, and the seconds it took."""
        start = time.monotonic()
        try:
            done = subprocess.run(["cmake", "--build", self.build_folder, "--target", target, "-j", str(self.jobs)],
                                  env=self.environment, capture_output=True, text=True, timeout=BUILD_LIMIT_S)
        except subprocess.TimeoutExpired as late:
            raise WorkshopError(f"building {target} took more than {BUILD_LIMIT_S} s") from late
        (self.folder / "build.log").write_text(done.stdout + done.stderr)
        return done.returncode == 0, time.monotonic() - start

    def run(self, program, arguments, limit_s):
        """Runs one test program, to its first failure; beyond the limit it has failed, too."""
        log = self.folder / "test.log"
        start = time.monotonic()
        path = self.build_folder / program.path
        with open(log, "wb") as output:
            running = subprocess.Popen([path, "--gtest_fail_fast", "--gtest_color=no", *arguments], cwd=path.parent,
                                       env=self.environment, stdout=output, stderr=subprocess.STDOUT,
                                       start_new_session=True, preexec_fn=limit_memory)
            try:
                code = running.wait(timeout=limit_s)
                how = "" if code >= 0 else signal.Signals(-code).name
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                code = running.wait()
                how = f"more than {limit_s:.0f} s"
        seconds = time.monotonic() - start
        if code == 0:
            return Outcome(True, seconds)
        return Outcome(False, seconds, blamed(program.name, log.read_text(errors="replace"), how or f"exit {code}"))

    def programs(self):
        rules = self.command("ninja", "-C", self.build_folder, "-t", "targets", "all")
        found = re.findall(r"^(\S*?(test_\w+)): CXX_EXECUTABLE_LINKER", rules, re.MULTILINE)
        programs = [Program(name, path) for path, name in found if not LEFT_OUT.match(name)]
        if not programs:
            raise WorkshopError(f"no test programs among the targets of {self.build_folder}")
        return programs

    def measured(self, slow_case_s, say):
        """Every program on the tree without faults: it must pass, and its cases are told into fast and slow."""
        programs = self.programs()
        for program in programs:
            built, seconds = self.build(program.name)
            if not built:
                raise WorkshopError(f"{program.name} cannot be built; see {self.folder / 'build.log'}")
            report = self.folder / "cases.json"
            outcome = self.run(program, [f"--gtest_output=json:{report}"], BUILD_LIMIT_S)
            if not outcome.passed:
                raise WorkshopError(f"without any fault: {outcome.by}; see {self.folder / 'test.log'}")
            note_cases(program, json.loads(report.read_text()), slow_case_s)
            say(f"{program.name}: built in {seconds:.0f} s, fast cases {program.seconds:.1f} s, "
                f"{len(program.slow)} slow ones left out, {program.skipped} without data")
        return programs


def limit_memory():
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def note_cases(program, report, slow_case_s):
    for suite in report["testsuites"]:
        for case in suite["testsuite"]:
            name = f"{suite['name']}.{case['name']}"
            seconds = float(case["time"].rstrip("s"))
            program.skipped += 1 if case["result"] == "SKIPPED" else 0
            if seconds > slow_case_s:
                program.slow.append(name)
            else:
                program.seconds += seconds


def blamed(program, log, how):
    """The case that failed, or the one that ran when the program ended."""
    failed = re.search(r"^\[  FAILED  \] ([\w/]+\.[\w/]+)", log, re.MULTILINE)
    if failed:
        return f"{program}: {failed.group(1)}"
    ran = re.findall(r"^\[ RUN      \] (\S+)", log, re.MULTILINE)
    return f"{program}: {ran[-1] if ran else 'start'} ({how})"


def in_order(programs, room):
    """First those that know the room, then the quick ones."""
    first = FIRST.get(room, [])
    return sorted(programs, key=lambda program: (
        first.index(program.name) if program.name in first else len(first), program.seconds))
