# SPDX-License-Identifier: GPL-3.0-or-later
"""What an op computes, as a body of primitives (core/nets/program_ops.cpp).

The op runs on random rows. Each operation that PyTorch executes on something that depends on the op's arguments is written down by
its rule in rules.py; everything else (weights, and what is computed from them alone) is a constant.
"""
import inspect
import itertools
import pathlib
import sys

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from .rules import CREATE, RULES, SAME

ROWS = 7, 5  # of the batches that an op is tried on
READS = {"_local_scalar_dense", "is_nonzero", "equal"}
EACH_ROW = "Compute each row from the same row of the arguments, without shape[0], size(0) or len()"
AGAIN = "random numbers, dropout before eval(), or something that it changes. Pass what is drawn or changes to the op as an argument"
HERE = str(pathlib.Path(__file__).parent)


def key(t):
    """Equal for tensors that are the same numbers in memory."""
    return t.data_ptr(), tuple(t.shape), t.stride()


def tensors(xs):
    return [t for x in xs for t in (x if isinstance(x, (list, tuple)) else [x]) if isinstance(t, torch.Tensor)]


def version(t):
    """Changes when the tensor is changed in place, other than through .data."""
    return 0 if t.is_inference() else t._version


class NotRecorded(ValueError):
    """What cannot be recorded, and what to do."""


class Untranslated(NotRecorded):
    """What an op does that the program format has no words for."""


def place():
    """The line of the user's code that runs, as file:line."""
    frame = sys._getframe(1)
    while frame.f_back and ("/torch/" in frame.f_code.co_filename or frame.f_code.co_filename.startswith(HERE)):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def defined_at(function):
    """Where it begins, as file:line; empty for what is not written in Python."""
    code = getattr(inspect.unwrap(getattr(function, "__func__", function)), "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else ""


def argument_names(function, count):
    parameters = list(inspect.signature(function).parameters.values())
    each = [(number, parameters[min(number, len(parameters) - 1)]) for number in range(count)]
    return [f"{p.name}_{number}" if p.kind is p.VAR_POSITIONAL else p.name for number, p in each]


def examples(slots, rows, device):
    """Random rows for an op. `slots`: (class, example) each, an integer or a tensor [1, width]."""
    return [torch.full((rows,), example, dtype=torch.int64, device=device) if kind == "integer" else
            example.new_empty(1 if kind == "shared" else rows, example.shape[1]).normal_() for kind, example in slots]


def called(op, function, given):
    """What the op returns for a batch, as a list."""
    try:
        result = function(*given)
    except NotRecorded:
        raise
    except Exception as error:
        rows = max([len(x) for x in given], default=1)
        raise NotRecorded(f"{op}: it fails on a batch of {rows} rows: {error}. An op must take any number of rows") from error
    return list(result) if isinstance(result, (tuple, list)) else [result]


class Body(TorchDispatchMode):
    """Written down while the op runs. `known` holds what depends on the op's arguments: the name of a row, (name,) of an integer,
    (dim, names) of rows that were stacked, None for what cannot be used. `weights.name(tensor)` names a parameter."""

    def __init__(self, op, weights, rows):
        super().__init__()
        self.op, self.weights, self.size = op, weights, rows
        self.values, self.places = [], []  # and where in the user's code each was computed
        self.known, self.kept, self.arguments = {}, [], set()
        self.changes = ""  # where it changes an argument in place

    def fault(self, text, kind=NotRecorded):
        raise kind(f"{self.op} ({place()}): {text}")

    def keep(self, tensor, name):
        self.known[key(tensor)] = name
        self.kept.append(tensor)  # as long as it lives, its place in memory is its own

    def depends(self, tensor):
        return key(tensor) in self.known

    def known_of(self, tensor):
        return self.known.get(key(tensor))

    def add(self, do, *of, **more):
        """A value of the body; its name."""
        self.values.append({"name": f"{do}_{len(self.values)}", "do": do, **({"of": list(of)} if of else {}), **more})
        self.places.append(place())
        return self.values[-1]["name"]

    def row(self, x):
        """The name of a tensor as an operand: what was computed before, equal numbers, or a vector of the module."""
        if key(x) in self.known:
            name = self.known[key(x)]
            return name if isinstance(name, str) else self.fault("an integer argument, a stack of rows or a part that is not "
                "translated is used as a row; integers are for look-ups in a table", Untranslated)
        self.weights.refuse_values(self.op, x)
        rows = x.detach().reshape(-1, x.shape[-1] if x.dim() else 1)
        if x.dim() > 2 or len(rows) not in (1, self.size) or not (rows == rows[:1]).all():
            self.fault(f"a tensor {list(x.shape)} is neither an argument nor the same for every row (random numbers, dropout before "
                       "eval(), or rows written one by one); pass it to the op as an argument", Untranslated)
        if x.data_ptr() not in self.weights.names and (rows == rows[0, 0]).all():
            return self.add("fill", width=rows.shape[1], number=float(rows[0, 0]))
        return self.add("linear", self.add("fill", width=1, number=1), weight=self.weights.name(rows[0].reshape(-1, 1)))

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs, name = kwargs or {}, func._schema.name.split("::")[1]
        if name in CREATE or not any(key(t) in self.known for t in tensors(args)):
            return func(*args, **kwargs)
        in_place = name.endswith("_")
        try:
            made = RULES[name.rstrip("_")](self, *args, **kwargs)
        except (KeyError, TypeError):  # TypeError: options that the rule does not know
            made = None
        if made is None and name in READS:
            self.fault("Python reads a number of a row (if, item(), float()), which differs from row to row of a batch")
        if made is None:
            self.fault(f"{func._schema.name} has no translation, or not with these arguments. Write it with other operations "
                       f"({HERE}/rules.py lists them), or script the module and open it with --model", Untranslated)
        result = func(*args, **kwargs)
        if in_place:  # other views of the same memory have changed, too
            begin, size = args[0].data_ptr(), args[0].element_size()
            touched = [k for k in self.known if k[0] < begin + args[0].shape[-1] * size and begin < k[0] + k[1][-1] * size]
            self.known.update({k: None for k in touched if k != key(args[0])})
            self.changes = self.changes or (place() if self.arguments.intersection(touched) else "")
        rows = {self.size} if any(t.shape[0] != 1 for t in tensors(args) if self.depends(t)) else {1, self.size}
        for t, new in itertools.zip_longest(tensors([result]), made if isinstance(made, list) else [made]):
            is_row = t.dim() == 2 and t.shape[0] in rows and t.is_floating_point()
            if (isinstance(new, str) and not is_row) or (name in SAME and t.shape != args[0].shape):
                self.fault(f"{func._schema.name} gives a tensor {list(t.shape)} of {t.dtype}; values are rows of floats "
                           "[batch, width]", Untranslated)
            self.keep(t, new)
        return result


@torch.no_grad()
def traced(op, function, slots, weights, rows, seed=0):
    """(body, names of its results) of one run on so many random rows."""
    body = Body(op, weights, rows)
    torch.manual_seed(seed)
    given = examples(slots, rows, weights.device)
    for name, x, (kind, _) in zip(argument_names(function, len(slots)), given, slots):
        body.keep(x, (name,) if kind == "integer" else name)
    body.arguments = set(body.known)
    with body:
        results = called(op, function, given)
    return body, [body.row(t) for t in results]


def trace(op, function, slots, weights, scratch):
    """(body, names of its results): the same, whatever the number of rows. `scratch` is for the weights of the second run."""
    body, outputs = traced(op, function, slots, weights, ROWS[0])
    other, other_outputs = traced(op, function, slots, scratch, ROWS[1])
    found = difference(body, other)
    if not found and outputs != other_outputs:
        raise NotRecorded(f"{op} ({defined_at(function)}): which values it returns depends on how many rows a batch has. {EACH_ROW}")
    if found and difference(body, traced(op, function, slots, scratch, ROWS[0], seed=1)[0]):
        raise NotRecorded(f"{op} ({found[0] or defined_at(function)}): each time it is called it computes something else: {AGAIN}")
    if found:
        ways = " and with ".join(f"{rows} rows: {said(each)}" for rows, each in zip(ROWS, found[1:]))
        raise NotRecorded(f"{op} ({found[0] or defined_at(function)}): what it computes depends on how many rows a batch has. With {ways}. {EACH_ROW}")
    return body, outputs


def difference(body, other):
    """The first value of two bodies that differs: (where in the user's code, one, the other)."""
    for value, of_other, line in itertools.zip_longest(body.values, other.values, body.places):
        is_same = value is not None and of_other is not None and value.keys() == of_other.keys() and all(
            same_numbers(body.weights.tensor(x), other.weights.tensor(of_other[part])) if part in ("weight", "bias", "table") else
            x == of_other[part] for part, x in value.items())
        if not is_same:
            return line, value, of_other
    return None


def same_numbers(x, y):
    return x.shape == y.shape and torch.allclose(x, y, rtol=0, atol=0, equal_nan=True)


def said(value):
    """A value of a body, for people."""
    return "nothing" if value is None else " ".join(str(x) for part, x in value.items() if part not in ("name", "of"))


@torch.no_grad()
def separates(op, function, slots, integers, device):
    """Whether each row of a batch is computed from the same row of the arguments alone, as far as a trial with random rows can tell.
    `integers`: by argument, those of the recorded calls."""
    given = examples(slots, ROWS[0], device)
    for number, (kind, _) in enumerate(slots):
        if kind == "integer":
            each = sorted(set(integers[number]))
            given[number] = torch.tensor([each[row % len(each)] for row in range(ROWS[0])], dtype=torch.int64, device=device)
    whole, again = (called(op, function, [x.clone() for x in given]) for _ in range(2))
    if not equal(whole, again):
        raise NotRecorded(f"{op} ({defined_at(function)}): called again with the same rows it gives something else: {AGAIN}")
    for row in range(ROWS[0]):
        alone = [(x if kind == "shared" else x[row:row + 1]).clone() for x, (kind, _) in zip(given, slots)]
        if not equal(called(op, function, alone), [x[row:row + 1] if x.dim() else x for x in whole]):
            return False
    return all(x.dim() == 2 and len(x) == ROWS[0] for x in whole)


def equal(found, expected):
    return len(found) == len(expected) and all(
        x.shape == y.shape and torch.allclose(x, y, rtol=1e-3, atol=1e-5, equal_nan=True) for x, y in zip(found, expected))
