# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a recorded program computes what the model computed: its bodies, run on the rows that were recorded."""
import torch
import torch.nn.functional as F

from .body import EACH_ROW, NotRecorded, called, defined_at
from .calls import Node, column

SHAKES = 4
AT_ONCE = 1024  # calls: a body holds all its values until it ends
ELEMENTWISE = {"add": torch.add, "subtract": torch.sub, "multiply": torch.mul, "divide": torch.div, "min": torch.minimum,
               "max": torch.maximum, "tanh": torch.tanh, "sigmoid": torch.sigmoid, "relu": torch.relu, "exp": torch.exp, "log": torch.log,
               "sqrt": torch.sqrt, "abs": torch.abs, "gelu": F.gelu, "softplus": F.softplus}
# By primitive: of its operands, the value as the program has it, and its weights.
PRIMITIVES = {
    **{name: lambda of, value, w, f=function: f(*of) for name, function in ELEMENTWISE.items()},
    "lookup": lambda of, value, w: w("table", of[0]),
    "linear": lambda of, value, w: F.linear(of[0], w("weight"), w("bias")[0] if "bias" in value else None),
    "scale": lambda of, value, w: of[0] * value["number"],
    "shift": lambda of, value, w: of[0] + value["number"],
    "power": lambda of, value, w: of[0] ** value["number"],
    "leaky_relu": lambda of, value, w: F.leaky_relu(of[0], value["number"]),
    "row_sum": lambda of, value, w: of[0].sum(1, keepdim=True),
    "row_max": lambda of, value, w: of[0].amax(1, keepdim=True),
    "softmax": lambda of, value, w: of[0].softmax(1),
    "log_softmax": lambda of, value, w: of[0].log_softmax(1),
    "layer_norm": lambda of, value, w: F.layer_norm(of[0], of[0].shape[1:], eps=value["number"]),
    "widen": lambda of, value, w: of[0].expand(-1, value["width"]),
    "concat": lambda of, value, w: torch.cat(of, 1),
    "slice": lambda of, value, w: of[0][:, value["begin"]:value["begin"] + value["width"]],
}


def evaluated(op, columns, rows, weights, dtype):
    """What an op of the program gives for so many rows of arguments."""
    values = {slot["name"]: x.to(dtype) if x.is_floating_point() else x for slot, x in zip(op["arguments"], columns)}
    for value in op["body"]:
        of = [values[name] for name in value.get("of", [])]
        values[value["name"]] = (
            torch.full((rows, value["width"]), value["number"], dtype=dtype, device=weights.device) if value["do"] == "fill" else
            PRIMITIVES[value["do"]](of, value, lambda part, rows=...: weights.tensor(value[part])[rows].to(dtype)))
    return [values[name].expand(rows, -1) for name in op["outputs"]]


def shake(x):
    return x * (1 + torch.finfo(x.dtype).eps * (2 * torch.randint_like(x, 2) - 1)) if x.is_floating_point() else x


@torch.no_grad()
def check_op(op, calls, now, weights):
    """`calls`: those of the op, in order; `now`: the state of their owners before any trial. What was recorded may differ by rounding:
    as far as float64 is from it when the rows change in their last digit, and a little."""
    for begin in range(0, len(calls), AT_ONCE):
        part = calls[begin:begin + AT_ONCE]
        columns = [column(part, number, weights.device) for number in range(len(op["arguments"]))]
        recorded = [torch.cat(each) for each in zip(*[call.results for call in part])]
        found = evaluated(op, columns, len(part), weights, recorded[0].dtype)
        exact = evaluated(op, columns, len(part), weights, torch.float64)
        shaken = [found, *(evaluated(op, [shake(x) for x in columns], len(part), weights, recorded[0].dtype) for _ in range(SHAKES))]
        if [x.shape for x in found] != [x.shape for x in recorded]:
            raise NotRecorded(f"{op['name']} ({defined_at(part[0].function)}): it gave values of {[x.shape[1] for x in recorded]} columns, and "
                              f"the program would give {[x.shape[1] for x in found]}. {changed(part[0], now)}")
        for output, (x, y, z) in enumerate(zip(recorded, found, exact)):
            rounding = torch.stack([(each[output] - z).abs() for each in shaken]).amax(0)
            near = (x - y).abs() <= 64 * (torch.finfo(x.dtype).eps * x.abs() + torch.where(rounding.isfinite(), rounding, 0))
            wrong = ~((x == y) | (x.isnan() & y.isnan()) | (near & x.isfinite() & y.isfinite()))
            if wrong.any():
                row, place = wrong.nonzero()[0].tolist()
                value = f", value {output}" if len(recorded) > 1 else ""
                raise NotRecorded(f"{op['name']} ({defined_at(part[row].function)}): call {begin + row + 1} of {len(calls)} gave "
                                  f"{x[row, place].item():g} in column {place}{value}, and the program would give {y[row, place].item():g}. "
                                  + cause(part[row], output, place, y[row, place], now, weights.device))


def cause(call, output, place, programs, now, device):
    """Why a call gave something else than the program gives."""
    ran = call.ran
    given = [column(ran.calls[:1] if isinstance(x, Node) and not x.batch else ran.calls, number, device) for number, x in enumerate(call.args)]
    again, before = (x[output][len(x[output]) // len(ran.calls) * call.index][place] for x in (called(call.op, call.function, given), ran.results))
    if (again - before).abs() <= 0.01 * (programs - before).abs():
        return (f"Called again with the same rows it gives the same, so it computes what the recorder does not see: from how many rows a batch "
                f"has (here {len(ran.calls)}), or from their numbers in Python or NumPy. {EACH_ROW}")
    return f"Called again with the same rows it gives something else. {changed(call, now)}"


def changed(call, now):
    """What is known to have changed since a call."""
    state, names = now[call], []
    for name, before in call.ran.state.items():
        if before != state.get(name):
            names.append(name if isinstance(before, tuple) else f"{name} (was {before!r}, is {state.get(name)!r} now)")
    if names:
        return (f"Changed since then: {', '.join(names[:4])}{' and others' if len(names) > 4 else ''}. A program has one value of each weight "
                "and number; pass what changes to the op as an argument")
    return ("It draws random numbers, or depends on something that has changed since, such as a weight that was changed through .data. Pass that "
            "to the op as an argument")
