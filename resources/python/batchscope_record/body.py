# SPDX-License-Identifier: GPL-3.0-or-later
"""What an op computes, as a body of primitives (core/nets/program_body.h).

The op runs once on random rows. Each operation that PyTorch executes on something that depends on the op's arguments is written down by
its rule in rules.py; everything else (weights, and what is computed from them alone) is a constant.
"""
import inspect
import itertools
import pathlib
import traceback

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from .rules import CREATE, RULES, SAME

ROWS = 7  # of the batch that an op is tried on
READS = {"_local_scalar_dense", "is_nonzero", "equal"}
HERE = str(pathlib.Path(__file__).parent)


def key(t):
    """Equal for tensors that are the same numbers in memory."""
    return t.data_ptr(), tuple(t.shape), t.stride()


def tensors(xs):
    return [t for x in xs for t in (x if isinstance(x, (list, tuple)) else [x]) if isinstance(t, torch.Tensor)]


class NotRecorded(ValueError):
    """What cannot be recorded, and what to do."""


class Body(TorchDispatchMode):
    """Written down while the op runs. `known` holds what depends on the op's arguments: the name of a row, (name,) of an integer,
    (dim, names) of rows that were stacked, None for what cannot be used. `weights.name(tensor)` names a parameter."""

    def __init__(self, op, weights):
        super().__init__()
        self.op, self.weights, self.values, self.known, self.kept = op, weights, [], {}, []

    def fault(self, text):
        mine = [f for f in traceback.extract_stack() if "/torch/" not in f.filename and not f.filename.startswith(HERE)]
        raise NotRecorded(f"{self.op} ({mine[-1].filename}:{mine[-1].lineno}): {text}")

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
        return self.values[-1]["name"]

    def row(self, x):
        """The name of a tensor as an operand: what was computed before, equal numbers, or a vector of the module."""
        if key(x) in self.known:
            name = self.known[key(x)]
            return name if isinstance(name, str) else self.fault("an integer argument, a stack of rows or a part that is not "
                "translated is used as a row; integers are for look-ups in a table")
        rows = x.detach().reshape(-1, x.shape[-1] if x.dim() else 1)
        if x.dim() > 2 or len(rows) not in (1, ROWS) or not (rows == rows[:1]).all():
            self.fault(f"a tensor {list(x.shape)} is neither an argument nor the same for every row (random numbers, dropout before "
                       "eval(), or rows written one by one); pass it to the op as an argument")
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
        if made is None:
            reads = "Python reads a number of a row (if, item(), float()), which differs from row to row of a batch"
            self.fault(reads if name in READS else f"{func._schema.name} has no translation, or not with these arguments. Write it with "
                       f"other operations ({HERE}/rules.py lists them), or script the module and open it with --model")
        result = func(*args, **kwargs)
        if in_place:  # other views of the same memory have changed, too
            begin, size = args[0].data_ptr(), args[0].element_size()
            for other in [k for k in self.known if k != key(args[0])]:
                if other[0] < begin + args[0].shape[-1] * size and begin < other[0] + other[1][-1] * size:
                    self.known[other] = None
        rows = {ROWS} if any(t.shape[0] != 1 for t in tensors(args) if self.depends(t)) else {1, ROWS}
        for t, new in itertools.zip_longest(tensors([result]), made if isinstance(made, list) else [made]):
            is_row = t.dim() == 2 and t.shape[0] in rows and t.is_floating_point()
            if (isinstance(new, str) and not is_row) or (name in SAME and t.shape != args[0].shape):
                self.fault(f"{func._schema.name} gives a tensor {list(t.shape)} of {t.dtype}; values are rows of floats [batch, width]")
            self.keep(t, new)
        return result


@torch.no_grad()
def trace(op, function, arguments, weights):
    """The op as the program format has it. `arguments`: (class, example) each, an integer or a tensor [1, width]."""
    body, given, slots = Body(op, weights), [], []
    parameters = list(inspect.signature(function).parameters.values())
    with torch.random.fork_rng([]):
        for number, (kind, example) in enumerate(arguments):
            parameter = parameters[min(number, len(parameters) - 1)]
            name = f"{parameter.name}_{number}" if parameter.kind is parameter.VAR_POSITIONAL else parameter.name
            if kind == "integer":
                given.append(torch.full((ROWS,), example, dtype=torch.int64, device=weights.device))
            else:
                given.append(example.new_empty(1 if kind == "shared" else ROWS, example.shape[1]).normal_())
            slots.append({"name": name, "class": kind, **({} if kind == "integer" else {"width": example.shape[1]})})
            body.keep(given[-1], (name,) if kind == "integer" else name)
        try:
            with body:
                result = function(*given)
        except NotRecorded:
            raise
        except Exception as error:
            raise NotRecorded(f"{op}: it fails on a batch of {ROWS} rows: {error}. An op must take any number of rows") from error
    results = result if isinstance(result, (tuple, list)) else (result,)
    return {"name": op, "arguments": slots, "body": body.values, "outputs": [body.row(t) for t in results]}
