#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens hostile modules with both programs: hostile_modules.py PROGRAM-FOLDER [KIND...]

Each module is a small one that works, in which one thing was replaced: an entry of the archive, a header, a line of code. Whatever is in
it: nothing outside is changed (a home folder is hashed before and after), no program dies of a signal, nothing raw reaches the output,
and a reason is said where it is refused. Exits with 77 where PyTorch is missing. BATCHSCOPE_ALL_TESTS=1: all kinds, with both programs; else every
third of those that are quick, with the command line."""
import hashlib
import io
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import zipfile

try:
    import torch
except ImportError:
    sys.exit(77)

TREES = "".join(f"(2 (1 (2 w{i}) (0 b)) (1 (2 c) (1 (0 a) (2 d))))\n" for i in range(24))
LONGEST = 200  # seconds


class Small(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.nn.Embedding(64, 4)
        self.linear = torch.nn.Linear(8, 4)

    @torch.jit.export
    def leaf(self, word):
        return self.table(word)

    @torch.jit.export
    def compose(self, left, right):
        return torch.tanh(self.linear(torch.cat([left, right], 1)))


Small.__module__ = "__main__"  # as it is called in the archive, whoever imports this file


def entries():
    out = io.BytesIO()
    torch.manual_seed(1)
    torch.jit.save(torch.jit.script(Small().eval()), out)
    with zipfile.ZipFile(out) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


BASE = entries()
TOP = next(iter(BASE)).split("/")[0]
CODE = f"{TOP}/code/__torch__.py"
LINE = "    return torch.tanh("


def packed(files):
    """files: a dictionary, or pairs of names and bytes, of which names may occur twice."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items() if isinstance(files, dict) else files:
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            archive.writestr(info, data)
    return out.getvalue()


def with_code(change):
    text = BASE[CODE].decode()
    changed = change(text)
    assert changed != text, "nothing was replaced"
    return packed({**BASE, CODE: changed.encode()})


def before(line):
    """compose with a line or a block in front of its result, _0."""
    return with_code(lambda text: text.replace(LINE, "    " + line + "\n" + LINE, 1))


def above(line):
    """The same where a batch has more rows than the first calls."""
    return before(f"if torch.gt(torch.size(left, 0), 40):\n      {line}\n    else:\n      pass")


def with_default(expression, kind="Tensor"):
    return with_code(lambda text: text.replace("right: Tensor)", f"right: Tensor,\n    odd: {kind}={expression})", 1))


def with_member(line):
    return with_code(lambda text: text.replace("  training : bool\n", "  training : bool\n" + line, 1))


def with_method(lines):
    return with_code(lambda text: text + lines)


def with_file(name, data):
    return packed({**BASE, f"{TOP}/{name}": data})


def renamed(change):
    return packed({change(name): data for name, data in BASE.items()})


def zip64_elsewhere():
    """Two directories: the usual end names the harmless one, zip64's end another."""
    good, bad = packed(BASE), packed({**BASE, CODE: BASE[CODE] + SETSTATE.encode()})
    end = bad.rfind(b"PK\5\6")
    count, size, begin = struct.unpack("<HII", bad[end + 10:end + 20])
    end64 = struct.pack("<IQHHIIQQQQ", 0x06064b50, 44, 45, 45, 0, 0, count, count, size, begin)
    locator = struct.pack("<IIQI", 0x07064b50, 0, end, 1)
    good_end = good.rfind(b"PK\5\6")
    count, size, good_begin = struct.unpack("<HII", good[good_end + 10:good_end + 20])
    shift = end + len(end64) + len(locator)
    directory = bytearray(good[good_begin:good_end])
    at = 0
    while at < len(directory):
        name, extra, comment = struct.unpack("<HHH", directory[at + 28:at + 34])
        place, = struct.unpack("<I", directory[at + 42:at + 46])
        directory[at + 42:at + 46] = struct.pack("<I", place + shift)
        at += 46 + name + extra + comment
    return (bad[:end] + good[:good_begin] + bytes(directory) + end64 +
            struct.pack("<IIQI", 0x07064b50, 0, end + good_begin + len(directory), 1) +
            struct.pack("<IHHHHIIH", 0x06054b50, 0, 0, count, count, size, shift + good_begin, 0))


def other_local_name():
    whole = packed(BASE)
    at = whole.find(CODE.encode())
    return whole[:at] + CODE.encode().replace(b"__torch__", b"__TORCH__") + whole[at + len(CODE):]


def ends_twice():
    whole = packed({**BASE, CODE: BASE[CODE] + SETSTATE.encode()})
    end = whole.rfind(b"PK\5\6")
    other = packed(BASE)
    return whole[:end + 20] + struct.pack("<H", len(other)) + other


def in_pickle(old, new):
    name = f"{TOP}/data.pkl"
    assert old in BASE[name], BASE[name]
    return packed({**BASE, name: BASE[name].replace(old, new)})


def bomb():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in BASE.items():
            archive.writestr(name, data)
        archive.writestr(f"{TOP}/code/__torch__/bomb.py", b"\0" * (1 << 28))
    return out.getvalue()


SETSTATE = "  def __setstate__(self: __torch__.Small,\n    state: int) -> NoneType:\n    torch.save([1], \"victim.txt\")\n"
INTO_RESULT = "_0 = torch.add(_0, torch.sum({}))"  # what nobody needs is not computed
FROM_FILE = INTO_RESULT.format('torch.fill_(torch.from_file("victim.txt", True, 8, dtype=6), 65)')
MORE = "  def more(self: __torch__.Small,\n    x: Tensor) -> Tensor:\n    "

KINDS = {
    # what the two readers might see differently
    "code in capitals": lambda: renamed(lambda name: name.replace("__torch__.py", "__torch__.PY")),
    "folder in capitals": lambda: renamed(lambda name: name.replace("/code/", "/CODE/")),
    "capitals beside": lambda: packed([*BASE.items(), (CODE.replace(".py", ".PY"), SETSTATE)]),
    "twice": lambda: packed([*BASE.items(), (CODE, BASE[CODE] + SETSTATE.encode())]),
    "twice in two cases": lambda: packed([*BASE.items(), (CODE.replace("__torch__", "__Torch__"), SETSTATE)]),
    "zip64 elsewhere": zip64_elsewhere,
    "other local name": other_local_name,
    "ends twice": ends_twice,
    "something before": lambda: b"#!/bin/sh\ntouch victim.txt\n" + packed(BASE),
    "paths that climb": lambda: with_file("code/../../../victim.py", b"x = 1"),
    "a long name": lambda: with_file("code/" + "a" * 60000 + ".py", b""),
    "a bomb": bomb,
    "cut short": lambda: packed(BASE)[:-200],
    # what would run while it is read
    "setstate": lambda: with_method(SETSTATE),
    "getstate": lambda: with_method(SETSTATE.replace("setstate", "getstate")),
    "a computed default": lambda: with_default('torch.from_file("victim.txt", True, 16)'),
    "a computed number": lambda: with_default("torch.numel(torch.ones([100000000000]))", "int"),
    "a computed constant": lambda: with_member('  odd : Final[int] = torch.numel(torch.from_file("victim.txt", True, 16))\n'),
    "a default of a tuple": lambda: with_code(lambda text: 'class Odd(NamedTuple):\n  a : Tensor = torch.ones([2])\n' + text),
    "objects of C++": lambda: with_member("  odd : __torch__.torch.classes.quantized.LinearPackedParamsBase\n"),
    "objects of C++ in the pickle": lambda: in_pickle(b"c__torch__\nSmall\n", b"c__torch__.torch.classes.quantized\nLinearPackedParamsBase\n"),
    "a comment": lambda: with_code(lambda text: text + "# \"\n"),
    "a command in the pickle": lambda: in_pickle(b"c__torch__\nSmall\n", b"cos\nsystem\n"),
    "a pickle of nothing": lambda: packed({**BASE, f"{TOP}/data.pkl": b"\x80\x02."}),
    "a pickle without end": lambda: packed({**BASE, f"{TOP}/data.pkl": BASE[f"{TOP}/data.pkl"][:-20]}),
    "places that are none": lambda: packed({**BASE, CODE + ".debug_pkl": b"\x80\x02cos\nsystem\n(X\x02\x00\x00\x00idtR."}),
    "constants that are none": lambda: packed({**BASE, f"{TOP}/constants.pkl": b"\x80\x02(cos\nsystem\nX\x02\x00\x00\x00idtR."}),
    "a tensor beyond its numbers": lambda: in_pickle(b"K@K\x04t", b"M\xff\xffM\xff\xfft"),
    "a tensor of a missing record": lambda: packed({k: v for k, v in BASE.items() if not k.endswith("/data/0")}),
    "records of nothing": lambda: packed({k: b"" if "/data/" in k else v for k, v in BASE.items()}),
    "code that is none": lambda: with_code(lambda text: text.replace("def compose", "dfe compose", 1)),
    # operations
    "a file overwritten": lambda: before(FROM_FILE),
    "a file overwritten later": lambda: above(FROM_FILE),
    "a file saved": lambda: before('torch.save(left, "victim.txt")'),
    "memory beyond the end": lambda: above("_9 = torch.fill_(torch._reshape_alias(left, [100000000], [1]), 1)"),
    "memory beyond the end, strided": lambda: above("_9 = torch.fill_(torch.as_strided(left, [100000000], [1], 0), 1)"),
    "another storage": lambda: above("_9 = torch.set_(left, right)"),
    "a larger tensor": lambda: above("_9 = torch.resize_(left, [100000000])"),
    "a quantized tensor": lambda: before(INTO_RESULT.format("torch.dequantize(torch.quantize_per_tensor(left, 0.1, 0, 13))")),
    "another operator": lambda: before(INTO_RESULT.format("ops.quantized.add_scalar(left, 1)")),
    "a call of Python": lambda: before(INTO_RESULT.format("ops.prim.PythonOp(left)")),
    "a fork": lambda: with_method(MORE + "_9 = fork(__torch__.leaf, x)\n    return x\n"),
    # what runs, and how long
    "a loop": lambda: before("go = True\n    while go:\n      go = torch.gt(torch.dim(left), 0)"),
    "a loop later": lambda: above("go = True\n      while go:\n        go = torch.gt(torch.dim(left), 0)"),
    "much memory": lambda: before(INTO_RESULT.format("torch.zeros([100000000000])")),
    "much memory later": lambda: above(INTO_RESULT.format("torch.zeros([100000000000])")),
    "much memory in pieces": lambda: before("kept = annotate(List[Tensor], [])\n    go = True\n    while go:\n"
                                            "      _9 = torch.append(kept, torch.ones([10000000]))\n"
                                            "      go = torch.gt(torch.dim(left), 0)"),
    "an exception": lambda: before('ops.prim.RaiseException("\\033]0;pwned\\007EVIL")'),
    "an exception later": lambda: above('ops.prim.RaiseException("\\033]0;pwned\\007EVIL")'),
    "a print": lambda: before('print("\\033]0;pwned\\007EVIL")'),
    "a flood of prints": lambda: before('for _9 in range(100000):\n      print("EVIL", left)'),
    "a warning": lambda: before('torch.warn("\\033]0;pwned\\007EVIL", 2)'),
    "fewer rows later": lambda: above("_0 = torch.slice(_0, 0, 0, 3)"),
    "no numbers": lambda: before("_0 = torch.mul(_0, nan)"),
    "a weight changed": lambda: before("_9 = torch.add_(self.linear.weight, 1)"),
    "an argument changed": lambda: before("_9 = torch.add_(left, 1)"),
    "another device": lambda: before('left = torch.to(left, torch.device("cuda"))'),
    "the seed of all": lambda: before("torch.manual_seed(1)\n    " + INTO_RESULT.format("torch.rand([3])")),
    "a text for the terminal": lambda: with_file("extra/vocabulary.txt", "\033]0;pwned\007EVIL\nb\nc\n".encode()),
    "a method for the terminal": lambda: with_code(lambda text: text.replace("def leaf", "def leaf\033]0;pwned\007", 1)),
    "a deep expression": lambda: before("_0 = " + "torch.neg(" * 5000 + "_0" + ")" * 5000),
}


SLOW = ("a loop", "a loop later", "much memory in pieces")  # they run into their deadlines


def state_of(folder):
    """Names, kinds, sizes and contents of everything in it."""
    found = []
    for path in sorted(folder.rglob("*")):
        told = path.lstat()
        data = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found.append((str(path.relative_to(folder)), told.st_mode, data))
    return found


def run(command, folder, home):
    """How it ended, and its two outputs."""
    environment = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data"),
                   "XDG_CACHE_HOME": str(folder / "cache"), "XDG_RUNTIME_DIR": str(folder), "TMPDIR": str(home), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(command, cwd=home, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            out, err = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired: # it must end then
            process.send_signal(signal.SIGINT)
            try:
                out, err = process.communicate(timeout=10)
                return process.returncode, out, err + b" (after Ctrl+C)"
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                return -9, b"", b"it did not stop"
        return process.returncode, out, err


def faults_of(kind, programs, both):
    with tempfile.TemporaryDirectory() as name:
        folder, home = pathlib.Path(name), pathlib.Path(name) / "home"
        home.mkdir()
        for victim in ("victim.txt", ".bashrc"):
            (home / victim).write_text("original victim content here, more than sixteen bytes\n")
        (folder / "t.ptb").write_text(TREES)
        (folder / "m.pt").write_bytes(KINDS[kind]())
        before_it = state_of(home)
        commands = [[programs / "batchscope-cli", "run", folder / "t.ptb", "--model", folder / "m.pt", "--check", "--timing", "off"]]
        if both:
            commands.append([programs / "batchscope", folder / "t.ptb", "--model", folder / "m.pt", "--render", folder / "o.png"])
        faults = []
        for command in commands:
            code, out, err = run(command, folder, home)
            program = pathlib.Path(command[0]).name
            said = [line for line in err.decode(errors="replace").splitlines() if "error" in line] or err.decode(errors="replace").splitlines()
            print(f"  {program}: {code}  {(said or ['-'])[-1][:230]}", flush=True)
            if code < 0 or code >= 70:
                faults.append(f"{program} ended with {code}")
            if code != 0 and not err.strip():
                faults.append(f"{program} said nothing")
            if b"\033" in out or b"EVIL" in out or b"\033]" in err or b"\007" in err:
                faults.append(f"{program}: raw output of the module")
        if state_of(home) != before_it:
            faults.append(f"files were changed: {set(state_of(home)) ^ set(before_it)}")
        return faults


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    every = os.environ.get("BATCHSCOPE_ALL_TESTS") == "1"
    kinds = sys.argv[2:] or (list(KINDS) if every else [kind for kind in KINDS if kind not in SLOW][::3])
    failed = {}
    for kind in kinds:
        print(kind, flush=True)
        faults = faults_of(kind, programs, every or len(sys.argv) > 2)
        if faults:
            failed[kind] = faults
    for kind, faults in failed.items():
        print(f"FAILED {kind}: {'; '.join(faults)}")
    print(f"{len(kinds)} kinds of {len(KINDS)}, {len(failed)} failed")
    sys.exit(1 if failed else 0)


main()
