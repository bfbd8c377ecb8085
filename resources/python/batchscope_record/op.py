# SPDX-License-Identifier: GPL-3.0-or-later
"""@op and recording(): the calls of plain recursive PyTorch code."""
import functools
import inspect
import pathlib
import types

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from .body import NotRecorded, key, tensors, version
from .calls import Batch, Call, Node, States, kind_of
from .program import write_program


def op(function):
    """Marks a function or method that is to be batched. Its arguments are tensors; an int arrives as a tensor [1], as in torchfold."""
    signature = inspect.signature(function)
    first = next(iter(signature.parameters), "")

    @functools.wraps(function)
    def call(*args, **kwargs):
        given = signature.bind(*args, **kwargs)
        given.apply_defaults()
        if given.kwargs:
            raise NotRecorded(f"{function.__name__}: found the keyword-only arguments {list(given.kwargs)}; an op takes positional ones")
        bound = 1 if first == "self" or isinstance(given.args[0] if given.args else None, torch.nn.Module) else 0
        rest = [torch.tensor([x]) if type(x) is int else x for x in given.args[bound:]]
        run = recording.current
        if run is None or run.inside:
            return function(*given.args[:bound], *rest)
        return run.call(types.MethodType(function, given.args[0]) if bound else function, rest)
    return call


class recording(TorchDispatchMode):
    """Inside `with`, calls of functions marked with @op are kept for save()."""
    current = None

    def __init__(self):
        super().__init__()
        self.calls, self.inside, self.kept, self.states = [], False, [], States()
        self.made, self.rows = {}, {}  # values of ops, by id and by key
        self.outside = {}  # what was computed from them outside of ops: by which operation

    def __enter__(self):
        recording.current = self
        return super().__enter__()

    def __exit__(self, *raised):
        recording.current = None
        return super().__exit__(*raised)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        if not self.inside and any(key(t) in self.rows or key(t) in self.outside for t in tensors(args)):
            for t in tensors([result]):
                if key(t) not in self.rows or func._schema.name.endswith("_"):
                    self.outside[key(t)] = func._schema.name
                    self.kept.append(t)
        return result

    def argument(self, where, x):
        """What a tensor is to the program: a value of an op, an integer, or a constant."""
        if not isinstance(x, torch.Tensor):
            raise NotRecorded(f"{where}: found {x!r}; expected a tensor or an int. Pass the items of a list one by one, and keep other "
                             "values in the module")
        by = self.outside.get(key(x))
        node = None if by else self.made.get(id(x)) or self.rows.get(key(x))
        if by or (node is None and x.grad_fn):
            raise NotRecorded(f"{where}: this tensor was computed outside of the functions marked with @op, by {by or x.grad_fn.name()}. "
                             "Mark the function that computes it, or move the computation into an op")
        return node or x.detach().clone()  # a buffer may be used again

    def call(self, function, args):
        name = function.__name__
        call = Call(name, [self.argument(f"{name}, argument {number}", x) for number, x in enumerate(args, 1)], function)
        for number, x in enumerate(call.args, 1):
            kind_of(call, number, x)
        if inspect.ismethod(function):
            call.owners = {"": function.__self__}
        else:
            found = inspect.getclosurevars(function)
            call.owners = {**found.globals, **found.nonlocals}
        state, versions = self.states.of(call.owners), [version(x) for x in args]
        self.inside = True
        try:
            result = function(*args)
        finally:
            self.inside = False
        results = result if isinstance(result, (tuple, list)) else (result,)
        for number, x in enumerate(results):
            if not isinstance(x, torch.Tensor) or x.dim() != 2 or x.shape[0] != 1:
                found = f"a tensor {list(x.shape)}" if isinstance(x, torch.Tensor) else repr(x)
                raise NotRecorded(f"{name}: value {number} is {found}; expected a row, a tensor [1, width]")
        before = next((each for each in self.calls if each.function == function), None)
        if before and len(before.results) != len(results):
            raise NotRecorded(f"{name}: it returned {len(results)} values, and {len(before.results)} in an earlier call. Write a function "
                             "for each number of values")
        call.ran = Batch([call], [x.detach().clone() for x in results], state, list(results))
        call.ran.has_changed_arguments = versions != [version(x) for x in args]
        self.calls.append(call)
        self.kept.append(results)
        for number, x in enumerate(results):
            self.made[id(x)] = self.rows[key(x)] = Node(call, number)
        return result

    def save(self, path, outputs=None, targets=None):
        """`outputs`: the requested values, one for each instance; left out, they are the values of calls that no other call uses.
        `targets`: the class that each should have."""
        if outputs is None:
            used = {x.call for call in self.calls for x in call.args if isinstance(x, Node)}
            last = [call for call in self.calls if call not in used]
            requests = [(Node(call, output), n) for n, call in enumerate(last) for output in range(len(call.results))]
        else:
            requests = [(self.argument(f"outputs, item {n}", x), n) for n, x in enumerate(outputs)]
        if not requests or not all(isinstance(node, Node) for node, _ in requests):
            raise NotRecorded("nothing to save: run the model inside `with recording()`, with @op before its functions; outputs are values "
                             "that they returned")
        classes = [None] * len(requests) if targets is None else [int(each) for each in targets]
        if len(classes) != len(requests):
            raise NotRecorded(f"found {len(classes)} targets for {len(requests)} outputs; give one for each")
        write_program(path, pathlib.Path(path).stem, self.calls, [(node, each, n) for (node, n), each in zip(requests, classes)])
