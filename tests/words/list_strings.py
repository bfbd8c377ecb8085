#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists every user-visible string of the program, so that one person can read them all in one sitting.

    list_strings.py SOURCE_ROOT [OUT] [--all] [ROOM...]

Writes one line per string, `file:line<TAB>text`, to OUT (default: standard output). ROOM is a file or folder below SOURCE_ROOT;
the default is README.md core views app. Adjacent literals are joined; line breaks and control characters are written as
escapes. Rules leave out preprocessor lines, static_assert, character literals, object names, JSON keys, option names, ids, file
suffixes and format-only literals; `--all` keeps them. Exit code 2: a folder is missing.
"""
import re
import sys
from pathlib import Path

CODE_SUFFIXES = {".cpp", ".h"}
DEFAULT_ROOMS = ["README.md", "core", "views", "app"]

# One C++ token that matters here: comment, raw string, string, character, preprocessor line, or any other character run.
TOKEN = re.compile(
    r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<raw>(?:u8|[uUL])?R"(?P<fence>[^\s()\\]{0,16})\((?P<body>.*?)\)(?P=fence)")
  | (?P<string>(?:u8|[uUL])?"(?P<text>(?:\\.|[^"\\\n])*)")
  | (?P<char>'(?:\\.|[^'\\\n])+')
  | (?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<space>\s+)
  | (?P<number>\d[\w'.]*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]+|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{1,3}|.)", re.DOTALL)

# Code directly before a literal that makes it an id: read from the nearest call or operator outwards.
NAME_CALLS = re.compile(
    r"(setObjectName|findChild\s*<[^<>]*>|findChildren\s*<[^<>]*>|QByteArrayLiteral|setProperty|property|"
    r"fromTheme|invokeMethod|contains|starts_with|ends_with|startsWith|endsWith|find|count|at|value|"
    r"static_assert|getenv|qEnvironmentVariable|addToGroup|beginGroup)\s*\(\s*(QStringLiteral\s*\(\s*|QLatin1String\s*\(\s*)?$"
)
PLACEHOLDER = re.compile(r"\{[^{}\s]*\}|%\d+|%[a-z]\b")
WORD = re.compile(r"[A-Za-z][a-z]+")
CAMEL = re.compile(r"^(?:[A-Z]+|[A-Za-z]+[a-z][A-Z][A-Za-z]*)$")


def unescape(text):
    def replace(match):
        code = match.group(1)
        if code[0] in "xuU" and len(code) > 1:
            return chr(int(code[1:], 16))
        if code[0] in "01234567":
            return chr(int(code, 8))
        return ESCAPES.get(code, code)

    return ESCAPE.sub(replace, text)


def oneLine(text):
    """The text with line breaks and control characters written as escapes, so that the list stays one line a string."""
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return "".join(named.get(c, c if c.isprintable() else f"\\x{ord(c):02x}") for c in text)


def literals(source):
    """Yields (line, text, code before it on its statement) for each literal; adjacent literals are one."""
    line, before, joined = 1, "", None
    for match in TOKEN.finditer(source):
        isSpace = match.group("space") is not None
        if match.group("raw") is not None or match.group("string") is not None:
            text = match.group("body") if match.group("raw") is not None else unescape(match.group("text"))
            if joined is None:
                joined = (line, text, before)
            else:
                joined = (joined[0], joined[1] + text, joined[2])
        elif not isSpace and match.group("comment") is None:
            if joined is not None:
                yield joined
                before += '""'
                joined = None
            if match.group("directive") is None:
                before = (before + match.group(0))[-200:]
        elif isSpace and joined is None:
            before = (before + " ")[-200:]
        line += match.group(0).count("\n")
    if joined is not None:
        yield joined


def isVisible(text, before):
    """True for a text that somebody may read on the screen: words of English, not an id."""
    if NAME_CALLS.search(before) and " " not in text.strip():
        return False
    if re.search(r"static_assert\s*\([^;]*$", before):
        return False
    if before.rstrip().endswith("[") and before.rstrip()[:-1].rstrip()[-1:] not in ("", "=", "(", ","):
        return False
    bare = PLACEHOLDER.sub("", text).replace("&", "")
    if not WORD.search(bare):
        return False
    stripped = bare.strip()
    if re.search(r"\s", stripped) or bare != stripped or stripped.endswith("…"):
        return not stripped.startswith(('{"', '"'))
    # One word: a label starts with a capital, anything else is taken as an id, a key or a suffix.
    return bool(re.match(r"[A-Z][A-Za-z]+(-[a-z]+)*[.:]?$", stripped)) and not CAMEL.search(stripped)


def codeStrings(path, everything):
    source = path.read_text(encoding="utf-8")
    for line, text, before in literals(source):
        if everything or isVisible(text, before):
            yield line, text


def proseLines(path):
    """The lines of a Markdown file that are not code: each paragraph line is one string."""
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and WORD.search(line):
            yield number, line.strip()


def files(root, room):
    place = root / room
    if place.is_file():
        return [place]
    if not place.is_dir():
        print(f"list_strings.py: no file or folder {place}", file=sys.stderr)
        sys.exit(2)
    return sorted(p for p in place.rglob("*") if p.suffix in CODE_SUFFIXES)


def main(arguments):
    everything = "--all" in arguments
    arguments = [a for a in arguments if a != "--all"]
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[0])
    out = arguments[1] if len(arguments) > 1 else "-"
    lines = []
    for room in arguments[2:] or DEFAULT_ROOMS:
        for path in files(root, room):
            found = proseLines(path) if path.suffix == ".md" else codeStrings(path, everything)
            name = path.relative_to(root).as_posix()
            for number, text in found:
                lines.append(f"{name}:{number}\t{oneLine(text)}\n")
    if out == "-":
        sys.stdout.write("".join(lines))
    else:
        Path(out).write_text("".join(lines), encoding="utf-8")
        print(f"{out}: {len(lines)} strings")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
