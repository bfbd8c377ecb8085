#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scripted modules (sample_data/models) against the same modules in plain recursive PyTorch: values and gradients.

    check_modules.py COMMAND-SERVER [--data FOLDER]

Each model is scripted, saved and run by `batchscope-cli export-values --model`, in float64. The reference calls the methods of the
Python module node by node, in float64, and leaves the gradients to autograd. What must be translated, called once a batch, or called
once a node is checked by what the program says. With --data (or where ../shared/data/sst is), each also runs over 8 trees of SST.

Exit code 0: all equal; 1: not; 77: PyTorch is not installed, nothing was compared.
"""
import argparse
import importlib
import pathlib
import sys
import tempfile

try:
    import numpy
    import torch
except ImportError as missing:
    print(f"skipped: {missing}. On Debian: apt-get install --no-install-recommends python3-torch")
    sys.exit(77)

from check_nets import NARY, SAMPLES, conllu
from program import Program
from trees import Bank, read_brackets, read_conllu

MODELS = SAMPLES / "models"
sys.path.insert(0, str(MODELS))
WORDS = 400
TOLERANCE = 1e-9  # float64 on both sides

# Model, trees, how each method runs, whether it is saved in training mode.
CASES = [
    ("tree_lstm", "binary", {"leaf": "translated", "compose": "translated", "logits": "translated"}, False),
    ("gated_norm", "binary", {"leaf": "translated", "compose": "translated", "logits": "translated"}, False),
    ("child_sum", "dependency", {"node": "translated", "logits": "translated"}, False),
    ("attention", "nary", {"leaf": "translated", "node": "translated", "logits": "translated"}, False),
    ("batch_norm", "binary", {"leaf": "translated", "compose": "translated"}, False),
    ("pair", "pairs", {"leaf": "translated", "compose": "translated", "compare": "translated"}, False),
    ("softmax_rows", "binary", {"leaf": "translated", "compose": "called once a node"}, False),
]


def make(name):
    torch.manual_seed(3)
    return importlib.import_module(name).make(WORDS)


def save(module, path, train):
    module.train(train)
    torch.jit.script(module).save(str(path))


class Reference:
    """The states of all nodes, one call of the module each."""

    def __init__(self, module, trees, bank):
        self.module, self.values, self.losses = module, {}, []
        for number, tree in enumerate(trees):
            if hasattr(module, "compare"):
                halves = [self.state(number, half, bank) for half in tree.children]
                logits = self.keep("compare", number, tree, module.compare(halves[0][0], halves[1][0]))
            else:
                state = self.state(number, tree, bank)
                logits = self.keep("logits", number, tree, module.logits(state[0]))
            target = bank.classes.get(tree.label) if hasattr(bank, "classes") else None
            self.losses.append((logits[0], target))

    def keep(self, op, number, node, result):
        rows = result if isinstance(result, tuple) else (result,)
        for place, row in enumerate(rows):
            if row.requires_grad:
                row.retain_grad()
            self.values[op, place, number, node.number] = row
        return rows

    def state(self, number, node, bank):
        children = [self.state(number, child, bank) for child in node.children]
        word = torch.tensor([bank.words[node.word]]) if node.word is not None else None
        module = self.module
        if hasattr(module, "node"):
            rows = [list(each) for each in zip(*children)] if children else None
            if hasattr(module, "leaf") and not children:
                return self.keep("leaf", number, node, module.leaf(word))
            lists = rows if rows else [[], []]
            given = lists if word is None else [word, *lists]
            return self.keep(f"node{len(children)}", number, node, module.node(*given))
        if not children:
            return self.keep("leaf", number, node, module.leaf(word))
        if len(children) == 1:
            return children[0]
        return self.keep("compose", number, node, module.compose(*children[0], *children[1]))


def compare(name, arrays, reference):
    largest, compared = 0.0, 0
    for key, values in arrays.items():
        if not key.startswith("value/"):
            continue
        _, op, place = key.split("/")
        for row, tree, node in zip(values, arrays[f"tree/{op}"], arrays[f"tree_node/{op}"]):
            expected = reference.values[op, int(place), int(tree), int(node)].detach().numpy()[0]
            largest = max(largest, float(numpy.abs(row - expected).max()))
            compared += row.size
    if compared == 0:
        raise SystemExit(f"{name}: nothing was exported")
    return largest, compared


def compare_gradients(name, arrays, reference, requested):
    losses = [-torch.log_softmax(logits, 1)[0, target] for (logits, _), target in zip(reference.losses, requested) if target >= 0]
    if not losses:
        return 0.0, 0
    (sum(losses) / len(losses)).backward()
    largest, compared = 0.0, 0
    for parameter, weight in reference.module.named_parameters():
        key = f"grad/param/{parameter}"
        if key not in arrays:
            raise SystemExit(f"{name}: no gradient of {parameter}")
        ours = arrays[key].reshape(weight.shape)
        theirs = numpy.zeros(weight.shape) if weight.grad is None else weight.grad.numpy()
        largest = max(largest, float(numpy.abs(ours - theirs).max()))
        compared += ours.size
    return largest, compared


def check_report(name, stderr, expected):
    for method, way in expected.items():
        lines = [line for line in stderr.splitlines() if line.startswith(f"{method} (") or line.startswith(f"{method}:")]
        if len(lines) != 1 or way not in lines[0]:
            raise SystemExit(f"{name}: expected {method} to be {way}; found\n{stderr}")


def check(run, folder, name, kind, expected, train):
    files = {"binary": (str(SAMPLES / "sentences.ptb"), None), "pairs": (str(SAMPLES / "pairs.ptb"), None), "nary": (folder / "nary.ptb", NARY),
             "dependency": (folder / "dependency.conllu", conllu())}
    path, text = files[kind]
    if text is not None:
        pathlib.Path(path).write_text(text)
    trees = (read_conllu if kind == "dependency" else read_brackets)(pathlib.Path(path).read_text())
    module, saved, out = make(name), folder / f"{name}.pt", folder / "values.npz"
    save(module, saved, train)
    line = ["export-values", path, "--model", saved, "--out", out, "--threads", "1", "--dtype", "float64"]
    labelled = kind != "dependency"
    done = run(*line, *(["--gradients"] if labelled else []))
    check_report(name, done.err, expected)
    with numpy.load(out) as loaded:
        arrays = dict(loaded)
    reference = Reference(module.double(), trees, Bank(trees))
    values = compare(name, arrays, reference)
    gradients = compare_gradients(name, arrays, reference, arrays["outputs/targets"]) if labelled else (0.0, 0)
    print(f"{name}: {values[1]} values, max abs error {values[0]:.2g}; {gradients[1]} gradients, max abs error {gradients[0]:.2g}")
    if values[0] > TOLERANCE or gradients[0] > TOLERANCE:
        raise SystemExit(f"{name}: they differ")
    run("run", path, "--model", saved, "--check", "--threads", "1")
    return saved


class Odd(torch.nn.Module):
    """Weights of every shape, a square matrix that is multiplied from the right, and one that nothing reads."""

    def __init__(self):
        super().__init__()
        self.table, self.out = torch.nn.Embedding(WORDS, 6), torch.nn.Linear(6, 5)
        self.square, self.scale, self.cube, self.one, self.unused = (
            torch.nn.Parameter(torch.randn(shape) / 2) for shape in ((6, 6), (6,), (6, 2, 3), (), (4, 3)))

    @torch.jit.export
    def leaf(self, word: torch.Tensor) -> torch.Tensor:
        return self.table(word)

    @torch.jit.export
    def compose(self, left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
        return torch.tanh(left @ self.square + right * self.scale + left @ self.cube.reshape(6, 6) + self.one)

    @torch.jit.export
    def logits(self, h: torch.Tensor) -> torch.Tensor:
        return self.out(h)


def check_weights(run, folder):
    """A module's own state_dict, of other numbers than it was opened with, is what it then computes with."""
    for name in [name for name, kind, _, train in CASES if kind == "binary" and not train] + ["odd"]:
        def module(seed):
            torch.manual_seed(seed)
            return Odd() if name == "odd" else importlib.import_module(name).make(WORDS)
        trees = read_brackets((SAMPLES / "sentences.ptb").read_text())
        save(module(3), folder / "own.pt", False)
        other, weights = module(4).eval(), folder / "weights.pt"
        torch.save(other.state_dict(), weights)
        done = run("export-values", SAMPLES / "sentences.ptb", "--model", folder / "own.pt", "--weights", weights, "--out",
                   folder / "values.npz", "--threads", "1", "--dtype", "float64")
        assert ("not used" in done.err and "unused" in done.err) == (name == "odd") or "num_batches_tracked" in done.err, done.err
        with numpy.load(folder / "values.npz") as loaded:
            largest, count = compare(name, dict(loaded), Reference(other.double(), trees, Bank(trees)))
        assert largest <= TOLERANCE, f"{name}, {weights.name}: {largest}"
        print(f"{name}: {count} values with the weights of a state_dict")


def check_refusals(run, folder):
    """What is no function of rows is named."""
    trees = SAMPLES / "sentences.ptb"
    save(make("batch_norm"), folder / "train.pt", True)
    stderr = run("schedule", trees, "--model", folder / "train.pt", code=3).err
    assert "aten::batch_norm" in stderr and "batch_norm.py:" in stderr and "eval()" in stderr, stderr
    torch.save(make("batch_norm").state_dict(), folder / "weights.pt")
    assert "--weights" in run("schedule", trees, "--model", folder / "weights.pt", code=3).err
    import pickle
    (folder / "pickled.pt").write_bytes(pickle.dumps({"any": "object"}))
    assert "pickled Python" in run("schedule", trees, "--model", folder / "pickled.pt", code=3).err
    small = importlib.import_module("tree_lstm").make(3)
    save(small, folder / "small.pt", False)
    assert "embedding of 3 rows" in run("schedule", trees, "--model", folder / "small.pt", code=2).err
    words = sorted({node.word for tree in read_brackets(trees.read_text()) for node in tree.post_order() if node.word})
    module = importlib.import_module("tree_lstm").make(len(words) + 1)
    torch.jit.script(module.eval()).save(str(folder / "words.pt"), _extra_files={"vocabulary.txt": "\n".join(["<unk>", *words])})
    run("run", trees, "--model", folder / "words.pt", "--threads", "1")
    print("refusals: each with its message")


def check_called(run, folder):
    """The engine runs nothing of a module with a method that is called: no advice and no figure as if it did."""
    trees, saved = SAMPLES / "sentences.ptb", folder / "called.pt"
    save(make("softmax_rows"), saved, False)
    line = [trees, "--model", saved, "--threads", "1"]
    told = run("diagnose", *line).out
    assert "turn its passes on" not in told and "smaller width" not in told and "Rewrite compose" in told, told
    run("run", *line, "--rows", "created")
    assert "compose" in run("bench", *line, "--batch", "2", "--ablation", code=2).err
    bench = run("bench", *line, "--batch", "2", "--repeats", "2")
    assert not any(line.startswith("regular@off") for line in bench.out.splitlines()), bench.out
    assert "engine: oneDNN" not in bench.out, bench.out
    print("called: said as it is")


def check_real(run, folder, data):
    sst, ud = data / "sst" / "dev.txt", sorted(data.glob("ud-ewt/*dev*.conllu"))
    for name, kind, _, train in CASES:
        trees = sst if kind != "dependency" else (ud[0] if ud else None)
        if trees is None or not trees.exists():
            print(f"{name}: no real data")
            continue
        if kind == "pairs":
            run("convert", trees, "--pairs", "--trees", "0:16", "--to", "ptb", "--out", folder / "pairs.ptb")
            trees = folder / "pairs.ptb"
        torch.manual_seed(1)
        save(importlib.import_module(name).make(30000), folder / "real.pt", train)
        done = run("run", trees, "--model", folder / "real.pt", "--trees", "0:8", "--check", "--threads", "1")
        print(f"{name} over {trees.name}: " + " ".join(line for line in done.out.splitlines() if line.startswith("values")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("--data", type=pathlib.Path, default=SAMPLES.parent.parent / "shared" / "data")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary, Program(options.server) as program:
        place = pathlib.Path(temporary)
        for case in CASES:
            check(program, place, *case)
        check_weights(program, place)
        check_refusals(program, place)
        check_called(program, place)
        check_real(program, place, options.data)
