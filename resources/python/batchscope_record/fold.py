# SPDX-License-Identifier: GPL-3.0-or-later
"""The interface of torchfold.Fold, and save()."""
import collections

import torch

from .body import NotRecorded, tensors
from .program import Call, Node, write_program


class Fold:
    """As torchfold's: equal calls are made once, and those of one step and op are one batch. What would give wrong values there, such
    as calls with different numbers of arguments in one batch, is an error here."""

    def __init__(self, volatile=False, cuda=False):
        self._cuda, self._steps, self._nodes = cuda, collections.defaultdict(dict), {}
        self._model, self._requests = None, []

    def cuda(self):
        self._cuda = True
        return self

    def add(self, op, *args):
        """Records a call of the method `op`. Arguments: what add() returned, integers, tensors [1, width]."""
        for number, arg in enumerate(args, 1):
            if type(arg) is not int and not isinstance(arg, (Node, torch.Tensor)):
                raise NotRecorded(f"{op}, argument {number}: found {arg!r}; expected a value that add() returned, an int or a tensor. "
                                 "Pass the items of a list one by one: f.add(op, *items)")
        if (op, args) not in self._nodes:
            call = Call(op, args)
            group = self._steps[call.step].setdefault(op, [])
            if group and len(group[0].args) != len(args):
                raise NotRecorded(f"{op}: step {call.step} has a call with {len(group[0].args)} arguments and one with {len(args)}, which "
                                 "cannot be one batch. Write a method for each number of arguments")
            call.index = len(group)
            group.append(call)
            self._nodes[op, args] = Node(call)
        return self._nodes[op, args]

    def apply(self, nn, nodes):
        """Runs all calls, those of a step and op as one batch. Returns one tensor for each list of `nodes`."""
        values = {}
        for step, groups in sorted(self._steps.items()):
            for op, calls in groups.items():
                columns = [self._column(column, f"{op}, argument {number}, step {step}", values)
                           for number, column in enumerate(zip(*[call.args for call in calls]), 1)]
                result = getattr(nn, op)(*columns)
                values[step, op] = result if isinstance(result, torch.Tensor) else tuple(result)
                for output, each in enumerate(tensors([result])):
                    if each.shape[0] % len(calls):
                        raise NotRecorded(f"{op}, step {step}: value {output} has {each.shape[0]} rows; expected one for each of the "
                                         f"{len(calls)} calls of the batch. Compute each row from the same row of the arguments")
                outputs = [-1] if isinstance(result, torch.Tensor) else range(len(result))
                for call in calls:
                    call.results = [self._value(Node(call, output), values).detach() for output in outputs]
        self._model, self._requests = nn, [list(each) for each in nodes]
        return [self._column(each, f"list {number} of apply()", values) for number, each in enumerate(self._requests)]

    def save(self, path):
        """Writes what apply() ran. Item n of each requested list belongs to instance n; a list of integers holds their classes."""
        if not any(isinstance(x, Node) for each in self._requests for x in each):
            raise NotRecorded("nothing to save: call apply(model, [[value, ...]]) first; save() writes what was run and requested there")
        calls = [node.call for node in self._nodes.values()]
        for call in calls:
            call.function, call.owners = getattr(self._model, call.op), {"": self._model}
        classes = next((each for each in self._requests if each and all(type(x) is int for x in each)), [])
        requests = [(x, classes[n] if len(classes) == len(each) else None, n)
                    for each in self._requests for n, x in enumerate(each) if isinstance(x, Node)]
        write_program(path, type(self._model).__name__, calls, requests, "cuda" if self._cuda else "cpu")

    def _value(self, node, values):
        call, results = node.call, values[node.call.step, node.call.op]
        is_one = isinstance(results, torch.Tensor)
        if (node.output < 0) != is_one or node.output >= len(results):
            raise NotRecorded(f"{call.op}: it returned {'a tensor' if is_one else f'{len(results)} values'}; "
                             + ("leave out split()" if is_one else f"take them apart: add(...).split({len(results)})"))
        result = results if is_one else results[node.output]
        rows = result.shape[0] // len(self._steps[call.step][call.op])
        return result[rows * call.index:rows * (call.index + 1)]

    def _column(self, column, where, values):
        """The argument of a batch, from those of its calls."""
        first = column[0]
        if any(isinstance(x, Node) and not x.batch for x in column):
            if any(not isinstance(x, Node) or (x.call, x.output, x.batch) != (first.call, first.output, False) for x in column):
                raise NotRecorded(f"{where}: a value marked with nobatch() is passed once for the whole batch, so all calls of the batch "
                                 "must take it; found others")
            return self._value(first, values)
        integers = sum(type(x) is int for x in column)
        if 0 < integers < len(column):
            raise NotRecorded(f"{where}: found integers and tensors in one batch; pass either in all calls of a step")
        if integers:
            return torch.tensor(column, device="cuda" if self._cuda else "cpu")
        return torch.cat([self._value(x, values) if isinstance(x, Node) else x for x in column])

    def __str__(self):
        return "\n".join(f"step {step}: {len(calls)} x {op}{calls[0].args}" for step, groups in sorted(self._steps.items())
                         for op, calls in groups.items())
    __repr__ = __str__
