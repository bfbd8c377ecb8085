#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants one-line faults, one at a time, and counts how many of them the fast tests catch. See README.md."""

import argparse
import dataclasses
import json
import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True

import planter
import report
from workshop import Program, Workshop, WorkshopError, in_order

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def say(text):
    print(text, flush=True)


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="faults that compile")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="ROOM", help="one room: core/graph or graph")
    parser.add_argument("--list", action="store_true", help="show what would be planted, and build nothing")
    parser.add_argument("--resume", action="store_true", help="go on where results.json ends")
    parser.add_argument("--retry", action="store_true", help="only the survivors of results.json, on the present commit")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutation", help="for the copy and the results")
    parser.add_argument("--preset", default="release")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE", help="for CMake, beside the preset")
    parser.add_argument("--limit", type=float, default=60.0,
                        help="seconds of a test program, or five times what it takes without fault; then it is caught")
    parser.add_argument("--slow-case", type=float, default=3.0, help="seconds from which a case is left out as slow")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def rooms(only):
    chosen = [room for room in planter.ROOMS if only is None or only in (room, room.rsplit("/", 1)[-1])]
    if not chosen:
        raise WorkshopError(f"unknown room '{only}'; expected one of {', '.join(planter.ROOMS)}")
    return chosen


def faults_in(tree, room):
    files = sorted(str(path.relative_to(tree)) for path in (tree / room).rglob("*.cpp"))
    if not files:
        raise WorkshopError(f"{room} has no sources; ROOMS in planter.py lists the rooms")
    return [fault for file in files for fault in planter.faults_of(file, (tree / file).read_text())]


def order(tree, given):
    return planter.tried_order([faults_in(tree, room) for room in rooms(given.only)], given.seed)


class Trial:
    """Faults, one by one, in a workshop."""

    def __init__(self, workshop, programs, given):
        self.workshop = workshop
        self.programs = programs
        self.limit_s = given.limit
        self.judged = report.read_equivalent(HERE / "equivalent.txt")

    def result_of(self, fault):
        path = self.workshop.tree / fault.file
        whole = path.read_text()
        path.write_text(planter.planted(whole, fault))
        try:
            verdict, by, build_s, test_s = self.fate(fault)
        finally:
            path.write_text(whole)
        why = self.judged.get((fault.file, fault.text, fault.change()))
        if verdict == report.SURVIVED and why is not None:
            verdict, by = report.EQUIVALENT, why
        return {"file": fault.file, "line": fault.line, "kind": fault.kind, "change": fault.change(), "text": fault.text,
                "verdict": verdict, "by": by, "build_s": build_s, "test_s": test_s}

    def fate(self, fault):
        build_s = test_s = 0.0
        for program in in_order(self.programs, "/".join(fault.file.split("/")[:2])):
            built, seconds = self.workshop.build(program.name)
            build_s += seconds
            if not built:
                return report.NOT_BUILT, "", build_s, test_s
            # A fault that only makes the tests a little slower is not caught by the clock.
            limit_s = max(self.limit_s, 5 * program.seconds)
            outcome = self.workshop.run(program, program.arguments(), limit_s)
            test_s += outcome.seconds
            if not outcome.passed:
                return report.CAUGHT, outcome.by, build_s, test_s
        return report.SURVIVED, "", build_s, test_s


def state_of(given, workshop):
    """What is known before the first fault: of an earlier run where it is to be gone on with, else nothing."""
    path = given.folder / "results.json"
    commit = workshop.commit()
    fresh = {"commit": commit, "seed": given.seed, "preset": given.preset, "only": given.only, "programs": [],
             "results": []}
    if not (given.resume or given.retry):
        return fresh
    if not path.exists():
        raise WorkshopError(f"{path} does not exist: nothing to go on with")
    state = json.loads(path.read_text())
    if given.resume and any(state[name] != fresh[name] for name in ("commit", "seed", "preset", "only")):
        raise WorkshopError(f"{path} is of another commit, seed, preset or room; begin anew, or --retry its survivors")
    if state["commit"] != commit:  # the tests are others now
        state["commit"], state["programs"] = commit, []
    return state


def programs_of(state, workshop, given):
    if not state["programs"]:
        state["programs"] = [dataclasses.asdict(program) for program in workshop.measured(given.slow_case, say)]
        report.write(given.folder, state)
    return [Program(**program) for program in state["programs"]]


def record(state, result, given):
    at = next((index for index, other in enumerate(state["results"])
               if report.key_of(other) == report.key_of(result) and other["line"] == result["line"]), None)
    if at is None:
        state["results"].append(result)
    else:
        state["results"][at] = result
    report.write(given.folder, state)
    planted = sum(other["verdict"] != report.NOT_BUILT for other in state["results"])
    say(f"{planted:4}  {result['file']}:{result['line']}  {result['kind']}: {result['change']}  "
        f"{result['verdict']} {result['by']}  ({result['build_s']:.0f} + {result['test_s']:.1f} s)")


def try_new(state, faults, trial, given):
    known = {(report.key_of(result), result["line"]) for result in state["results"]}
    planted = sum(result["verdict"] != report.NOT_BUILT for result in state["results"])
    for fault in faults:
        if planted >= given.count:
            return
        if ((fault.file, fault.text, fault.change()), fault.line) in known:
            continue
        result = trial.result_of(fault)
        record(state, result, given)
        planted += result["verdict"] != report.NOT_BUILT


def try_survivors(state, faults, trial, given):
    """A survivor is found again by its text: its line may have moved."""
    for old in [result for result in state["results"] if result["verdict"] == report.SURVIVED]:
        same = [fault for fault in faults if (fault.file, fault.text, fault.change()) == report.key_of(old)]
        if not same:
            say(f"      {old['file']}:{old['line']} is no longer there: {old['text']}")
            continue
        nearest = min(same, key=lambda fault: abs(fault.line - old["line"]))
        record(state, dict(trial.result_of(nearest), line=old["line"]), given)


def main():
    given = options()
    given.folder = given.folder.resolve()
    if given.list:
        for number, fault in enumerate(order(ROOT, given)[: given.count], 1):
            say(f"{number:4}  {fault.file}:{fault.line}  {fault.kind}: {fault.change()}\n      {fault.text}")
        return 0
    workshop = Workshop(ROOT, given.folder, given.jobs)
    state = state_of(given, workshop)
    workshop.prepare(given.preset, given.define)
    trial = Trial(workshop, programs_of(state, workshop, given), given)
    if given.retry:
        everywhere = [fault for room in rooms(None) for fault in faults_in(workshop.tree, room)]
        try_survivors(state, everywhere, trial, given)
    else:
        try_new(state, order(workshop.tree, given), trial, given)
    share = report.score(state["results"])
    say(f"score {'–' if share is None else f'{share:.1%}'}; {given.folder / 'results.md'}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except WorkshopError as error:
        say(f"error: {error}")
        sys.exit(2)
