# SPDX-License-Identifier: GPL-3.0-or-later
"""What is planted, what is never touched, and that the judged faults are still there."""

import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import planter
import report
import workshop

ROOT = Path(__file__).resolve().parents[2]


def changes(code, file="core/graph/some.cpp"):
    """Of some lines in a function: {(kind, change)}."""
    return {(fault.kind, fault.change()) for fault in planter.faults_of(file, "{\n" + code + "\n}\n")}


class Masking(unittest.TestCase):
    def test_blanks_are_as_long_and_lines_stay(self):
        text = 'a < b; // a < b\n/* c <\n d */ e("x < y", \'<\', R"(< ")") == 1\'000;\n'
        masked = planter.masked(text)
        self.assertEqual(len(masked), len(text))
        self.assertEqual(masked.count("\n"), text.count("\n"))
        self.assertEqual(masked.count("<"), 1)
        self.assertIn("== 1'000;", masked)


class Planting(unittest.TestCase):
    def test_one_change_of_each_kind(self):
        self.assertEqual(changes("    return a < b;"), {("comparison", "< → <="), ("comparison", "< → >")})
        self.assertEqual(changes("    return a == b;"), {("comparison", "== → !=")})
        self.assertEqual(changes("    use(a + 1);"), {("off by one", " + 1 →  + 0")})
        self.assertEqual(changes("    use(rows.front());"), {("off by one", ".front() → .back()")})
        self.assertEqual(changes("    rows.push_back(a);"), {("dropped", "without rows.push_back(a);")})
        self.assertEqual(changes("    use(rowOf(a, b));"), {("swapped", "a, b → b, a")})
        self.assertEqual(changes("    if (ready) {"), {("condition", "ready → !(ready)")})
        self.assertEqual(changes("    return a && b;"), {("condition", "&& → ||")})
        self.assertEqual(changes("    std::reverse(a.begin(), a.end());"),
                         {("order", "without std::reverse(a.begin(), a.end());")})
        self.assertEqual(changes("    return x - y;"), {("sign", "- → +")})
        self.assertIn(("gradient", "right → left"), changes("    send(value.right, g);", "core/exec/interpreter/body_backward.cpp"))
        self.assertIn(("gradient", "+= → ="), changes("    sum += g;", "core/exec/gradients.cpp"))

    def test_what_is_never_touched(self):
        for line in ["// a < b", "#if A == B", "    BATCHSCOPE_CHECK(a < b);", "    BATCHSCOPE_CHECK(a &&\n        b < c);",
                     '    use("a < b && c");', "    static_assert(sizeof(a) == 4);", "    rows.reserve(a);",
                     "    for (int i = 0; i < n; ++i) {", "    use(std::min(a, b), 0);", "template <typename T>",
                     "    const std::vector<int> rows;", "[[nodiscard]] bool operator<(A a);", "    text += \"x\" + name;"]:
            left = {change for kind, change in changes(line) if kind != "order"}
            self.assertEqual(left, set(), line)

    def test_a_statement_of_several_lines_goes_as_a_whole_and_lines_stay(self):
        text = "{\n    std::sort(a.begin(), a.end(), [](int x, int y) {\n        return x < y;\n    });\n    use(a);\n}\n"
        sort = [fault for fault in planter.faults_of("f.cpp", text) if fault.kind == "order"]
        self.assertEqual([fault.lines for fault in sort], [3])
        self.assertEqual(planter.planted(text, sort[0]), "{\n    ;\n\n\n    use(a);\n}\n")

    def test_half_of_an_expression_is_no_statement(self):
        self.assertEqual(changes("    const int made =\n        rows.push_back(a);"), set())

    def test_each_fault_changes_its_line_only(self):
        text = (ROOT / "core/schedule/frontier.cpp").read_text()
        faults = planter.faults_of("core/schedule/frontier.cpp", text)
        self.assertGreater(len(faults), 50)
        for fault in faults:
            broken = planter.planted(text, fault).split("\n")
            before = text.split("\n")
            self.assertEqual(len(broken), len(before))
            different = [at + 1 for at, line in enumerate(broken) if line != before[at]]
            self.assertTrue(different and different[0] == fault.line and len(different) <= fault.lines, fault)


class Order(unittest.TestCase):
    def faults(self):
        return [[fault for path in sorted((ROOT / room).rglob("*.cpp"))
                 for fault in planter.faults_of(str(path.relative_to(ROOT)), path.read_text())] for room in planter.ROOMS]

    def test_follows_from_the_seed_alone(self):
        self.assertEqual(planter.tried_order(self.faults(), 3), planter.tried_order(self.faults(), 3))
        self.assertNotEqual(planter.tried_order(self.faults(), 3), planter.tried_order(self.faults(), 4))

    def test_rooms_and_kinds_take_turns_and_no_line_twice(self):
        order = planter.tried_order(self.faults(), 1)[:100]
        for room in planter.ROOMS:
            self.assertEqual(sum(fault.file.startswith(room + "/") for fault in order), 100 // len(planter.ROOMS))
        self.assertEqual({fault.kind for fault in order}, set(planter.KINDS))
        self.assertEqual(len({(fault.file, fault.line) for fault in order}), 100)


class Reporting(unittest.TestCase):
    def test_every_judged_fault_can_still_be_planted(self):
        possible = {(fault.file, fault.text, fault.change()) for faults in Order().faults() for fault in faults}
        for key in report.read_equivalent(ROOT / "tests/mutation/equivalent.txt"):
            self.assertTrue(key in possible, key)

    def test_the_score_leaves_out_what_cannot_be_caught(self):
        verdicts = [report.CAUGHT] * 3 + [report.SURVIVED] + [report.EQUIVALENT] * 4 + [report.NOT_BUILT] * 9
        self.assertEqual(report.score([{"verdict": verdict} for verdict in verdicts]), 0.75)
        self.assertIsNone(report.score([]))

    def test_who_caught_it(self):
        log = "[ RUN      ] A.b\n[  FAILED  ] A.b (0 ms)\n[ RUN      ] A.c\n"
        self.assertEqual(workshop.blamed("test_x", log, "exit 1"), "test_x: A.b")
        self.assertEqual(workshop.blamed("test_x", "[ RUN      ] N/A.c/0\n", "SIGSEGV"), "test_x: N/A.c/0 (SIGSEGV)")
        self.assertEqual(workshop.blamed("test_x", "", "exit 1"), "test_x: start (exit 1)")

    def test_a_table_holds_its_lines(self):
        result = {"file": "core/graph/a.cpp", "line": 3, "kind": "condition", "change": "|| → &&", "text": "a || b",
                  "verdict": report.SURVIVED, "by": "", "build_s": 1.0, "test_s": 2.0}
        text = report.markdown({"commit": "0" * 40, "seed": 1, "preset": "release", "results": [result]})
        self.assertIn("1 faults planted: 0 caught, 1 survived, 0 equivalent. 0 more did not compile. Score: 0.0%.", text)
        self.assertIn("| core/graph/a.cpp:3 | condition | `` \\|\\| → && `` |", text)


if __name__ == "__main__":
    unittest.main()
