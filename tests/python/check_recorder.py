#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What resources/python/batchscope_record records is what PyTorch computes, and batches as TorchFold batches it.

    check_recorder.py COMMAND-SERVER

The models of recorded_models.py run over sample_data/sentences.ptb in plain PyTorch, call by call. Recorded with Fold and with @op, saved
and run by batchscope-cli, they must give the same values in float32 and float64, the same gradients, the nodes that TorchFold counts, and
its batches. Every operation that has a translation is compared as well, and wrong uses must be named.

Exit code 0: all equal; 1: not; 77: PyTorch is not installed, nothing was compared.
"""
import collections
import json
import pathlib
import sys
import tempfile
import unittest
import unittest.mock
import warnings

try:
    import numpy
    import torch
except ImportError as missing:
    print(f"skipped: {missing}. On Debian: apt-get install --no-install-recommends python3-torch")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "resources" / "python"))

from batchscope_record import Fold, Unfold, op, recording
from program import Program
from recorded_models import CELLS, MODELS, Chain, Eager, Operations, Recursive
from torchfold_counts import TorchFoldCounts
from trees import Bank, read_brackets

torch.set_num_threads(1)
TREES = read_brackets((ROOT / "sample_data" / "sentences.ptb").read_text())
BANK = Bank(TREES)
LABELS = [BANK.target(tree) for tree in TREES]
TOLERANCE = {torch.float32: 1e-6, torch.float64: 1e-13}


def made(model, dtype=torch.float32):
    torch.manual_seed(4)
    torch.set_default_dtype(dtype)
    return model(len(BANK.words))


class Recorded(unittest.TestCase):
    program = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(torch.set_default_dtype, torch.float32)
        self.compared, self.worst = 0, 0.0
        self.file = str(pathlib.Path(self.folder.name) / "run.json")

    def run_cli(self, command, *options):
        return self.program(command, self.file, *options).out

    def exported(self, dtype, *options):
        out = str(pathlib.Path(self.folder.name) / "values.npz")
        self.run_cli("export-values", "--out", out, "--threads", "1", "--dtype", str(dtype).split(".")[1], *options)
        with numpy.load(out) as arrays:
            return dict(arrays)

    def batches(self, *options):
        """(nodes, batches by level): of a level, (op, size) in any order."""
        found = json.loads(self.run_cli("schedule", "--policy", "depth", "--json", *options))
        return found["nodes"], [(step["op"], step["size"]) for step in found["policies"][0]["steps"]]

    def assert_close(self, ours, theirs, dtype, what):
        theirs = theirs.detach().numpy()
        self.assertEqual(ours.shape, theirs.shape, what)
        error = float(numpy.abs(ours - theirs).max())
        self.assertLessEqual(error, TOLERANCE[dtype] * max(1.0, float(numpy.abs(theirs).max())), what)
        self.compared, self.worst = self.compared + ours.size, max(self.worst, error)

    def assert_values(self, arrays, calls, dtype):
        """`calls`: op and results of each call, in the order of recording."""
        by_op = collections.defaultdict(list)
        for name, results in calls:
            by_op[name].append(results)
        self.assertEqual({key.split("/")[1] for key in arrays if key.startswith("nodes/")}, set(by_op))
        for name, rows in by_op.items():
            for output, column in enumerate(zip(*rows)):
                self.assert_close(arrays[f"value/{name}/{output}"], torch.cat(column), dtype, f"{name}, value {output}")

    def assert_gradients(self, arrays, model, logits, dtype):
        loss = torch.nn.functional.cross_entropy(torch.cat(logits), torch.tensor(LABELS))
        model.zero_grad()
        loss.backward()
        self.assertAlmostEqual(float(arrays["loss"]), loss.item(), places=5)
        for name, parameter in model.named_parameters():
            ours = arrays["grad/param/" + name.replace(".", "_")]
            self.assert_close(ours.reshape(parameter.shape), parameter.grad, dtype, f"gradient of {name}")


class WithFold(Recorded):
    def record(self, model):
        """The fold, how often apply() called each method and with how many rows, and what it returned."""
        fold, batches = Fold(), []
        logits = [model.walk(fold, tree, BANK) for tree in TREES]
        for name in {call.call.op for call in fold._nodes.values()}:
            def counted(*args, name=name, method=getattr(type(model), name)):
                batches.append((name, len(args[0]) if args else 1))
                return method(model, *args)
            setattr(model, name, counted)
        result = fold.apply(model, [logits, LABELS])
        for name in {name for name, _ in batches}:
            delattr(model, name)
        fold.save(self.file)
        return fold, batches, result

    def test_values_and_batches(self):
        for name, model_class in MODELS.items():
            for dtype in TOLERANCE:
                with self.subTest(name, dtype=dtype):
                    self.compared, self.worst, model = 0, 0.0, made(model_class, dtype)
                    fold, batches, (scores, labels) = self.record(model)
                    eager = Eager(model)
                    plain = [model.walk(eager, tree, BANK).result for tree in TREES]
                    self.assert_close(scores.detach().numpy(), torch.cat(plain), dtype, "apply()")
                    self.assertEqual(labels.tolist(), LABELS)
                    arrays = self.exported(dtype, "--gradients")
                    calls = [node.call for node in fold._nodes.values()]
                    self.assertEqual(arrays["outputs/targets"].tolist(), LABELS)
                    self.assert_values(arrays, [(call.op, call.results) for call in calls], dtype)
                    self.assert_gradients(arrays, model, plain, dtype)
                    nodes, ours = self.batches()
                    self.assert_counts(model, nodes, ours)
                    self.assertEqual(sorted(batches), sorted(ours), "what apply() ran")
                    self.run_cli("run", "--check", "--timing", "off", "--threads", "1")
                    print(f"{name}, {dtype}: {len(eager.calls)} calls, {nodes} nodes, {len(ours)} batches; {self.compared} numbers, "
                          f"max abs error {self.worst:.1e}")

    def assert_counts(self, model, nodes, ours):
        """As many nodes as TorchFold adds, and its batches, those of a step after those of the step before."""
        counts = TorchFoldCounts()
        for tree in TREES:
            model.walk(counts, tree, BANK)
        self.assertEqual(nodes, counts.nodes)
        self.assertEqual(len(ours), sum(len(step) for step in counts.batches()))
        for step in counts.batches():
            level, ours = ours[:len(step)], ours[len(step):]
            self.assertEqual(sorted(level), step)

    def test_shared_values(self):
        model = made(Chain)
        model.shares = True
        _, batches, (scores, _) = self.record(model)
        plain = [model.walk(Eager(model), tree, BANK).result for tree in TREES]
        arrays = self.exported(torch.float32)
        self.assert_close(arrays["value/logits/0"], scores, torch.float32, "logits")
        self.assert_close(scores.detach().numpy(), torch.cat(plain), torch.float32, "apply()")

    def test_torchfolds_own_tests(self):
        """The shapes of its unit tests: a chain of a thousand pairs; constants beside values; a value of 15 rows that is shared."""
        encoder = torch.nn.Module()
        encoder.table, encoder.out = torch.nn.Embedding(10, 10), torch.nn.Linear(20, 10)
        encoder.value2 = lambda index: (encoder.table(index), encoder.table(index))
        encoder.attr = lambda left, right: encoder.out(torch.cat([left, right], 1))
        fold = Fold()
        (first, _), (second, _) = fold.add("value2", 1).split(2), fold.add("value2", 2).split(2)
        for _ in range(1000):
            last = fold.add("attr", fold.add("attr", first, second), second)
        self.assertEqual(fold.apply(encoder, [[last]])[0].shape, (1, 10))
        fold.save(self.file)
        nodes, batches = self.batches()
        self.assertEqual((nodes, batches), (2 + 2, [("value2", 2), ("attr", 1), ("attr", 1)]))

        cell = torch.nn.Module()
        cell.cell = torch.nn.GRUCell(5, 4)
        cell.encode = lambda x, state: cell.cell(x, state)
        fold, counts = Fold(), TorchFoldCounts()
        states, counted = ([torch.rand(1, 4) for _ in range(3)] for _ in range(2))
        for place, length in enumerate((2, 3, 5)):
            for _ in range(length):
                states[place] = fold.add("encode", torch.rand(1, 5), states[place])
                counted[place] = counts.add("encode", torch.rand(1, 5), counted[place])
        with unittest.mock.patch.object(torch, "chunk", wraps=torch.chunk) as chunk:
            result = fold.apply(cell, [states])[0]
        self.assertEqual(chunk.call_count, 3, "cut only where a step takes some of the rows of the one before")
        self.assertEqual((fold.total_nodes, [len(ops["encode"]) for ops in fold.steps.values()]), (10, [3, 3, 2, 1, 1]))
        self.assertEqual(str(fold).splitlines()[2:4], ["1 step:", "\tencode = 3 x (torch.Size([1, 5]), [0:0]encode)"])
        fold.save(self.file)
        nodes, batches = self.batches()
        self.assertEqual((nodes, [[batch] for batch in batches]), (counts.nodes, counts.batches()))
        arrays = self.exported(torch.float32)
        rows = numpy.stack([arrays["value/encode/0"][arrays["nodes/encode"].tolist().index(node)]
                            for node, _ in arrays["outputs/values"].tolist()])
        self.assert_close(rows, result, torch.float32, "states")

        encoder.value = lambda index: encoder.table(index)
        encoder.concat = lambda *rows: torch.cat(rows, 0)
        encoder.scores = lambda row, all_rows: row @ all_rows.t()
        fold = Fold()
        values = [fold.add("value", n % 10) for n in range(15)]
        shared = fold.add("concat", *values).nobatch()
        result = fold.apply(encoder, [[fold.add("scores", values[n % 10], shared) for n in range(100)]])
        self.assertEqual(result[0].shape, (100, 15))
        with self.assertRaisesRegex(ValueError, r"concat: value 0 is a tensor \[15, 10\] .* what is saved is one row"):
            fold.save(self.file)
        encoder.row = lambda *rows: torch.cat(rows, 1)
        fold = Fold()
        wide = fold.add("row", *(fold.add("value", n) for n in range(3))).nobatch()
        encoder.scores = lambda row, wide: row * wide[:, 10:20]
        result = fold.apply(encoder, [[fold.add("scores", fold.add("value", n), wide) for n in range(10)]])
        fold.save(self.file)
        self.assert_close(self.exported(torch.float32)["value/scores/0"], result[0], torch.float32, "scores")

    def test_unfold_computes_at_once(self):
        model = made(MODELS["tree-lstm"])
        unfold, fold = Unfold(model), Fold()
        at_once, batched = (f.apply(model, [[model.walk(f, tree, BANK) for tree in TREES]])[0] for f in (unfold, fold))
        self.assert_close(at_once.detach().numpy(), batched, torch.float32, "scores")

    def test_tensors_in_place_of_values(self):
        """Of one step, some calls give a value and others numbers, which are not all zero, in either argument."""
        model = torch.nn.Module()
        model.table, model.cell = torch.nn.Embedding(9, 4), torch.nn.GRUCell(4, 4)
        model.value, model.encode = lambda index: model.table(index), lambda x, state: model.cell(x, state)
        given = [torch.rand(1, 4) for _ in range(3)]

        def walk(f):
            word, first = f.add("value", 2), f.add("encode", f.add("value", 1), given[0])
            mixed = [f.add("encode", word, first), f.add("encode", first, given[1]), f.add("encode", given[2], first)]
            return [*mixed, f.add("encode", mixed[0], mixed[1]), f.add("encode", mixed[2], given[1])]

        fold, counts, plain = Fold(), TorchFoldCounts(), walk(Eager(model))
        walk(counts)
        last = walk(fold)
        results = fold.apply(model, [last])[0]
        self.assert_close(results.detach().numpy(), torch.cat([each.result for each in plain]), torch.float32, "apply()")
        fold.save(self.file)
        nodes, batches = self.batches()
        self.assertEqual(nodes, counts.nodes)
        self.assertEqual([[batch] for batch in batches], counts.batches())
        for options in ((), ("--passes", "off"), ("--policy", "regular"), ("--granularity", "primitive")):
            self.run_cli("run", "--check", "--timing", "off", "--threads", "1", *options)
        arrays = self.exported(torch.float32)
        rows = [arrays["value/encode/0"][arrays["nodes/encode"].tolist().index(node)] for node, _ in arrays["outputs/values"].tolist()]
        self.assert_close(numpy.stack(rows), results, torch.float32, "values")

    def test_dropout_with_a_recorded_mask(self):
        """A mask that is drawn once and given to the call is a constant of its row: the cells batch, and values and gradients are those
        of the masks that were drawn."""
        model = torch.nn.Module()
        model.table, model.both, model.out = torch.nn.Embedding(9, 6), torch.nn.Linear(12, 6), torch.nn.Linear(6, 3)
        model.word = lambda index: model.table(index)
        model.cell = lambda left, right, mask: mask * model.both(torch.cat([left, right], 1)).tanh()
        model.logits = lambda h: model.out(h)
        torch.manual_seed(6)
        masks = [torch.nn.functional.dropout(torch.ones(1, 6), 0.5) for _ in range(24)]
        self.assertGreater(len({tuple(mask[0].tolist()) for mask in masks}), 1)

        def walk(f):
            drawn = iter(masks)
            words = [f.add("word", n % 9) for n in range(4)]
            roots = []
            for first in range(8):
                pairs = [f.add("cell", words[(first + n) % 4], words[n], next(drawn)) for n in range(2)]
                roots.append(f.add("logits", f.add("cell", *pairs, next(drawn))))
            return roots

        plain = [root.result for root in walk(Eager(model))]
        targets = [n % 3 for n in range(8)]
        fold = Fold()
        scores, _ = fold.apply(model, [walk(fold), targets])
        fold.save(self.file)
        self.assert_close(scores.detach().numpy(), torch.cat(plain), torch.float32, "apply()")
        _, batches = self.batches()
        self.assertEqual(batches, [("word", 4), ("cell", 16), ("cell", 8), ("logits", 8)])
        arrays = self.exported(torch.float32, "--gradients")
        self.assert_values(arrays, [(node.call.op, node.call.results) for node in fold._nodes.values()], torch.float32)
        loss = torch.nn.functional.cross_entropy(torch.cat(plain), torch.tensor(targets))
        loss.backward()
        for name, parameter in model.named_parameters():
            ours = arrays["grad/param/" + name.replace(".", "_")]
            self.assert_close(ours.reshape(parameter.shape), parameter.grad, torch.float32, f"gradient of {name}")
        self.run_cli("run", "--check", "--train", "--timing", "off", "--threads", "1")

    def test_every_operation(self):
        torch.manual_seed(5)
        model, fold = Operations(), Fold()
        x, y = torch.randn(1, 6), torch.randn(1, 6)
        calls = {"word": (3,), "unary": (x,), "binary": (x, y), "weights": (x, y), "columns": (x, y)}
        nodes = [fold.add(name, *args) for name, args in calls.items()]
        counts = [len(getattr(model, name)(*(torch.tensor([a]) if isinstance(a, int) else a for a in args)))
                  for name, args in calls.items()]
        fold.apply(model, [[value] for node, count in zip(nodes, counts) for value in node.split(count)])
        fold.save(self.file)
        self.assert_values(self.exported(torch.float32), [(node.call.op, node.call.results) for node in nodes], torch.float32)
        print(f"operations: {sum(counts)} values equal")


class WithOp(Recorded):
    def test_values_and_batches(self):
        for dtype in TOLERANCE:
            with self.subTest(dtype=dtype):
                self.compared, self.worst, model = 0, 0.0, made(Recursive, dtype)
                expected = [model(tree, BANK) for tree in TREES]
                with recording() as run:
                    scores = [model(tree, BANK) for tree in TREES]
                self.assertTrue(torch.equal(torch.cat(expected), torch.cat(scores)))
                run.save(self.file)
                self.assertEqual(self.exported(dtype)["outputs/targets"].tolist(), [-1] * len(TREES))
                run.save(self.file, outputs=scores, targets=LABELS)
                arrays = self.exported(dtype, "--gradients")
                self.assert_values(arrays, [(call.op, call.results) for call in run.calls], dtype)
                self.assert_gradients(arrays, model, expected, dtype)
                self.assertEqual(arrays["tree/logits"].tolist(), list(range(len(TREES))))
                nodes, batches = self.batches()
                self.assertEqual(nodes, len(run.calls))
                merged_nodes, merged = self.batches("--merge", "leaves")
                fold = Fold()
                logits = [model.cell.walk(fold, tree, BANK) for tree in TREES]
                fold.apply(model.cell, [logits])
                self.assertEqual(merged_nodes, len(fold._nodes))
                self.assertEqual(sorted(merged), sorted((name, len(calls)) for groups in fold.steps.values()
                                                        for name, calls in groups.items()))
                self.assertEqual(len(batches), len(merged))
                self.run_cli("run", "--check", "--timing", "off", "--threads", "1", "--trees", "2:5")
                print(f"@op, {dtype}: {nodes} nodes, {merged_nodes} with --merge leaves, {len(batches)} batches; {self.compared} numbers, "
                      f"max abs error {self.worst:.1e}")

    def test_functions_and_names(self):
        weight, layer = torch.randn(4, 6), torch.nn.Linear(6, 4)

        @op
        def start(x):
            return x @ weight.t()

        @op
        def both(x, y):
            return layer(torch.cat([x[:, :3], y[:, 1:]], 1)) + weight.sum()

        with recording() as run:
            first = start(torch.randn(1, 6))
            result = both(first.detach(), first)  # the same value
        run.save(self.file)
        arrays = self.exported(torch.float32)
        self.assertIn("param/weight", arrays)
        self.assertIn("param/layer_bias", arrays)
        self.assert_close(arrays["value/both/0"], result, torch.float32, "both")


class Cells(Recorded):
    def test_values(self):
        for name, make in CELLS.items():
            for dtype in TOLERANCE:
                with self.subTest(name, dtype=dtype):
                    torch.manual_seed(7)
                    torch.set_default_dtype(dtype)
                    cell, inputs = make(), torch.randn(4, 2, 1, 6)
                    with recording() as run:
                        states = [torch.zeros(1, 6), torch.ones(1, 6)]
                        for pair in inputs:
                            states = [cell.step(x, state) for x, state in zip(pair, states)]
                    run.save(self.file)
                    plain = [torch.zeros(1, 6), torch.ones(1, 6)]
                    for pair in inputs:
                        plain = [cell.step(x, state) for x, state in zip(pair, plain)]
                    self.assertEqual(self.batches(), (8, [("step", 2)] * 4))
                    values = self.exported(dtype)["value/step/0"]
                    for ours, theirs in zip(values[-2:], plain):
                        self.assert_close(ours[None], theirs, dtype, name)
        print(f"{len(CELLS)} cells equal")


class Changing(torch.nn.Module):
    """Computes something else than a program can say, in many ways."""

    def __init__(self):
        super().__init__()
        self.k, self.words, self.mode, self.scale = 2.0, [1.0], "plus", torch.tensor(2.0)
        self.weight, self.norm = torch.nn.Parameter(torch.randn(4, 4)), torch.nn.BatchNorm1d(4)
        self.table, self.drop = torch.nn.Embedding(9, 4), torch.nn.Dropout()


def counted(model, x):
    model.k += 1
    return x * model.k


def set_weight(model, change):
    with torch.no_grad():
        change(model.weight)


# What an op computes, what happens between its two calls, and what the error says besides the op and its line.
WRONG = {
    "divides by the batch": (lambda m, x: x / x.size(0), None, "depends on how many rows a batch has. With 7 rows: scale"),
    "column by the batch": (lambda m, x: x[:, :1 + (len(x) == 7)].sum(1, keepdim=True), None, "depends on how many rows"),
    "weight by the batch": (lambda m, x: x @ (m.weight * len(x)), None, "depends on how many rows"),
    "branch on one row": (lambda m, x: x * 2 if x.shape[0] == 1 else x * 3, None, "from how many rows a batch has .here 1"),
    "branch on a few rows": (lambda m, x: x * 2 if len(x) < 6 else x * 3, None, "With 7 rows: scale 3 and with 5 rows: scale 2"),
    "a number that changes": (lambda m, x: x * m.k, lambda m: setattr(m, "k", 5.0), r"Changed since then: k .was 2.0, is 5.0 now"),
    "a text that changes": (lambda m, x: x + 1 if m.mode == "plus" else x - 1, lambda m: setattr(m, "mode", "minus"),
                            r"Changed since then: mode .was 'plus', is 'minus' now"),
    "a list that changes": (lambda m, x: x * m.words[-1], lambda m: m.words.append(3.0), "depends on something that has changed since"),
    "a weight that changes": (lambda m, x: x @ m.weight, lambda m: set_weight(m, lambda w: w.mul_(2)), "Changed since then: weight"),
    "one number of a weight": (lambda m, x: x @ m.weight, lambda m: set_weight(m, lambda w: w[1, 2].add_(1)), "Changed since then: weight"),
    "a weight behind autograd's back": (lambda m, x: x @ m.weight, lambda m: m.weight.data.mul_(2), "changed through .data"),
    "another weight": (lambda m, x: x @ m.weight, lambda m: setattr(m, "weight", torch.nn.Parameter(torch.ones(4, 4))), "Changed since then: weight"),
    "a tensor that is no parameter": (lambda m, x: x * m.scale, lambda m: m.scale.add_(1), "Changed since then: scale"),
    "a table that changes": (lambda m, x: x + m.table.weight[3], lambda m: m.table.weight.data.zero_(), "depends on something that has changed"),
    "training, then evaluation": (lambda m, x: x if m.training else x * 2, lambda m: m.eval(), "Changed since then: training .was True, is False now"),
    "counts its calls": (counted, None, "each time it is called it computes something else"),
    "random rows": (lambda m, x: x + torch.randn(x.shape), None, "called again with the same rows it gives something else"),
    "dropout": (lambda m, x: m.drop(x), None, r"called again with the same rows it gives something else.*eval\(\)"),
    "its argument in place": (lambda m, x: x.mul_(2.0) + 1, None, "changes its argument in place"),
    "relu in place": (lambda m, x: torch.nn.functional.relu(x, inplace=True), None, "changes its argument in place"),
    "part of its argument": (lambda m, x: (x[:, :2].add_(1), x * 2)[1], None, "changes its argument in place|not translated"),
    "a small step of a weight": (lambda m, x: x @ m.weight, lambda m: set_weight(m, lambda w: w.mul_(1 + 2e-4)), "Changed since then: weight"),
    "one column beside a large one": (lambda m, x: torch.cat([x * 1e6, x * m.k], 1)[:, 2:6], lambda m: setattr(m, "k", 5.0), "k .was 2.0"),
    "one column beside infinity": (lambda m, x: torch.cat([(x * 90).exp(), x * m.k], 1)[:, 2:6], lambda m: setattr(m, "k", 5.0), "k .was 2.0"),
    "a number of the row": (lambda m, x: x * 2 if x.numpy()[0, 0] > 1.2 else x * 3, None, "in Python or NumPy"),
    "other widths": (lambda m, x: x[:, :int(m.k)] * 1, lambda m: setattr(m, "k", 3.0), "in different calls; an op has one number of columns"),
    "through a view": (lambda m, x: x.view(-1, 4).tanh_() * 1, None, "changes its argument in place"),
}


MIXED = torch.randn(9, 4)


def keep(x):
    return x + 0


class Faults(Recorded):
    """Wrong uses are named: the op, the argument, what to do."""

    def assert_fault(self, pattern, action):
        with self.assertRaisesRegex(ValueError, pattern):
            action()

    def body_fault(self, function, pattern, *args):
        model, fold = torch.nn.Module(), Fold()
        model.drop, model.table, model.rule = torch.nn.Dropout(), torch.nn.Embedding(9, 4), function
        node = fold.add("rule", *(args or (torch.randn(1, 4),)))
        fold.apply(model, [[node]])
        self.assert_fault(r"rule.*" + pattern, lambda: fold.save(self.file))

    def body_opaque(self, function, pattern, *args, is_batched=True):
        """It is saved without what it computes, which is said; its two calls are one batch or not."""
        model, fold = torch.nn.Module(), Fold()
        model.table, model.first, model.rule = torch.nn.Embedding(9, 4), lambda x: x + 1, function
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            with recording() as run:
                values = [op(function)(*(tuple(a + n for a in args) or (torch.randn(1, 4),))) for n in range(2)]
                [op(model.first)(value) for value in values]
            run.save(self.file)
        self.assertRegex(str(said[0].message), pattern + ".*Saved without what it computes")
        self.assertEqual("never share a batch" in str(said[0].message), not is_batched)
        nodes, batches = self.batches()
        self.assertEqual((nodes, sorted(size for _, size in batches)), (4, [2, 2] if is_batched else [1, 1, 2]))
        refused = self.program("run", self.file, code=2)
        self.assertRegex(refused.err, "known by what it takes and returns alone.*" + pattern)

    def test_what_ran(self):
        for name, (compute, between, pattern) in WRONG.items():
            with self.subTest(name):
                model = Changing()
                rule = op(compute)
                with recording() as run:
                    first = rule(model, op(keep)(torch.ones(1, 4)))
                    if between:
                        between(model)
                    op(keep)(rule(model, first if first.shape[1] == 4 else torch.ones(1, 4)))
                before = {name: x.clone() for name, x in model.state_dict().items()}
                self.assert_fault(f"check_recorder.py:\\d+\\).*({pattern})", lambda: run.save(self.file))
                self.assertTrue(all(torch.equal(x, before[name]) for name, x in model.state_dict().items()), "save() changes nothing")
        print(f"{len(WRONG)} wrong recordings refused")

    def test_ways_around_the_arguments(self):
        """What reaches an op by another way, or is used again, is refused or as it was."""
        model = torch.nn.Module()
        model.first, model.second = lambda x: x * 2, lambda x: x + model.left
        first, second = op(model.first), op(model.second)
        with recording() as run:
            model.left = first(torch.ones(1, 4))
            second(torch.ones(1, 4))
        self.assert_fault("a value of <lambda> reaches it by another way than as an argument", lambda: run.save(self.file))
        buffer, keep_all = torch.ones(1, 4), op(keep)
        with recording() as run:
            keep_all(buffer)
            buffer.zero_()
        run.save(self.file)
        self.assertEqual(self.exported(torch.float32)["value/keep/0"].tolist(), [[1, 1, 1, 1]])
        model, fold = torch.nn.Module(), Fold()
        model.rule = lambda x: x * 2
        scores = fold.apply(model, [[fold.add("rule", torch.ones(1, 4))]])[0]
        scores.sub_(1)
        self.assert_fault("rule: a tensor that it was given or gave was changed in place after the call", lambda: fold.save(self.file))
        model.step = torch.nn.BatchNorm1d(4)
        with recording() as run:
            op(lambda x: model.step(torch.cat([x, x + 1, x]))[:1] * 1)(torch.ones(1, 4))
        try:
            run.save(self.file)
        except ValueError:
            pass
        self.assertEqual(model.step.num_batches_tracked.item(), 1, "of the call that was recorded")

    def test_calls_of_fold(self):
        fold, model = Fold(), made(MODELS["tree-lstm"])
        self.assert_fault("leaf, argument 1: found 3.5; expected .* an int or a tensor", lambda: fold.add("leaf", 3.5))
        self.assertIs(fold.add("leaf", 1), fold.add("leaf", True))
        self.assert_fault(r"node, argument 1: found \[\[0:0\]leaf\].*one by one", lambda: fold.add("node", [fold.add("leaf", 1)]))
        self.assert_fault("leaf: step 0 has a call with 1 arguments and one with 2", lambda: fold.add("leaf", 1, 2))
        self.assert_fault(r"nothing to save: call apply", lambda: fold.save(self.file))
        unsplit = Fold()
        self.assert_fault(r"leaf: it returned 2 values; take them apart: add\(...\).split\(2\)",
                          lambda: unsplit.apply(model, [[unsplit.add("logits", unsplit.add("leaf", 1))]]))
        split = Fold()
        value = split.add("logits", split.add("leaf", 1).split(2)[0]).split(2)[0]
        self.assert_fault("logits: it returned a tensor; leave out split", lambda: split.apply(model, [[value]]))
        mixed = Fold()
        values = [mixed.add("logits", mixed.add("leaf", 1).split(2)[0]), mixed.add("logits", torch.zeros(1, 8)), 3]
        self.assert_fault("list 0 of apply.*integers and tensors in one batch", lambda: mixed.apply(model, [values]))
        shared = Fold()
        first, second = (shared.add("leaf", n).split(2)[0] for n in (1, 2))
        values = [shared.add("logits", first.no_batch()), shared.add("logits", second.nobatch())]
        self.assert_fault(r"logits, argument 1, step 1: a value marked with nobatch\(\) is passed once",
                          lambda: shared.apply(model, [values]))

    def test_bodies(self):
        here = r"check_recorder.py:\d+\): "
        self.body_opaque(lambda x: x.logsumexp(1, keepdim=True), here + r"aten::\w+ has no translation")
        self.body_opaque(lambda x: x.topk(2)[0], here + "aten::topk has no translation")
        self.body_opaque(lambda x: x.long().float(), "aten::_to_copy gives a tensor .* of torch.int64")
        self.body_opaque(lambda x: x.view(-1, 2, 2).softmax(2).view(-1, 4), r"aten::view gives a tensor \[7, 2, 2\]")
        self.body_opaque(lambda w: (w * 2).float().view(-1, 1), "integers are for look-ups", 3)
        self.body_opaque(lambda x: x if x.sum() > 0 else -x, "aten::sum has no translation|Python reads", is_batched=False)
        self.body_opaque(lambda x: x.softmax(0), "aten::_softmax has no translation, or not with these arguments", is_batched=False)
        self.body_opaque(lambda x: x - x.mean(0), "aten::mean has no translation", is_batched=False)
        self.body_opaque(lambda w: MIXED[w] - MIXED[w].mean(0), "aten::mean has no translation", 3, is_batched=False)
        self.body_opaque(lambda x: x.flip(0), "aten::flip has no translation", is_batched=False)
        self.body_opaque(lambda x: x.view(1, -1), r"aten::view gives a tensor \[1, 28\]", is_batched=False)
        self.body_fault(lambda x: x if torch.equal(x, 2 * x) else -x, "Python reads a number of a row")
        self.body_fault(lambda x: x.view(-1, 2), r"value 0 is a tensor \[2, 2\].* what is saved is one row")
        self.body_fault(lambda x: torch.cat([x, torch.zeros(1, 2)], 1), "fails on a batch of 7 rows: .*any number of rows")

        def stale(x):
            part = x[:, :2] * 1
            whole = part[:, :1]
            part += 1
            return whole
        self.body_opaque(stale, "a part that is not translated")

        def piecewise(x):
            out = torch.zeros(len(x), 8)
            out[:, :4] = x
            return out
        self.body_opaque(piecewise, "neither an argument nor the same for every row")

    def test_weights(self):
        model, fold = made(MODELS["tree-lstm"]), Fold()
        with torch.no_grad():
            model.words.weight[0, 0] = float("nan")
        fold.apply(model, [[fold.add("logits", fold.add("leaf", 1).split(2)[0])]])
        self.assert_fault("the weight words_weight holds NaN", lambda: fold.save(self.file))

    def test_calls_of_op(self):
        @op
        def twice(x):
            return 2 * x

        @op
        def pair(x, several):
            return (x, x) if int(several) else x

        @op
        def flat(x):
            return x[0]

        @op
        def named(x, *, scale=2):
            return scale * x

        row = torch.randn(1, 4)
        with recording() as run:
            one = twice(row)
            self.assert_fault("twice, argument 1: this tensor was computed outside .* by aten::add.*Mark the function",
                              lambda: twice(one + 1))
            self.assert_fault("twice, argument 1: this tensor was computed outside .* by aten::mul",
                              lambda: twice((one * 2).tanh()[:, :4] * 2))
            self.assert_fault("twice, argument 1: this tensor was computed outside .*Backward",
                              lambda: twice(torch.nn.Linear(4, 4)(row)))
            self.assert_fault("twice, argument 1: found 2.5; expected a tensor or an int", lambda: twice(2.5))
            self.assert_fault(r"twice, argument 1: found \[tensor.*one by one", lambda: twice([row]))
            self.assert_fault(r"twice, argument 1: found a tensor \[3, 4\] of torch.float32; expected one row",
                              lambda: twice(torch.randn(3, 4)))
            self.assert_fault(r"flat: value 0 is a tensor \[4\]; expected a row", lambda: flat(row))
            self.assert_fault("named: found the keyword-only arguments", lambda: named(row))
            pair(row, 0)
            self.assert_fault("pair: it returned 2 values, and 1 in an earlier call", lambda: pair(row, 1))
            spoiled = twice(row)
            spoiled += 1
            self.assert_fault("computed outside .* by aten::add_", lambda: twice(spoiled))
        self.assert_fault("found 1 targets for 2 outputs", lambda: run.save(self.file, outputs=[one, one], targets=[1]))
        self.assert_fault("nothing to save: .*outputs are values", lambda: run.save(self.file, outputs=[torch.randn(1, 4)]))
        self.assert_fault("pair: it fails on a batch of 7 rows: .*any number of rows", lambda: run.save(self.file, outputs=[one]))
        self.assert_fault("nothing to save: run the model", lambda: recording().save(self.file))


if __name__ == "__main__":
    with Program(sys.argv.pop(1)) as Recorded.program:
        unittest.main()
