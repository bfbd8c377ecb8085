#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recomputes every net of Batchscope in plain recursive PyTorch and compares values and gradients; so every module
of sample_data/models that is a text, and every primitive.

    check_nets.py COMMAND-SERVER [--net NAME] [--table FILE.md]

For each net, `batchscope-cli export-values` runs one batched step and writes parameters, values and gradients. The reference nets
(tree_nets.py, tai_nets.py, sequence_nets.py) read the same trees from the treebank file, take nothing but the parameters from the
export, compute in float64 without any batching, and leave the gradients to autograd. Every value of every node is compared, found by
op, tree and node of the tree; so are the requested values and their targets, the loss, and the gradients of all values and parameters.

Exit code 0: all equal; 1: not; 77: PyTorch is not installed, nothing was compared.
"""
import argparse
import json
import pathlib
import struct
import sys
import tempfile

try:
    import numpy
    import torch
except ImportError as missing:
    print(f"skipped: {missing}. On Debian: apt-get install --no-install-recommends python3-torch")
    sys.exit(77)

import module_nets
import primitives
import sequence_nets
import tai_nets
import tree_nets
from program import Program
from trees import Bank, read_brackets, read_conllu

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "sample_data"
NARY = """(3 (2 The) (1 (2 old) (2 (2 red) (0 kettle)) (3 sings)) (2 (4 softly)) (2 .))
(1 (0 (2 No) (1 one)) (2 heard) (3 it))
(2 Yes)
(4 (2 (2 (2 The) (2 kettle))) (3 (1 a) (2 b) (3 c) (4 d)))
"""


def conllu():
    def sentence(*rows):
        return "".join(f"{n}\t{form}\t_\t_\t_\t_\t{head}\t{label}\t_\t_\n" for n, (form, head, label) in enumerate(rows, 1)) + "\n"
    return (sentence(("The", 2, "det"), ("kettle", 3, "nsubj"), ("sings", 0, "root"), ("softly", 3, "advmod"), (".", 3, "punct"))
            + sentence(("Sing", 0, "root"))
            + sentence(("We", 2, "nsubj"), ("saw", 0, "root"), ("the", 5, "det"), ("old", 5, "amod"), ("map", 2, "obj"),
                       ("of", 8, "case"), ("the", 8, "det"), ("garden", 5, "nmod"), ("twice", 2, "advmod")))


def images(folder):
    pixels, classes = [[(17 * image + 31 * pixel) % 256 for pixel in range(12)] for image in range(5)], [3, 0, 9, 3, 1]
    (folder / "images").write_bytes(struct.pack(">IIII", 0x803, 5, 3, 4) + bytes(sum(pixels, [])))
    (folder / "labels").write_bytes(struct.pack(">II", 0x801, 5) + bytes(classes))
    # The program reads pixels as float32.
    vectors = [[float(numpy.float32(pixel) / numpy.float32(255)) for pixel in image] for image in pixels]
    return [str(folder / "images"), str(folder / "labels")], list(zip(vectors, classes))


class Case:
    def __init__(self, name, net, files, trees, options=(), outputs=None, model=()):
        self.name, self.net, self.files, self.trees, self.options = name, net, files, trees, list(options)
        self.outputs = outputs or ("all" if "all" in self.options else "root")
        self.model = ["--model", name] if model == () else model

    @property
    def takes_dim(self):
        """Whether --dim has an effect."""
        return self.model == ["--model", self.name] and self.name != "mlp"


def cases(folder):
    binary = str(SAMPLES / "sentences.ptb")
    binary_trees = read_brackets(pathlib.Path(binary).read_text())
    for name, text in (("nary.ptb", NARY), ("dependency.conllu", conllu())):
        (folder / name).write_text(text)
    nary, dependency = str(folder / "nary.ptb"), str(folder / "dependency.conllu")
    every = ["--outputs", "all"]
    found = [Case(name, net, [binary], binary_trees, every) for name, net in tree_nets.NETS.items()]
    for name, net in tai_nets.NETS.items():
        found.append(Case(name, net, [nary], read_brackets(NARY), every))
        found.append(Case(name, net, [dependency], read_conllu(conllu()), every))
    for name, net in tai_nets.SEGMENT_SUM.items():
        options = [*every, "--variadic", "segment-sum"]
        found.append(Case(name, net, [nary], read_brackets(NARY), options))
        found.append(Case(name, net, [dependency], read_conllu(conllu()), options))
    for name in ("lstm-acceptor", "bilstm-tagger", "bilstm-char-tagger", "bilstm-crf", "lattice-lstm"):
        options = every if name == "lstm-acceptor" else []
        found.append(Case(name, sequence_nets.NETS[name], [binary], binary_trees, options))
    found.append(Case("lattice-lstm", sequence_nets.LatticeLstmSegmentSum, [binary], binary_trees, ["--variadic", "segment-sum"]))
    found.append(Case("transition-parser", sequence_nets.NETS["transition-parser"], [dependency], read_conllu(conllu())))
    found.append(Case("mlp", sequence_nets.NETS["mlp"], *images(folder)))
    for name, net in module_nets.NETS.items():
        found.append(Case(name, net, [binary], binary_trees, every, model=["--model", str(SAMPLES / "models" / f"{name}.py")]))
    for name, file, net in primitives.cells(folder):
        found.append(Case(name, net, [file], primitives.BANK.trees, outputs="all", model=[]))
    found.append(Case("tree-lstm", tree_nets.NETS["tree-lstm"], [binary], binary_trees))  # logits at roots only
    return found


def export(program, case, folder, options):
    out = folder / "values.npz"
    program("export-values", *case.files, *case.model, "--out", out, "--gradients", "--threads", "1", *case.options,
            *options, *(["--dim", "12"] if case.takes_dim else []))
    with numpy.load(out) as arrays:
        return dict(arrays)


class Difference:
    """The largest differences so far; relative ones to the largest number of their array, or to `smallest` if that is larger."""

    def __init__(self, smallest=1e-30):
        self.smallest = smallest
        self.absolute = self.relative = 0.0
        self.compared = self.unknown = 0

    def add(self, ours, theirs, what):
        ours, theirs = numpy.asarray(ours, numpy.float64), numpy.asarray(theirs, numpy.float64)
        if ours.shape != theirs.shape:
            raise SystemExit(f"{what}: exported shape {ours.shape}, recomputed {theirs.shape}")
        known = ~numpy.isnan(ours)
        self.unknown += int((~known).sum())
        self.compared += int(known.sum())
        if known.any():
            error = float(numpy.abs(ours - theirs)[known].max())
            self.absolute = max(self.absolute, error)
            self.relative = max(self.relative, error / max(float(numpy.abs(theirs).max()), self.smallest) if error > 0.0 else 0.0)


def rows_of(arrays, op):
    """Row numbers of an op by (tree, node), in the order of the nodes."""
    rows = {}
    for row, place in enumerate(zip(arrays["tree/" + op].tolist(), arrays["tree_node/" + op].tolist())):
        rows.setdefault(place, []).append(row)
    return rows


def compare_calls(arrays, net, values, gradients):
    ops = {name.split("/", 1)[1] for name in arrays if name.startswith("nodes/")}
    if ops != set(net.calls):
        raise SystemExit(f"ops in the export: {sorted(ops)}, recomputed: {sorted(net.calls)}")
    for op, calls in net.calls.items():
        rows = rows_of(arrays, op)
        if len(calls) != len(arrays["nodes/" + op]):
            raise SystemExit(f"{op}: {len(arrays['nodes/' + op])} nodes in the export, {len(calls)} recomputed")
        order = [rows[place].pop(0) for place, _ in calls]
        for output in range(len(calls[0][1])):
            recomputed = [outputs[output] for _, outputs in calls]
            what = f"{op}/{output}"
            values.add(arrays["value/" + what][order], numpy.stack([x.detach().numpy() for x in recomputed]), what)
            slopes = [slope_of(x) for x in recomputed]
            gradients.add(arrays["grad/value/" + what][order], numpy.stack(slopes), "gradient of " + what)


def requested(arrays):
    """The requested values, read where the export says they are."""
    where = {node: (op, row) for name in arrays if name.startswith("nodes/") for op in [name.split("/", 1)[1]]
             for row, node in enumerate(arrays[name].tolist())}
    for node, output in arrays["outputs/values"].tolist():
        op, row = where[node]
        yield arrays[f"value/{op}/{output}"][row]


def slope_of(parameter):
    return numpy.zeros(parameter.shape) if parameter.grad is None else parameter.grad.numpy()


def compare(arrays, case, tolerance):
    parameters = {name[len("param/"):]: torch.tensor(array, dtype=torch.float64, requires_grad=True)
                  for name, array in arrays.items() if name.startswith("param/")}
    bank = Bank(case.trees) if case.name != "mlp" else argparse.Namespace(trees=case.trees)
    net = case.net(parameters, bank)
    loss = net.run(case.outputs)
    # What moves all scores of a softmax alike has a gradient that is nearly 0, made of roundings of large ones: up to `noise`, no fault.
    largest = max(float(numpy.abs(slope_of(parameter)).max()) for parameter in parameters.values())
    noise = 8.0 * largest * float(numpy.finfo(next(array for name, array in arrays.items() if name.startswith("param/")).dtype).eps)
    values, gradients, of_parameters = Difference(), Difference(noise / tolerance), Difference(noise / tolerance)
    compare_calls(arrays, net, values, gradients)
    values.add(numpy.concatenate(list(requested(arrays))), numpy.concatenate([x.detach().numpy() for x in net.requests]),
               "requested values")
    if arrays["outputs/targets"].tolist() != net.targets:
        raise SystemExit(f"targets in the export: {arrays['outputs/targets'].tolist()}, recomputed: {net.targets}")
    if arrays.get("outputs/tags", numpy.array([])).tolist() != net.tags:
        raise SystemExit(f"tags in the export: {arrays.get('outputs/tags')}, recomputed: {net.tags}")
    values.add(arrays["loss"], loss.item(), "loss")
    for name, parameter in parameters.items():
        of_parameters.add(arrays["grad/param/" + name], slope_of(parameter), "gradient of " + name)
    if of_parameters.unknown > 0 or values.unknown > 0:
        raise SystemExit("a value or the gradient of a parameter is not a number")
    return values, gradients, of_parameters


# Relative differences that rounding explains, and more than which is a fault.
KINDS = [
    ("engine, float32", [], 2e-5),
    ("engine, float64", ["--dtype", "float64"], 1e-12),
    ("LibTorch, float64", ["--dtype", "float64", "--passes", "off"], 1e-12),
]


def check(program, asked):
    lines = ["| net | trees | run by | numbers | values: max abs, rel | gradients of values: max abs, rel | of parameters: max abs, rel |",
             "|---|---|---|---|---|---|---|"]
    failed = False
    listed = json.loads(program("list", "models", "--json").out)
    unknown_nets = {row["name"] for row in listed["models"]} - {*tree_nets.NETS, *tai_nets.NETS, *sequence_nets.NETS}
    if unknown_nets:
        raise SystemExit(f"no reference for {sorted(unknown_nets)}: add a class to tests/python")
    schema = json.loads((SAMPLES.parent / "resources" / "program.schema.json").read_text())
    body = schema["properties"]["ops"]["items"]["properties"]["body"]["items"]["properties"]
    unknown_primitives = set(body["do"]["enum"]) - primitives.all_names()
    if unknown_primitives:
        raise SystemExit(f"no reference for {sorted(unknown_primitives)}: add a line to tests/python/primitives.py")
    print("\n".join(lines))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for case in cases(folder):
            if asked.net not in (None, case.name):
                continue
            for kind, options, tolerance in KINDS:
                differences = compare(export(program, case, folder, options), case, tolerance)
                bad = any(not each.relative <= tolerance for each in differences)
                failed |= bad
                unknown = differences[1].unknown
                if "off" in options and unknown > 0:
                    raise SystemExit("LibTorch's plain bodies must know every gradient")
                cells = [f"{each.absolute:.1e}, {each.relative:.1e}" for each in differences]
                cells[1] += f" ({unknown} unknown)" if unknown else ""
                what = f"{case.name}{' (segment-sum)' if 'segment-sum' in case.options else ''}"
                lines.append(f"| {what} | {pathlib.Path(case.files[0]).name}, {case.outputs} | {kind} | "
                             f"{sum(each.compared for each in differences)} | {' | '.join(cells)} |{' DIFFERS' if bad else ''}")
                print(lines[-1], flush=True)
    if asked.table:
        pathlib.Path(asked.table).write_text("\n".join(lines) + "\n")
    return 1 if failed or len(lines) == 2 else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--net")
    parser.add_argument("--table")
    asked = parser.parse_args()
    with Program(asked.server) as program:
        return check(program, asked)


if __name__ == "__main__":
    sys.exit(main())
