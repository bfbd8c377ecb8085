# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the places of a C++ source where a one-line fault can be planted, and plants one.

A fault is textual: it relies on clang-format's layout (operators between spaces, one statement a line), and a compiler
refuses those that make no sense. Nothing is planted in comments, strings, preprocessor lines, checks, assertions, declarations,
logging, or the header of a `for`.
"""

import random
import re
from dataclasses import dataclass

# Rooms whose sources are mutated, relative to the root of the tree.
ROOMS = ["core/graph", "core/schedule", "core/plan", "core/exec"]

KINDS = [
    "comparison",  # < becomes <= or >, == becomes !=
    "off by one",  # + 1 and - 1 go, a count starts at 1, the first becomes the last
    "dropped",     # a copy, a gather, an insertion or an addition does not happen
    "swapped",     # the two arguments of a call, left and right, or two rows
    "gradient",    # goes to the other operand, or replaces what it should be added to
    "condition",   # negated, && for ||
    "order",       # a sort, a reverse or a partition does not happen, the least becomes the largest
    "sign",        # + for -, += for -=
]

GRADIENT_FILE = re.compile(r"backward|gradient|loss|optimizer|training")
UNTOUCHED = re.compile(
    r"^\s*(#|(BATCHSCOPE_)?CHECK\b|static_assert\b|using\b|namespace\b|template\b|class\b|struct\b|enum\b|public:|private:"
    r"|BATCHSCOPE_LOG\b|LOG\(|\[\[nodiscard\]\]|case\b.*:\s*$|default:)"
)
# Left out of dropped statements: they make room or give memory back, and change no result.
ROOM_ONLY = re.compile(r"\breserve\(|\bclear\(\)|\breport\(|\bforesee\(|\bshrink_to_fit\(")
DROPPABLE = re.compile(
    r"\b(gather|copy\w*|index_select\w*|index_add_|memcpy|push_back|push_front|emplace\w*|insert|append|add\w*|zero_?"
    r"|fill\w*|note\w*|assign|push|release|accumulate|place\w*|plan\w*|count\w*|rename|merge\w*|set\w*|erase\w*"
    r"|resize|pop_back|pop)\("
)
SYMMETRIC = re.compile(r"(min|max|swap|equal_to|hash|is_same\w*)$")


@dataclass(frozen=True)
class Fault:
    """One change: columns [begin, end) of line `line` (from 1) of `file` become `after`."""

    file: str
    line: int
    begin: int
    end: int
    kind: str
    before: str
    after: str
    text: str   # the line as it is, without indentation
    lines: int = 1  # a dropped statement may go on

    def change(self):
        return f"{self.before} → {self.after}" if self.after else f"without {self.before}"


def masked(text):
    """The text with comments, strings and characters as blanks: as long, lines where they were."""
    out = list(text)
    at = 0
    while at < len(text):
        end = at + 1
        if text.startswith("//", at):
            end = text.find("\n", at)
        elif text.startswith("/*", at):
            end = text.find("*/", at) + 2
        elif text.startswith('R"', at):
            delimiter = text[at + 2 : text.index("(", at)]
            end = text.find(f'){delimiter}"', at) + len(delimiter) + 2
        elif text[at] == '"' or (text[at] == "'" and not (at > 0 and text[at - 1].isalnum())):
            while text[end] != text[at]:
                end += 2 if text[end] == "\\" else 1
            end += 1
        else:
            at = end
            continue
        end = len(text) if end < at + 1 else end
        for index in range(at, end):
            out[index] = out[index] if out[index] == "\n" else " "
        at = end
    return "".join(out)


def closing(text, opening):
    """Where the bracket that opens at `opening` is closed; None when it is not."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    open_ones = []
    for at in range(opening, len(text)):
        if text[at] in pairs:
            open_ones.append(pairs[text[at]])
        elif open_ones and text[at] == open_ones[-1]:
            open_ones.pop()
            if not open_ones:
                return at
    return None


class Source:
    """One file, looked at line by line."""

    def __init__(self, file, text):
        self.file = file
        self.lines = text.split("\n")
        self.code = masked(text).split("\n")
        self.faults = []
        in_check = False
        for number, code in enumerate(self.code):
            raw = self.lines[number]
            if in_check or UNTOUCHED.match(code) or code.strip() == "":
                opens = re.match(r"\s*((BATCHSCOPE_)?CHECK|static_assert|LOG)\b", code)
                in_check = (in_check or opens is not None) and not code.rstrip().endswith(";")
                continue
            self.look(number, code, '"' in raw)

    def add(self, number, begin, end, kind, after, lines=1):
        raw = self.lines[number]
        self.faults.append(Fault(self.file, number + 1, begin, end, kind, raw[begin:end], after, raw.strip(), lines))

    def replace(self, number, code, pattern, kind, make):
        for match in re.finditer(pattern, code):
            for after in make(match):
                if after != match.group(0):
                    self.add(number, match.start(), match.end(), kind, after)

    def look(self, number, code, has_string):
        in_for = re.match(r"\s*for \(.*;", code) is not None
        if not in_for:
            self.comparisons(number, code)
            self.off_by_one(number, code)
            self.conditions(number, code)
            if not has_string:
                self.signs(number, code)
        self.dropped(number, code)
        self.swapped(number, code)
        self.orders(number, code)
        if GRADIENT_FILE.search(self.file):
            self.gradients(number, code)

    def comparisons(self, number, code):
        others = {"<": ("<=", ">"), "<=": ("<", ">"), ">": (">=", "<"), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
        self.replace(number, code, r"(?<= )(<=|>=|==|!=|<|>)(?= )", "comparison", lambda match: others[match.group(1)])

    def off_by_one(self, number, code):
        self.replace(number, code, r" [+-] 1\b(?![.\w])", "off by one", lambda match: (match.group(0)[:3] + "0",))
        self.replace(number, code, r"(?<=\w) = 0;", "off by one", lambda match: (" = 1;",))
        self.replace(number, code, r"\.(front|back)\(\)", "off by one",
                     lambda match: (".back()" if match.group(1) == "front" else ".front()",))

    def conditions(self, number, code):
        whole = re.match(r"(\s*(?:\} else )?if \()([^;]*)(\) \{)\s*$", code)
        if whole:
            condition = self.lines[number][whole.start(2) : whole.end(2)]
            self.add(number, whole.start(2), whole.end(2), "condition", f"!({condition})")
        self.replace(number, code, r"(?<= )(&&|\|\|)(?= )", "condition",
                     lambda match: ("||" if match.group(1) == "&&" else "&&",))

    def signs(self, number, code):
        self.replace(number, code, r"(?<=[\w)\]] )([+-])(?= [\w(])(?! 1\b)", "sign",
                     lambda match: ("-" if match.group(1) == "+" else "+",))
        self.replace(number, code, r"(?<= )([+-]=)(?= )", "sign",
                     lambda match: ("-=" if match.group(1) == "+=" else "+=",))
        self.replace(number, code, r"(?<=  )(\+\+|--)(?=\w)", "sign",
                     lambda match: ("--" if match.group(0) == "++" else "++",))

    def statement(self, number):
        """How many lines the call that begins on this line takes; 0 when the line does not begin a call statement."""
        code = self.code[number]
        begin = re.match(r"\s*(?!return\b|if\b|for\b|while\b|switch\b|throw\b|else\b|const\b|auto\b|case\b)"
                         r"[\w:]+(?:\[[^\]]*\])?(?:(?:\.|->)\w+(?:\([^()]*\))?(?:\[[^\]]*\])?)*?(?:<\w+>)?\(", code)
        previous = next((self.code[index].strip() for index in range(number - 1, -1, -1) if self.code[index].strip()), "")
        if not begin or not (previous.endswith((";", "{", "}", ":")) or previous.startswith("#")):
            return 0
        text = "\n".join(self.code[number : number + 20])
        end = closing(text, begin.end() - 1)
        while end is not None and text[end + 1 : end + 2] in (".", "[", "("):
            following = re.match(r"(?:\.\w+|\[[^\]]*\])*\(", text[end + 1 :])
            end = closing(text, end + following.end()) if following else None
        if end is None or text[end + 1 : end + 2] != ";":
            return 0
        return text.count("\n", 0, end) + 1

    def dropped(self, number, code):
        lines = self.statement(number)
        if lines > 0 and DROPPABLE.search(code) and not ROOM_ONLY.search(code):
            self.add(number, len(code) - len(code.lstrip()), len(code), "dropped", "", lines)
        self.replace(number, code, r"OperandKind::Gather\b", "dropped", lambda match: ("OperandKind::View",))

    def swapped(self, number, code):
        simple = r"[\w.]+(?:\[\w+\])?"
        for match in re.finditer(rf"(\w+)\(({simple}), ({simple})\)", code):
            if match.group(2) != match.group(3) and not SYMMETRIC.search(match.group(1)):
                self.add(number, match.start(2), match.end(3), "swapped", f"{match.group(3)}, {match.group(2)}")
        self.replace(number, code, r"(?<=[.>])(left|right)\b(?!\(| =)", "swapped",
                     lambda match: ("right" if match.group(1) == "left" else "left",))
        self.replace(number, code, r"\[row\]", "swapped", lambda match: ("[row ^ 1U]",))

    def orders(self, number, code):
        lines = self.statement(number)
        if lines > 0 and re.search(r"std::(reverse|sort|stable_sort|stable_partition|rotate)\(", code):
            self.add(number, len(code) - len(code.lstrip()), len(code), "order", "", lines)
        self.replace(number, code, r"std::(min|max)(_element)?\b", "order",
                     lambda match: (match.group(0).replace("min", "~").replace("max", "min").replace("~", "max"),))

    def gradients(self, number, code):
        self.replace(number, code, r"(?<= )\+=(?= )", "gradient", lambda match: ("=",))
        self.replace(number, code, r"(?<=\.)add_(?=\()", "gradient", lambda match: ("copy_",))
        self.replace(number, code, r"(?<=[.])(left|right)\b(?!\(| =)", "gradient",
                     lambda match: ("right" if match.group(1) == "left" else "left",))
        self.replace(number, code, r"at::neg\((\w+)\)", "gradient", lambda match: (match.group(1),))


def faults_of(file, text):
    """All faults that can be planted in a file, in order of place."""
    found = {}
    for fault in Source(file, text).faults:  # a place may be of two kinds: the later one, which is more special
        found[(fault.line, fault.begin, fault.end, fault.after)] = fault
    return sorted(found.values(), key=lambda fault: (fault.line, fault.begin, fault.after))


def planted(text, fault):
    """The text with the fault; as many lines as before, so that places in messages stay."""
    lines = text.split("\n")
    number = fault.line - 1
    line = lines[number]
    lines[number] = line[: fault.begin] + (fault.after or ";") + line[fault.end :]
    for index in range(number + 1, number + fault.lines):
        lines[index] = ""
    return "\n".join(lines)


def room_order(faults, seed):
    """The faults of one room in the order in which they are tried: kinds take turns, one fault a line."""
    shuffled = list(faults)
    random.Random(seed).shuffle(shuffled)
    queues = {kind: [fault for fault in shuffled if fault.kind == kind] for kind in KINDS}
    order = []
    taken = set()
    while any(queues.values()):
        for kind in KINDS:
            while queues[kind]:
                fault = queues[kind].pop(0)
                if (fault.file, fault.line) not in taken:
                    taken.add((fault.file, fault.line))
                    order.append(fault)
                    break
    return order


def tried_order(by_room, seed):
    """Rooms take turns; a room that has no more is passed over."""
    queues = [room_order(faults, seed) for faults in by_room]
    order = []
    while any(queues):
        for queue in queues:
            if queue:
                order.append(queue.pop(0))
    return order
