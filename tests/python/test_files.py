#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What export-values writes, NumPy and PyTorch load; what they save, --weights reads.

    test_files.py COMMAND-SERVER

Exit code 77: PyTorch is not installed.
"""
import json
import pathlib
import sys
import tempfile
import unittest

try:
    import numpy
    import torch
except ImportError as missing:
    print(f"skipped: {missing}. On Debian: apt-get install --no-install-recommends python3-torch")
    sys.exit(77)

from program import Program

TREES = str(pathlib.Path(__file__).resolve().parents[2] / "sample_data" / "sentences.ptb")


class Files(unittest.TestCase):
    program = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return str(pathlib.Path(self.folder.name) / name)

    def export(self, name, *options):
        self.program("export-values", TREES, "--trees", "0:3", "--dim", "4", "--threads", "1", "--out", self.path(name), *options)
        return self.path(name)

    def numpy_arrays(self, name, *options):
        with numpy.load(self.export(name, *options)) as arrays:
            return dict(arrays)

    def test_the_three_formats_hold_the_same(self):
        arrays = self.numpy_arrays("v.npz", "--gradients", "--passes", "off")
        tensors = torch.load(self.export("v.pt", "--gradients", "--passes", "off"))
        lists = json.loads(pathlib.Path(self.export("v.json", "--gradients", "--passes", "off")).read_text())
        self.assertEqual(list(arrays), list(tensors))
        self.assertEqual(list(arrays), list(lists))
        for name, array in arrays.items():
            self.assertEqual(tensors[name].numpy().dtype, array.dtype, name)
            self.assertTrue(numpy.array_equal(tensors[name].numpy(), array), name)
            self.assertTrue(numpy.array_equal(numpy.array(lists[name], array.dtype).reshape(array.shape), array), name)

    def test_weights_of_numpy_and_pytorch_are_read(self):
        first = self.numpy_arrays("first.npz", "--seed", "7")
        weights = {name[len("param/"):]: array for name, array in first.items() if name.startswith("param/")}
        numpy.savez(self.path("plain.npz"), **weights)
        numpy.savez_compressed(self.path("packed.npz"), **{name: numpy.asfortranarray(w) for name, w in weights.items()})
        torch.save({name: torch.from_numpy(w) for name, w in weights.items()}, self.path("dict.pt"))
        torch.save({name: torch.from_numpy(w).double() for name, w in weights.items()}, self.path("double.pt"))
        torch.save({name: torch.from_numpy(w.T.copy()).T for name, w in weights.items()}, self.path("views.pt"))
        vectors = {name: torch.from_numpy(w[0] if w.shape[0] == 1 else w) for name, w in weights.items()}
        torch.save(torch.nn.ParameterDict(vectors).state_dict(), self.path("state.pt"))
        for name in ("first.npz", "plain.npz", "packed.npz", "dict.pt", "double.pt", "views.pt", "state.pt"):
            second = self.numpy_arrays("second.npz", "--weights", self.path(name))
            self.assertEqual(list(first), list(second))
            for array in first:
                self.assertTrue(numpy.array_equal(first[array], second[array]), f"{name}: {array}")

    def test_a_step_by_hand_changes_the_values(self):
        """The weights after one step of gradient descent in NumPy lower the loss."""
        first = self.numpy_arrays("first.npz", "--gradients")
        numpy.savez(self.path("next.npz"), **{name: first[name] - 0.1 * first["grad/" + name] for name in first
                                             if name.startswith("param/")})
        second = self.numpy_arrays("second.npz", "--gradients", "--weights", self.path("next.npz"))
        self.assertLess(float(second["loss"]), float(first["loss"]))


if __name__ == "__main__":
    with Program(sys.argv.pop(1)) as Files.program:
        unittest.main(verbosity=2)
