# SPDX-License-Identifier: GPL-3.0-or-later
"""One program for each primitive, and what PyTorch computes for it: h = tanh(W f(left, right) + b).

The trees have equal children, so that ties and zeros are reached: gradients there follow PyTorch's.
"""
import json

import torch
import torch.nn.functional as F

from module_nets import Cell
from trees import Bank, read_brackets

DIM = 6
TREES = """(3 (2 a) (4 (2 b) (2 b)))
(1 (0 (1 c) (2 d)) (2 (1 c) (2 d)))
(2 (2 e) (0 (1 a) (1 (1 f) (0 g))))
"""
BANK, CLASSES = Bank(read_brackets(TREES)), 5


def value(name, do, *of, **more):
    return {"name": name, "do": do, **({"of": list(of)} if of else {}), **more}


def unary(do, f, before=None, **more):
    """f of left - right, or of a value that is made of it first."""
    body = [value("x", "subtract", "l", "r")]
    if before is not None:
        body += before[0]
    return [*body, value("y", do, body[-1]["name"], **more)], lambda l, r: f(l - r if before is None else before[1](l - r))


POSITIVE = ([value("square", "multiply", "x", "x"), value("above", "shift", "square", number=0.5)], lambda x: x * x + 0.5)


def binary(do, f):
    return [value("y", do, "l", "r")], f


def matrix_product(l, r):
    return l.reshape(3, 2) @ r[:2]


def layer_norm(x):
    return F.layer_norm(x, (len(x),), eps=1e-5)


PRIMITIVES = {
    "tanh": unary("tanh", torch.tanh),
    "sigmoid": unary("sigmoid", torch.sigmoid),
    "relu": unary("relu", torch.relu),
    "exp": unary("exp", torch.exp),
    "log": unary("log", torch.log, POSITIVE),
    "sqrt": unary("sqrt", torch.sqrt, POSITIVE),
    "abs": unary("abs", torch.abs),
    "gelu": unary("gelu", F.gelu),
    "softplus": unary("softplus", F.softplus),
    "scale": unary("scale", lambda x: -1.5 * x, number=-1.5),
    "shift": unary("shift", lambda x: x + 0.75, number=0.75),
    "power 3": unary("power", lambda x: x ** 3, number=3),
    "power 1.5": unary("power", lambda x: x ** 1.5, POSITIVE, number=1.5),
    "power -1": unary("power", lambda x: x ** -1, POSITIVE, number=-1),
    "power 0": unary("power", lambda x: x ** 0, number=0),
    "leaky_relu": unary("leaky_relu", lambda x: F.leaky_relu(x, 0.2), number=0.2),
    "add": binary("add", lambda l, r: l + r),
    "subtract": binary("subtract", lambda l, r: l - r),
    "multiply": binary("multiply", lambda l, r: l * r),
    "divide": ([value("square", "multiply", "r", "r"), value("above", "shift", "square", number=0.5),
                value("y", "divide", "l", "above")], lambda l, r: l / (r * r + 0.5)),
    "min": binary("min", torch.minimum),
    "max": binary("max", torch.maximum),
    "step": ([value("s", "step", "l", "r"), value("y", "add", "s", "l")],
             lambda l, r: torch.heaviside((l - r).detach(), torch.tensor(0.5, dtype=l.dtype)) + l),
    "mask": binary("mask", lambda l, r: torch.where(r > 0, l, torch.zeros_like(l))),
    "concat": binary("concat", lambda l, r: torch.cat([l, r])),
    "slice": ([value("y", "slice", "l", begin=1, width=3)], lambda l, r: l[1:4]),
    "slice 1": ([value("y", "slice", "l", begin=5, width=1)], lambda l, r: l[5:]),
    "row_sum": unary("row_sum", lambda x: x.sum().reshape(1)),
    "row_max": unary("row_max", lambda x: x.amax().reshape(1)),
    "dot": binary("dot", lambda l, r: (l @ r).reshape(1)),
    "widen": ([value("d", "dot", "l", "r"), value("y", "widen", "d", width=4)], lambda l, r: (l @ r).expand(4)),
    "broadcast": ([value("d", "dot", "l", "r"), value("y", "multiply", "l", "d")], lambda l, r: l * (l @ r)),
    "softmax": unary("softmax", lambda x: torch.softmax(x, 0)),
    "log_softmax": unary("log_softmax", lambda x: torch.log_softmax(x, 0)),
    "layer_norm": ([value("x", "multiply", "l", "r"), value("y", "layer_norm", "x")], lambda l, r: layer_norm(l * r)),
    "outer": binary("outer", lambda l, r: torch.outer(l, r).reshape(-1)),
    "outer of itself": ([value("y", "outer", "l", "l")], lambda l, r: torch.outer(l, l).reshape(-1)),
    "transpose": ([value("y", "transpose", "l", number=2)], lambda l, r: l.reshape(3, 2).T.reshape(-1)),
    "matvec": ([value("v", "slice", "r", begin=0, width=2), value("y", "matvec", "l", "v")], matrix_product),
    "fill": ([value("f", "fill", width=DIM, number=0.5), value("y", "multiply", "f", "l")], lambda l, r: 0.5 * l),
    "linear": ([value("y", "linear", "l", weight="W", bias="b")], None),
}
# Of the items of a node: f of a matrix with a row for each child.
SEGMENTS = {
    "segment_sum": lambda x: x.sum(0),
    "segment_mean": lambda x: x.mean(0),
    "segment_max": lambda x: x.amax(0),
}


def width_of(f):
    return len(f(torch.ones(DIM), torch.ones(DIM)))


class Calls:
    """The calls of the trees, an instance each, in the order in which the reference nets make them."""

    def __init__(self, variadic):
        self.variadic, self.calls, self.outputs = variadic, [], []

    def call(self, op, args):
        name = f"{op}{len(self.calls)}"
        self.calls.append({"name": name, "op": op, "args": args, "instance": self.tree})
        return name

    def state(self, node):
        children = [self.state(child) for child in node.children]
        if children:
            state = self.call("compose", [children] if self.variadic else children)
        else:
            state = self.call("leaf", [{"integer": BANK.word(node)}])
        self.outputs.append({"value": self.call("logits", [state]), "target": BANK.target(node)})
        return state

    def record(self, trees):
        for self.tree, root in enumerate(trees):
            self.state(root)
        return {"calls": self.calls, "outputs": self.outputs}


def program(body, width, arguments):
    def row(name, columns):
        return {"name": name, "class": "row", "width": columns}
    variadic = any("variadic" in argument for argument in arguments)
    return {
        "batchscope_program": 1,
        "params": [{"name": "E", "rows": len(BANK.words), "columns": DIM}, {"name": "W", "rows": DIM, "columns": width},
                   {"name": "b", "rows": 1, "columns": DIM}, {"name": "Wy", "rows": CLASSES, "columns": DIM},
                   {"name": "by", "rows": 1, "columns": CLASSES}],
        "ops": [
            {"name": "leaf", "arguments": [{"name": "w", "class": "integer"}],
             "body": [value("h", "lookup", "w", table="E")], "outputs": ["h"]},
            {"name": "compose", "arguments": arguments,
             "body": [*body, value("z", "linear", "y", weight="W", bias="b"), value("h", "tanh", "z")], "outputs": ["h"]},
            {"name": "logits", "arguments": [row("h", DIM)], "body": [value("o", "linear", "h", weight="Wy", bias="by")],
             "outputs": ["o"]}],
        **Calls(variadic).record(BANK.trees)}


def net_of(f):
    class OneCell(Cell):
        def compose(self, node, left, right):
            return self.called("compose", node, torch.tanh(self.affine(f(left, right), "W", "b")))

        def place(self, node):
            return self.tree, 0  # an instance of a program has no nodes of a tree
    return OneCell


def cells(folder):
    """name, file of the program, reference net"""
    both = [{"name": "l", "class": "row", "width": DIM}, {"name": "r", "class": "row", "width": DIM}]
    every = [{"name": "x", "class": "row", "width": DIM, "variadic": True}]
    made = []
    for name, (body, f) in PRIMITIVES.items():
        if f is not None:
            made.append((name, program(body, width_of(f), both), net_of(f)))
    for name, f in SEGMENTS.items():
        made.append((name, program([value("y", name, "x")], DIM, every), net_of(lambda l, r, f=f: f(torch.stack([l, r])))))
    spread = [value("s", "segment_sum", "x"), value("many", "spread", "s"), value("part", "multiply", "many", "x"),
              value("y", "segment_sum", "part")]
    made.append(("spread", program(spread, DIM, every), net_of(lambda l, r: (l + r) * (l + r))))
    for name, text, net in made:
        file = folder / (name.replace(" ", "-") + ".json")
        file.write_text(json.dumps(text))
        yield name, str(file), net


def all_names():
    return {name.split(" ")[0] for name in [*PRIMITIVES, *SEGMENTS, "spread", "lookup"]} - {"broadcast"}
