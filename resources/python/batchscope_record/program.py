# SPDX-License-Identifier: GPL-3.0-or-later
"""What was recorded, as a program of Batchscope (core/nets/program.h)."""
import itertools
import json

import torch

from .body import NotRecorded, key, trace


class Node:
    """The result of a call, or one of several: `output`, or -1 before split()."""

    def __init__(self, call, output=-1):
        self.call, self.output, self.batch = call, output, True

    def split(self, num):
        return tuple(Node(self.call, output) for output in range(num))

    def nobatch(self):
        self.batch = False
        return self
    no_batch = nobatch

    def __repr__(self):
        return f"[{self.call.step}:{self.call.index}]{self.call.op}"


class Call:
    """Of `function`, whose weights have their names from `owners`; `results` are the rows that it gave."""

    def __init__(self, op, args, function=None):
        self.op, self.args, self.function, self.owners, self.results, self.index = op, args, function, {}, [], 0
        self.step = max([arg.call.step + 1 for arg in args if isinstance(arg, Node)], default=0)


def kind_of(call, number, x):
    """The class of an argument, and an example."""
    example = x.call.results[max(x.output, 0)] if isinstance(x, Node) else x
    if type(x) is int or (isinstance(x, torch.Tensor) and not x.is_floating_point() and x.numel() == 1):
        return "integer", int(x)
    if example.dim() != 2 or example.shape[0] != 1 or not example.is_floating_point():
        raise NotRecorded(f"{call.op}, argument {number}: found a tensor {list(example.shape)} of {example.dtype}; expected one row, a "
                         "tensor [1, width] of floats, or an integer [1]")
    return "constant" if isinstance(x, torch.Tensor) else "row" if x.batch else "shared", example


class Weights:
    """Parameters of a program, named after those of the modules."""

    def __init__(self, calls, device):
        self.names, self.used, self.device = {}, {}, device
        for prefix, owner in {(prefix, id(owner)): (prefix, owner) for call in calls for prefix, owner in call.owners.items()}.values():
            if isinstance(owner, torch.nn.Module):
                parts = itertools.chain(owner.named_parameters(), owner.named_buffers())
                self.names.update({t.data_ptr(): f"{prefix}.{name}".strip(".") for name, t in parts})
            elif isinstance(owner, torch.Tensor):
                self.names[owner.data_ptr()] = prefix

    def name(self, t):
        if key(t) not in self.used:
            name = self.names.get(t.data_ptr(), "constant").replace(".", "_")
            taken = [other for other, _ in self.used.values()]
            self.used[key(t)] = next(n for n in itertools.chain([name], (f"{name}_{k}" for k in itertools.count(2))) if n not in taken), t
        return self.used[key(t)][0]


def numbers(t, what):
    if not t.isfinite().all():
        raise NotRecorded(f"{what} holds NaN or infinity, which JSON has no numbers for")
    return t.detach().flatten().tolist()


def parameter_line(name, t):
    """With as many digits as it takes to read the same numbers again, and no more: a file of weights is mostly digits."""
    digits = "%.17g" if t.dtype == torch.float64 else "%.9g"
    head = json.dumps({"name": name, "rows": t.shape[0], "columns": t.shape[1]})
    return f'{head[:-1]}, "values": [{", ".join(map(digits.__mod__, numbers(t, f"the weight {name}")))}]}}'


def instances_of(requests):
    """By call: the first instance that needs it, numbered from 0 without gaps."""
    first = {}
    for node, _, instance in requests:
        todo = [node.call]
        while todo:
            call = todo.pop()
            if call not in first:
                first[call] = instance
                todo += [x.call for x in call.args if isinstance(x, Node)]
    place = {instance: n for n, instance in enumerate(sorted(set(first.values())))}
    return {call: place[instance] for call, instance in first.items()}


class Program:
    """Calls of an op that take another number or class of arguments become an op of their own. An argument that is a tensor in some
    calls and a value in others is a row in all of them, so that they are batched as by TorchFold."""

    def __init__(self, calls, requests, device):
        self.weights, self.ops, self.written, self.names = Weights(calls, device), {}, [], {}
        self.instances = instances_of(requests)
        self.takes_rows = {(call.function, number) for call in calls for number, x in enumerate(call.args, 1)
                           if isinstance(x, Node) and x.batch}
        for call in calls:
            self.add(call)

    def op(self, name, function, slots):
        signature = name, function, *((kind, kind == "integer" or example.shape[1]) for kind, example in slots)
        if signature not in self.ops:
            same = sum(other[0] == name for other in self.ops)
            self.ops[signature] = trace(name if same == 0 else f"{name}_{same + 1}", function, slots, self.weights)
        return self.ops[signature]["name"]

    def add(self, call):
        slots, args = [], []
        for number, x in enumerate(call.args, 1):
            kind, example = kind_of(call, number, x)
            if isinstance(x, Node):
                value = f"{self.names[x.call]}.{max(x.output, 0)}"
                args.append(value if kind == "row" else {"shared": value})
            elif kind == "integer":
                args.append({"integer": example})
            else:
                kind = "row" if (call.function, number) in self.takes_rows else "constant"
                args.append({"constant": numbers(x, f"{call.op}, argument {number}")})
            slots.append((kind, example))
        op, instance = self.op(call.op, call.function, slots), self.instances.get(call, 0)
        self.names[call] = f"{op}_{len(self.written)}"
        self.written.append({"name": self.names[call], "op": op, "args": args, **({"instance": instance} if instance else {})})

    def document(self, name, requests):
        params = [parameter_line(each, t) for each, t in self.weights.used.values()]
        outputs = [{"value": f"{self.names[node.call]}.{max(node.output, 0)}", **({} if target is None else {"target": target})}
                   for node, target, _ in requests]
        return {"batchscope_program": 1, "name": name, "params": params, "ops": list(self.ops.values()), "calls": self.written,
                "outputs": outputs}


def write_program(path, name, calls, requests, device="cpu"):
    """`requests`: a node, its class or None, and its instance. One line for each item of the document."""
    document = Program(calls, requests, device).document(name, requests)
    parts = [f"{json.dumps(part)}: " + ("[\n" + ",\n".join(x if isinstance(x, str) else json.dumps(x) for x in value) + "]"
                                       if isinstance(value, list) else json.dumps(value)) for part, value in document.items()]
    with open(path, "w", encoding="utf-8") as file:
        file.write("{" + ",\n".join(parts) + "}\n")
