# SPDX-License-Identifier: GPL-3.0-or-later
"""The interface of torchfold: Fold, with save(), and Unfold."""
import collections

import torch

from .body import NotRecorded, version
from .calls import Batch, Call, Node, States
from .program import write_program


def integers(column, is_cuda):
    return torch.tensor(column, dtype=torch.int64, device="cuda" if is_cuda else "cpu")


class Computed:
    """What a batch of calls gave. It is cut into the parts of each call only where these are needed one by one, as in TorchFold."""

    def __init__(self, op, calls, result):
        self.op, self.calls, self.is_one, self.parts = op, calls, isinstance(result, torch.Tensor), {}
        self.results = [result] if self.is_one else list(result)

    def output(self, node):
        if (node.output < 0) != self.is_one or node.output >= len(self.results):
            raise NotRecorded(f"{self.op}: it returned {'a tensor' if self.is_one else f'{len(self.results)} values'}; "
                             + ("leave out split()" if self.is_one else f"take them apart: add(...).split({len(self.results)})"))
        return max(node.output, 0)

    def part(self, node):
        output = self.output(node)
        if output not in self.parts:
            self.parts[output] = torch.chunk(self.results[output], len(self.calls))
        return self.parts[output][node.call.index]

    def whole(self, nodes):
        """All of an output, where the nodes are its parts in order; else None."""
        is_all = [node.call for node in nodes] == self.calls and len({node.output for node in nodes}) == 1
        return self.results[self.output(nodes[0])] if is_all and self.output(nodes[0]) not in self.parts else None


class Fold:
    """As torchfold's: equal calls are made once, and those of one step and op are one batch. What would give wrong values there, such
    as calls with different numbers of arguments in one batch, is an error here."""
    Node = Node

    def __init__(self, volatile=False, cuda=False):
        self._cuda, self._groups, self._nodes = cuda, collections.defaultdict(dict), {}
        self._model, self._requests, self.total_nodes = None, [], 0

    def cuda(self):
        self._cuda = True
        return self

    @property
    def steps(self):
        """By step and op: the arguments of each call."""
        return {step: {op: [call.args for call in calls] for op, calls in groups.items()} for step, groups in sorted(self._groups.items())}

    def add(self, op, *args):
        """Records a call of the method `op`. Arguments: what add() returned, integers, tensors [1, width]."""
        self.total_nodes += 1
        args = tuple(int(arg) if type(arg) is bool else arg for arg in args)
        for number, arg in enumerate(args, 1):
            if type(arg) is not int and not isinstance(arg, (Node, torch.Tensor)):
                raise NotRecorded(f"{op}, argument {number}: found {arg!r}; expected a value that add() returned, an int or a tensor. "
                                 "Pass the items of a list one by one: f.add(op, *items)")
        if (op, args) not in self._nodes:
            call = Call(op, args)
            group = self._groups[call.step].setdefault(op, [])
            if group and len(group[0].args) != len(args):
                raise NotRecorded(f"{op}: step {call.step} has a call with {len(group[0].args)} arguments and one with {len(args)}, which "
                                 "cannot be one batch. Write a method for each number of arguments")
            call.index = len(group)
            group.append(call)
            self._nodes[op, args] = Node(call)
        return self._nodes[op, args]

    def apply(self, nn, nodes):
        """Runs all calls, those of a step and op as one batch. Returns one tensor for each list of `nodes`."""
        values, owners = {}, {"": nn}
        state = States().of(owners)
        for step, groups in sorted(self._groups.items()):
            for op, calls in groups.items():
                columns = [self._column(column, f"{op}, argument {number}, step {step}", values)
                           for number, column in enumerate(zip(*[call.args for call in calls]), 1)]
                versions = [version(x) for x in columns]
                result = getattr(nn, op)(*columns)
                for output, each in enumerate([result] if isinstance(result, torch.Tensor) else result):
                    if not isinstance(each, torch.Tensor):
                        raise NotRecorded(f"{op}, step {step}: value {output} is {each!r}; expected a tensor, [calls, width]")
                    if each.dim() == 0 or each.shape[0] % len(calls):
                        found = f"has {each.shape[0]} rows" if each.dim() else "is a single number"
                        raise NotRecorded(f"{op}, step {step}: value {output} {found}; expected one row for each of the {len(calls)} calls "
                                         "of the batch, [calls, width]. Compute each row from the same row of the arguments")
                values[step, op] = Computed(op, calls, result)
                constants = [x for call in calls for x in call.args if isinstance(x, torch.Tensor)]
                came = values[step, op].results
                ran = Batch(calls, [x.detach() for x in came], state, came, came + constants)
                ran.has_changed_arguments = versions != [version(x) for x in columns]
                for call in calls:
                    call.ran, call.owners = ran, owners
        self._model, self._requests = nn, [list(each) for each in nodes]
        return [self._column(each, f"list {number} of apply()", values) for number, each in enumerate(self._requests)]

    def save(self, path):
        """Writes what apply() ran. Item n of each requested list belongs to instance n; a list of integers holds their classes."""
        if not any(isinstance(x, Node) for each in self._requests for x in each):
            raise NotRecorded("nothing to save: call apply(model, [[value, ...]]) first; save() writes what was run and requested there")
        calls = [node.call for node in self._nodes.values()]
        for call in calls:
            if call.ran is None:
                raise NotRecorded(f"{call.op}: a call was added after apply(); call apply() again before save()")
            call.function = getattr(self._model, call.op)
        classes = next((each for each in self._requests if each and all(type(x) is int for x in each)), [])
        requests = [(x, classes[n] if len(classes) == len(each) else None, n)
                    for each in self._requests for n, x in enumerate(each) if isinstance(x, Node)]
        write_program(path, type(self._model).__name__, calls, requests, "cuda" if self._cuda else "cpu")

    def _column(self, column, where, values):
        """The argument of a batch, from those of its calls."""
        first = column[0]
        if any(isinstance(x, Node) and not x.batch for x in column):
            if any(not isinstance(x, Node) or (x.call, x.output, x.batch) != (first.call, first.output, False) for x in column):
                raise NotRecorded(f"{where}: a value marked with nobatch() is passed once for the whole batch, so all calls of the batch "
                                 "must take it; found others")
            return values[first.step, first.op].part(first)
        given = sum(type(x) is int for x in column)
        if 0 < given < len(column):
            raise NotRecorded(f"{where}: found integers and tensors in one batch; pass either in all calls of a step")
        if given:
            return integers(column, self._cuda)
        whole = values[first.step, first.op].whole(column) if all(isinstance(x, Node) for x in column) else None
        if whole is not None:
            return whole
        return torch.cat([values[x.step, x.op].part(x) if isinstance(x, Node) else x for x in column])

    def __str__(self):
        def text(x):
            return str(x.shape) if isinstance(x, torch.Tensor) else str(x)
        return "".join(f"{step} step:\n" + "".join(f"\t{op} = {len(calls)} x ({', '.join(map(text, calls[0]))})\n"
                                                   for op, calls in groups.items()) for step, groups in self.steps.items())
    __repr__ = __str__


class Unfold:
    """As torchfold's, to debug a model: takes the calls of Fold and makes each at once. It records nothing."""

    class Node:
        def __init__(self, tensor):
            self.tensor = tensor

        def nobatch(self):
            return self

        def split(self, num):
            return [Unfold.Node(self.tensor[n]) for n in range(num)]

        def __repr__(self):
            return str(self.tensor)

    def __init__(self, nn, volatile=False, cuda=False):
        self.nn, self._cuda = nn, cuda

    def cuda(self):
        self._cuda = True
        return self

    def add(self, op, *args):
        return Unfold.Node(getattr(self.nn, op)(*map(self._value, args)))

    def apply(self, nn, nodes):
        if nn is not self.nn:
            raise ValueError("apply() was given another model than Unfold() was")
        return [torch.cat([self._value(x) for x in each]) for each in nodes]

    def _value(self, x):
        return x.tensor if isinstance(x, Unfold.Node) else integers([x], self._cuda) if isinstance(x, int) else x
