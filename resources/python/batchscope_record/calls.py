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
    """Calls that ran together: what they gave, and the state of their owners then. `originals`: the tensors that came back themselves;
    `unchanged`: those that must stay as they were."""

    def __init__(self, calls, results, state, originals, unchanged=()):
        self.calls, self.results, self.state, self.originals = calls, results, state, originals
        self.unchanged = [(x, version(x)) for x in unchanged]
        self.has_changed_arguments = False


class States:
    """The state of owners: by name, the place and version of each tensor, and plain values."""

    def __init__(self):
        self.places, self.last = {}, {}

    def of(self, owners):
        state = {}
        for prefix, owner in owners.items():
            if isinstance(owner, torch.nn.Module):
                for name, parts, key in self.of_module(owner):
                    state[".".join(filter(None, (prefix, name)))] = plain(parts.get(key))
            elif isinstance(owner, PLAIN):
                state[prefix] = plain(owner)
        who = tuple(map(id, owners.values()))
        if self.last.get(who) != state:  # thousands of calls share one
            self.last[who] = state
        return self.last[who]

    def of_module(self, owner):
        """Where the values are, so that they are found again without a walk."""
        if id(owner) not in self.places:
            self.places[id(owner)] = owner, [
                (".".join(filter(None, (path, name))), parts, name) for path, module in owner.named_modules()
                for parts in (vars(module), module._parameters, module._buffers)
                for name, x in parts.items() if isinstance(x, PLAIN)]
        return self.places[id(owner)][1]


PLAIN = torch.Tensor, bool, int, float, str
def plain(x): return (x.data_ptr(), version(x)) if isinstance(x, torch.Tensor) else x if isinstance(x, PLAIN) else None


class undisturbed:
    """Trial calls within leave the buffers and plain values of the modules, and the generators of random numbers, as they were."""

    def __init__(self, owners):
        self.modules = list({id(m): m for owner in owners if isinstance(owner, torch.nn.Module) for m in owner.modules()}.values())

    def __enter__(self):
        self.values = [{name: x for name, x in vars(m).items() if isinstance(x, PLAIN[1:])} for m in self.modules]
        self.buffers = [(x, x.detach().clone()) for m in self.modules for x in m._buffers.values() if x is not None]
        self.random = torch.random.fork_rng(range(torch.cuda.device_count()))
        self.random.__enter__()

    def __exit__(self, *raised):
        self.random.__exit__(*raised)
        with torch.no_grad():
            for x, before in self.buffers:
                if not torch.equal(x, before):
                    x.copy_(before)
        for module, values in zip(self.modules, self.values):
            vars(module).update(values)


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
