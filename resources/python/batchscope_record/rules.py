# SPDX-License-Identifier: GPL-3.0-or-later
"""The operations of PyTorch that have a translation.

A rule takes the body and the operation's arguments, and returns the name of the result: of a row; (dim, names) for rows stacked; a list
for several results; None where it cannot translate these arguments.
"""
import functools
import itertools

import torch


def is_number(x): return isinstance(x, (int, float))
def unary(do, **more): return lambda b, x: b.add(do, b.row(x), **more)
def binary(do): return lambda b, x, y: b.add(do, b.row(x), b.row(y))
def same(b, x, *a, **k): return b.known_of(x)
def scaled(b, name, factor): return name if factor == 1 else b.add("scale", name, number=factor)
def chain(b, do, names): return functools.reduce(lambda left, right: b.add(do, left, right), names)
def mul(b, x, y): return scaled(b, b.row(x), y) if is_number(y) else b.add("multiply", b.row(x), b.row(y))
def div(b, x, y): return scaled(b, b.row(x), 1 / y) if is_number(y) else b.add("divide", b.row(x), b.row(y))


def add(b, x, y, alpha=1):
    return b.add("shift", b.row(x), number=alpha * y) if is_number(y) else b.add("add", b.row(x), scaled(b, b.row(y), alpha))


def sub(b, x, y, alpha=1):
    return add(b, x, -alpha * y) if is_number(y) else b.add("subtract", b.row(x), scaled(b, b.row(y), alpha))


def rsub(b, x, y, alpha=1):
    return b.add("shift", scaled(b, b.row(x), -alpha), number=y) if is_number(y) else sub(b, y, x, alpha)


def product(b, x, weight, bias=None):
    if b.depends(weight):
        return None
    more = {} if bias is None else {"bias": b.weights.name(bias.reshape(1, -1))}
    return b.add("linear", b.row(x), weight=b.weights.name(weight.t()), **more)


def addmm(b, bias, x, weight):
    if bias.dim() == 1 and not b.depends(bias):
        return product(b, x, weight, bias)
    result = product(b, x, weight)
    return result and b.add("add", b.row(bias), result)


def lookup(b, table, index, *a, **k):
    index = index[0] if isinstance(index, list) and len(index) == 1 else index
    name = b.known_of(index) if isinstance(index, torch.Tensor) else None
    fits = isinstance(name, tuple) and len(name) == 1 and table.dim() == 2 and not b.depends(table)
    return b.add("lookup", *name, table=b.weights.name(table)) if fits else None


def pieces(b, x, size, dim=0):
    width = x.shape[1]
    sizes = size if isinstance(size, list) else [min(size, width - at) for at in range(0, width, size)]
    begins = itertools.accumulate([0, *sizes])
    return [b.add("slice", b.row(x), begin=at, width=wide) for at, wide in zip(begins, sizes)] if dim in (1, -1) else None


def cut(b, x, dim=0, start=None, end=None, step=1):
    begin, end, _ = slice(start, end).indices(x.shape[dim])
    if step == 1 and (begin, end) == (0, x.shape[dim]):
        return b.known_of(x)
    return b.add("slice", b.row(x), begin=begin, width=end - begin) if step == 1 and dim in (1, -1) and begin < end else None


def total(b, x, dims, keepdim=False):
    known = b.known_of(x)
    if isinstance(known, tuple) and len(known) == 2 and dims in ([known[0]], [known[0] - 3]) and not keepdim:
        return chain(b, "add", known[1])
    return b.add("row_sum", b.row(x)) if x.dim() == 2 and dims in ([1], [-1]) and keepdim else None


def mean(b, x, dims, keepdim=False):
    result = total(b, x, dims, keepdim)
    return result and scaled(b, result, 1 / x.shape[dims[0]])


def layer_norm(b, x, shape, weight, bias, epsilon):
    y = b.add("layer_norm", b.row(x), number=epsilon) if len(shape) == 1 else None
    y = y if y is None or weight is None else b.add("multiply", y, b.row(weight))
    return [y if y is None or bias is None else b.add("add", y, b.row(bias)), None, None] if y else None


def expand(b, x, shape, *a, **k):
    width = shape[-1] if shape[-1] != -1 else x.shape[-1]
    return b.known_of(x) if width == x.shape[-1] else b.add("widen", b.row(x), width=width)


def softmax(do): return lambda b, x, dim, half=False: b.add(do, b.row(x)) if dim in (1, -1) and x.dim() == 2 else None
def stack(b, xs, dim=0): return (dim % 3, [b.row(x) for x in xs]) if dim in (0, 1, -2, -3) and xs[0].dim() == 2 else None
def cat(b, xs, dim=0): return chain(b, "concat", [b.row(x) for x in xs]) if dim in (1, -1) else None
def silu(b, x): return b.add("multiply", b.row(x), b.add("sigmoid", b.row(x)))
def row_max(b, x, dim, keepdim=False): return b.add("row_max", b.row(x)) if dim in (1, -1, [1], [-1]) and keepdim else None


SAME = ("detach", "clone", "contiguous", "alias", "lift_fresh", "view", "_unsafe_view", "_reshape_alias", "_to_copy")
# By operation of PyTorch, without the underscore of its form that works in place.
RULES = {
    **{name: unary(name) for name in ("tanh", "sigmoid", "relu", "exp", "log", "sqrt", "abs", "gelu", "softplus")},
    **dict.fromkeys(SAME, same),
    **{name: pieces for name in ("split", "split_with_sizes", "unsafe_split", "unsafe_split_with_sizes")},
    **{name: lookup for name in ("embedding", "index")},
    "index_select": lambda b, x, dim, index: lookup(b, x, index) if dim == 0 else None,
    "neg": unary("scale", number=-1), "reciprocal": unary("power", number=-1), "rsqrt": unary("power", number=-0.5), "silu": silu,
    "pow": lambda b, x, y: b.add("power", b.row(x), number=y) if is_number(y) else None,
    "leaky_relu": lambda b, x, slope=0.01: b.add("leaky_relu", b.row(x), number=slope),
    "add": add, "sub": sub, "rsub": rsub, "mul": mul, "div": div, "minimum": binary("min"), "maximum": binary("max"),
    "mm": product, "addmm": addmm, "_softmax": softmax("softmax"), "_log_softmax": softmax("log_softmax"), "native_layer_norm": layer_norm,
    "sum": total, "mean": mean, "amax": row_max, "max": lambda b, x, *a: (r := row_max(b, x, *a)) and [r, None],
    "cat": cat, "stack": stack, "slice": cut, "expand": expand,
    "copy": lambda b, to, x: b.row(x) if to.shape == x.shape else None,
}
# Their result does not depend on the numbers of the tensor that they are called on.
CREATE = {*(f"{name}_like" for name in ("zeros", "ones", "full", "empty", "rand", "randn")),
          *(f"new_{name}" for name in ("zeros", "ones", "full", "empty", "empty_strided"))}
