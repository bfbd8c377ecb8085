#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the seeds of corpus/. Each begins with the byte that chooses window and encoding; see fuzz_checks.h."""
import pathlib
import struct

HERE = pathlib.Path(__file__).parent / "corpus"


def row(number, form, head, relation):
    return f"{number}\t{form}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_\n"


def snli(label, first, second):
    return f'{{"gold_label":"{label}","sentence1_binary_parse":"{first}","sentence2_binary_parse":"{second}","x":[{{"y":1.5e3}},true,null]}}\n'


HEADER = '{"batchscope_trees":1,"format":"ptb"}\n'
IMAGES = struct.pack(">IIII", 0x803, 2, 1, 2) + b"\x00\x80\xff\x01"
SEEDS = {
    "ptb": [
        "(3 (2 It) (4 (2 's) (3 good)))\n(1 a)\n",
        "( (S (NP-SBJ (-NONE- *T*-1))\n     (VP (V flies)) ))\n( (X y) )\n",
        "\ufeff(1 a)\r\n(1 (2 b) ())\r\n(1 c\n(1 d)\n) x\n",
        "( ( ( (A a))))\n(()) (_ a) ( a)\n((A)(B b))",
        b"(1 caf\xe9 \xc3\xa9) (1 \xff\n(1 b)\n",
        "  (1 a)\n  (1 (2 b)\n  (1 c)\n(1 d)\n",
    ],
    "conllu": [
        "# sent_id = 1\n" + row(1, "dogs", 2, "nsubj") + row(2, "bark", 0, "root") + "\n",
        row("1-2", "du", "_", "_") + row(1, "de", 0, "root") + row("1.1", "x", "_", "_") + row(2, "le", 1, "_") + "\n" + row(1, "b", 1, "x"),
        row(1, "a", 2, "x") + row(2, "b", 1, "x") + "\n" + row(2, "c", 0, "root") + "\r\n\r\n" + row(1, "d e", 0, "root"),
        "1\ta\t_\n\n" + row(1, "ok", 0, "root") + "#c\n" + row(1, "", 0, "root"),
    ],
    "snli": [
        snli("neutral", "( ( a b ) c )", "d") + snli("-", "( \\u00e9 \\ud83d\\ude00 )", "( \\\"x\\\" ( y z ) )"),
        snli("x", "( a", "b c") + '{"gold_label":"x"}\n[1]\n{"a":"\\q"}\n' + snli("x", "", "( )"),
        snli("x", "( a b )", "c") + '{"gold_label":"x","sentence1_binary_parse":"( a',
    ],
    "trees-json": [
        HEADER + '["S",["NP",["DT","the"],"dog"],["VP",[null,"barks"]]]\n[null,"a"]\n',
        HEADER + '{"words":["a","b","c"],"heads":[2,0,2],"labels":["x",null,"y"]}\n{"words":[],"heads":[],"labels":[]}\n',
        HEADER + '["S"]\n[]\n["S",["A","a"]\n["A",1]\n[[],"x"]\n"x"\nnull\n{"words":["a"],"heads":[1],"labels":[null]}\n',
        HEADER + '["\\u0000(",") \\n"]\n[null,[null,["A","a"]]]\n["",["","a"],""]\n',
    ],
    "tokens": ["The dog\t barks .\r\n\r\n  Yes \nno\u00a0one\n", b"a \x07 b\ncaf\xe9\nend", "x"],
    "idx": [IMAGES, struct.pack(">II", 0x801, 2) + b"\x01\x02", IMAGES[:9], struct.pack(">IIII", 0x803, 0xFFFFFFFF, 0xFFFF, 0xFFFF)],
    "program": ['{"batchscope_program":1,"calls":[{"instance":3},{"instance":0}]}', '{"batchscope_program":[[[[', '{"batchscope_program":{"a":"\\u00e9"},"calls":7}'],
    "any": [
        "(1 a)\n", row(1, "a", 0, "root"), snli("x", "a", "b"), HEADER + '["A","a"]\n', "a|b\n", "3|3|0\n", "The dog barks\n", IMAGES,
        "<?xml version=\"1.0\"?>\n<alpino_ds>", "#FORMAT 3\n", "(S (NP 0=a 2=b) (V 1=c))", "\ufeff{\"a\": 1}", b"\xff\xfe(\0a\0", "a/DT b/NN c/VB\n", "the\tDT\ndog\tNN\nis\tVB\n", "",
    ],
}

for name, texts in SEEDS.items():
    folder = HERE / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        data = text if isinstance(text, bytes) else text.encode()
        (folder / f"seed{number:02}").write_bytes(bytes([number * 7 % 128 if number % 3 else 128 + number]) + data)
