# SPDX-License-Identifier: GPL-3.0-or-later
"""What was recorded, as a program of Batchscope (core/nets/program.h)."""
import itertools
import json
import warnings

import torch

from .body import NotRecorded, Untranslated, argument_names, defined_at, key, separates, trace, version
from .calls import Node, States, kind_of, undisturbed
from .check import check_op


class Weights:
    """Parameters of a program, named after those of the modules."""

    def __init__(self, calls, device):
        self.names, self.used, self.device, self.tensors = {}, {}, device, {}
        self.values = {x.data_ptr(): call.op for call in calls for x in call.ran.originals}
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
            name = next(n for n in itertools.chain([name], (f"{name}_{k}" for k in itertools.count(2))) if n not in taken)
            self.used[key(t)], self.tensors[name] = (name, t), t
        return self.used[key(t)][0]

    def refuse_values(self, op, t):
        if t.data_ptr() in self.values and t.data_ptr() not in self.names:
            raise NotRecorded(f"{op}: a value of {self.values[t.data_ptr()]} reaches it by another way than as an argument; pass it as one")

    def tensor(self, name):
        return self.tensors[name].detach()


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
        self.weights, self.scratch, self.ops = Weights(calls, device), Weights(calls, device), {}
        self.written, self.names, self.values = [], {}, {}  # names of the ops and of the values, by call
        self.instances = instances_of(requests)
        self.takes_rows = {(call.function, number) for call in calls for number, x in enumerate(call.args, 1)
                           if isinstance(x, Node) and x.batch}
        slots, by_signature = {call: self.slots(call) for call in calls}, {}
        for call in calls:
            signature = call.op, call.function, *((kind, kind == "integer" or example.shape[1]) for kind, example in slots[call])
            by_signature.setdefault(signature, []).append(call)
        states, now = States(), {}
        now.update({call: states.of(call.owners) for call in calls})
        for signature, each in by_signature.items():
            self.ops[signature] = self.op(each, slots[each[0]])
            self.names.update({call: self.ops[signature]["name"] for call in each})
        for signature, each in by_signature.items():
            for call in each:  # behind what says which op changes its argument
                if any(version(x) != before for x, before in call.ran.unchanged):
                    raise NotRecorded(f"{call.op}: a tensor that it was given or gave was changed in place after the call; save before, or change "
                                     "a copy")
            if "body" in self.ops[signature]:
                check_op(self.ops[signature], each, now, self.weights)
        for call in calls:
            self.write(call, slots[call])

    def slots(self, call):
        """Class and example of each argument."""
        for output, x in enumerate(call.results):
            if x.dim() != 2 or len(x) != 1 or not x.is_floating_point():
                raise NotRecorded(f"{call.op}: value {output} is a tensor {list(x.shape)} of {x.dtype} for each call; what is saved is one row, "
                                 "[1, width] of floats")
        slots = []
        for number, x in enumerate(call.args, 1):
            kind, example = kind_of(call, number, x)
            slots.append(("row" if (call.function, number) in self.takes_rows and kind == "constant" else kind, example))
        return slots

    def op(self, calls, slots):
        name, function = calls[0].op, calls[0].function
        same = sum(other[0] == name for other in self.ops)
        name = name if same == 0 else f"{name}_{same + 1}"
        arguments = [{"name": each, "class": kind, **({} if kind == "integer" else {"width": example.shape[1]})}
                     for each, (kind, example) in zip(argument_names(function, len(slots)), slots)]
        widths = {tuple(x.shape[1] for x in call.results) for call in calls}
        if len(widths) > 1:
            raise NotRecorded(f"{name} ({defined_at(function)}): it gave values of {' and of '.join(str(list(each)) for each in sorted(widths)[:2])} "
                             "columns in different calls; an op has one number of columns for each value")
        body = untranslated = None
        try:
            body, outputs = trace(name, function, slots, self.weights, self.scratch)
        except Untranslated as why:
            untranslated = str(why)
        if any(call.ran.has_changed_arguments for call in calls):
            raise NotRecorded(f"{name} ({body and body.changes or defined_at(function)}): it changes its argument in place, so that what uses the value later gets another one "
                             "than what used it before. Compute a new tensor instead, such as x = x * 2 for x.mul_(2)")
        if untranslated:
            return self.opaque(name, calls, slots, arguments, untranslated)
        return {"name": name, "arguments": arguments, "body": body.values, "outputs": outputs}

    def opaque(self, name, calls, slots, arguments, why):
        """An op that is known by what it takes and gives alone."""
        is_separate = separates(name, calls[0].function, slots, [[int(call.args[n]) if kind == "integer" else 0 for call in calls]
                                                                 for n, (kind, _) in enumerate(slots)], self.weights.device)
        if not is_separate and any(len(call.ran.calls) > 1 for call in calls):
            raise NotRecorded(f"{why}. In a batch it gives each row something else than alone: it mixes the rows of a batch, or reads how many "
                             "there are")
        batched = "" if is_separate else " Its calls never share a batch, since in one it gives each row something else than alone."
        warnings.warn(f"{why}. Saved without what it computes: batches and pictures, no values.{batched}", stacklevel=6)
        return {"name": name, "arguments": arguments, "opaque": {"widths": [x.shape[1] for x in calls[0].results], "why": why.split(". Write it with")[0] + (
                    "" if is_separate else "; in a batch it gives each row something else than alone")},
                **({} if is_separate else {"batchable": False})}

    def write(self, call, slots):
        args = []
        for number, (x, (kind, example)) in enumerate(zip(call.args, slots), 1):
            if isinstance(x, Node):
                value = f"{self.values[x.call]}.{max(x.output, 0)}"
                args.append(value if kind == "row" else {"shared": value})
            else:
                args.append({"integer": example} if kind == "integer" else {"constant": numbers(x, f"{call.op}, argument {number}")})
        op, instance = self.names[call], self.instances.get(call, 0)
        self.values[call] = f"{op}_{len(self.written)}"
        self.written.append({"name": self.values[call], "op": op, "args": args, **({"instance": instance} if instance else {})})

    def document(self, name, requests):
        read = {value.get(part) for op in self.ops.values() for value in op.get("body", []) for part in ("weight", "bias", "table")}
        params = [parameter_line(each, t) for each, t in self.weights.used.values() if each in read]
        outputs = [{"value": f"{self.values[node.call]}.{max(node.output, 0)}", **({} if target is None else {"target": target})}
                   for node, target, _ in requests]
        return {"batchscope_program": 1, "name": name, "params": params, "ops": list(self.ops.values()), "calls": self.written,
                "outputs": outputs}


def write_program(path, name, calls, requests, device="cpu"):
    """`requests`: a node, its class or None, and its instance. One line for each item of the document."""
    with undisturbed([owner for owners in {id(call.owners): call.owners for call in calls}.values() for owner in owners.values()]):
        document = Program(calls, requests, device).document(name, requests)
    parts = [f"{json.dumps(part)}: " + ("[\n" + ",\n".join(x if isinstance(x, str) else json.dumps(x) for x in value) + "]"
                                       if isinstance(value, list) else json.dumps(value)) for part, value in document.items()]
    with open(path, "w", encoding="utf-8") as file:
        file.write("{" + ",\n".join(parts) + "}\n")
