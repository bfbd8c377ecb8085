# SPDX-License-Identifier: GPL-3.0-or-later
"""What was called: ops, arguments, results."""
import torch

from .body import NotRecorded, version


class Node:
    """The result of a call, or one of several: `output`, or -1 before split()."""

    def __init__(self, call, output=-1):
        self.call, self.output, self.batch = call, output, True

    op, step = property(lambda self: self.call.op), property(lambda self: self.call.step)
    index, args = property(lambda self: self.call.index), property(lambda self: self.call.args)
    split_idx = property(lambda self: self.output)

    def split(self, num):
        return tuple(Node(self.call, output) for output in range(num))

    def nobatch(self):
        self.batch = False
        return self
    no_batch = nobatch

    def __repr__(self):
        return f"[{self.step}:{self.index}]{self.op}"


class Call:
    """Of `function`, whose weights have their names from `owners`. `ran`: with which others, once it ran."""

    def __init__(self, op, args, function=None):
        self.op, self.args, self.function, self.owners, self.ran, self.index = op, args, function, {}, None, 0
        self.step = max([arg.call.step + 1 for arg in args if isinstance(arg, Node)], default=0)

    @property
    def results(self):
        return [x[len(x) // len(self.ran.calls) * self.index:][:len(x) // len(self.ran.calls)] for x in self.ran.results]


class Batch:
    """Calls that ran together, what they gave, and the state of their owners then."""

    def __init__(self, calls, results, state):
        self.calls, self.results, self.state, self.has_changed_arguments = calls, results, state, False


def state_of(owners):
    """By name: the place and version of each tensor, and plain values."""
    state = {}
    for prefix, owner in owners.items():
        modules = owner.named_modules() if isinstance(owner, torch.nn.Module) else [("", None)]
        for path, module in modules:
            parts = {"": owner} if module is None else {**vars(module), **module._parameters, **module._buffers}
            for name, x in parts.items():
                if isinstance(x, (torch.Tensor, bool, int, float, str)):
                    state[".".join(filter(None, (prefix, path, name)))] = (x.data_ptr(), version(x)) if isinstance(x, torch.Tensor) else x
    return state


def kind_of(call, number, x):
    """The class of an argument, and an example."""
    example = x.call.results[max(x.output, 0)] if isinstance(x, Node) else x
    if type(x) is int or (isinstance(x, torch.Tensor) and not x.is_floating_point() and x.numel() == 1):
        return "integer", int(x)
    if example.dim() != 2 or example.shape[0] != 1 or not example.is_floating_point():
        raise NotRecorded(f"{call.op}, argument {number}: found a tensor {list(example.shape)} of {example.dtype}; expected one row, a "
                         "tensor [1, width] of floats, or an integer [1]")
    return "constant" if isinstance(x, torch.Tensor) else "row" if x.batch else "shared", example.detach()


def column(calls, number, device):
    """Argument `number` (from 0) of some calls: a tensor of integers, or a row for each."""
    given = [kind_of(call, number + 1, call.args[number])[1] for call in calls]
    return torch.tensor(given, dtype=torch.int64, device=device) if type(given[0]) is int else torch.cat(given)
