# SPDX-License-Identifier: GPL-3.0-or-later
"""Models as TorchFold's users write them: methods that take batches, and a walk over each tree that makes the calls.

A walk gets `f`, which either records (Fold.add) or computes at once (Eager.add), so that both make the same calls.
"""
import torch
import torch.nn.functional as F
from torch import nn

from batchscope_record import op


class Value:
    """What Fold.add() returns, for values that are known at once."""

    def __init__(self, result):
        self.result = result

    def split(self, num):
        assert len(self.result) == num
        return tuple(Value(each) for each in self.result)

    def nobatch(self):
        return self


class Eager:
    """Plain PyTorch: each call runs at once, by itself."""

    def __init__(self, model):
        self.model, self.calls = model, []

    def add(self, name, *args):
        plain = [arg.result if isinstance(arg, Value) else torch.tensor([arg]) if isinstance(arg, int) else arg for arg in args]
        result = getattr(self.model, name)(*plain)
        self.calls.append((name, result if isinstance(result, tuple) else (result,)))
        return Value(result)


def gated(gates, left_c, right_c):
    a, i, left, right, o = gates.chunk(5, 1)
    c = a.tanh() * i.sigmoid() + left.sigmoid() * left_c + right.sigmoid() * right_c
    return o.sigmoid() * c.tanh(), c


class TreeLstm(nn.Module):
    """TorchFold's example: a binary TreeLSTM; the memory of a leaf is zero."""

    def __init__(self, words, classes=5, size=8):
        super().__init__()
        self.words = nn.Embedding(words, size)
        self.left, self.right, self.out = nn.Linear(size, 5 * size), nn.Linear(size, 5 * size), nn.Linear(size, classes)

    def leaf(self, word):
        h = self.words(word)
        return h, torch.zeros_like(h)

    def children(self, left_h, left_c, right_h, right_c):
        gates = self.left(left_h)
        gates += self.right(right_h)
        return gated(gates, left_c, right_c)

    def logits(self, h):
        return self.out(h)

    def walk(self, f, tree, bank):
        def state(node):
            if not node.children:
                return f.add("leaf", bank.word(node)).split(2)
            return f.add("children", *state(node.children[0]), *state(node.children[1])).split(2)
        return f.add("logits", state(tree)[0])


class Spinn(TreeLstm):
    """A stack and a queue, moved by shift and reduce (SPINN, Bowman et al. 2016): an LSTM follows the moves, and its state takes part
    in each reduction. Below the bottom of the stack and behind the end of the sentence are zeros."""

    def __init__(self, words, classes=5, size=8):
        super().__init__(words, classes, size)
        self.tracker, self.tracked = nn.LSTMCell(3 * size, 6), nn.Linear(6, 5 * size, bias=False)
        self.start_h, self.start_c = torch.zeros(1, 6), torch.zeros(1, 6)
        self.nothing = torch.zeros(1, size)

    def track(self, front, top, second, h, c):
        return self.tracker(torch.cat([front, top, second], 1), (h, c))

    def reduce(self, left_h, left_c, right_h, right_c, tracker_h):
        return gated(self.left(left_h) + self.right(right_h) + self.tracked(tracker_h), left_c, right_c)

    def walk(self, f, tree, bank):
        queue = [f.add("leaf", bank.word(node)).split(2) for node in tree.post_order() if not node.children]
        stack, tracker = [], (self.start_h, self.start_c)
        for node in tree.post_order():
            seen = [queue[0][0] if queue else self.nothing, *(stack[-k][0] if len(stack) >= k else self.nothing for k in (1, 2))]
            tracker = f.add("track", *seen, *tracker).split(2)
            if not node.children:
                stack.append(queue.pop(0))
            else:
                right, left = stack.pop(), stack.pop()
                stack.append(f.add("reduce", *left, *right, tracker[0]).split(2))
        return f.add("logits", stack[0][0])


class Chain(nn.Module):
    """TorchFold's README: a state that takes in a node's children one by one, from a start without arguments; of any number."""

    def __init__(self, words, classes=5, size=8):
        super().__init__()
        self.words, self.cell, self.out = nn.Embedding(words, size), nn.GRUCell(size, size), nn.Linear(2 * size, classes)
        self.begin, self.norm = nn.Parameter(torch.randn(1, size)), nn.LayerNorm(size)

    def init(self):
        return self.begin

    def context(self):
        return self.begin * 2

    def leaf(self, word):
        return self.words(word)

    def child(self, state, child):
        return self.norm(self.cell(child, state))

    def logits(self, state, start):
        return torch.log_softmax(self.out(torch.cat([state, start * state], 1)), 1)

    def walk(self, f, tree, bank):
        def state(node):
            if not node.children:
                return f.add("leaf", bank.word(node))
            result = f.add("init")
            for child in node.children:
                result = f.add("child", result, state(child))
            return result
        return f.add("logits", state(tree), f.add("context").nobatch() if self.shares else f.add("init"))
    shares = False


MODELS = {"tree-lstm": TreeLstm, "spinn": Spinn, "chain": Chain}


class Recursive(nn.Module):
    """The TreeLSTM as plain recursive PyTorch; what is batched is marked with @op."""

    def __init__(self, words, classes=5, size=8):
        super().__init__()
        self.cell = TreeLstm(words, classes, size)

    @op
    def leaf(self, word):
        return self.cell.leaf(word)

    @op
    def children(self, left_h, left_c, right_h, right_c):
        return self.cell.children(left_h, left_c, right_h, right_c)

    @op
    def logits(self, h):
        return self.cell.logits(h)

    def state(self, node, bank):
        if not node.children:
            return self.leaf(bank.word(node))
        return self.children(*self.state(node.children[0], bank), *self.state(node.children[1], bank))

    def forward(self, tree, bank):
        return self.logits(self.state(tree, bank)[0])


class Operations(nn.Module):
    """An op for each operation that has a translation; of rows x and y, 6 columns each."""

    def __init__(self):
        super().__init__()
        self.table, self.vector, self.matrix = nn.Embedding(9, 6), nn.Parameter(torch.randn(6)), nn.Parameter(torch.randn(6, 4))
        self.number, self.linear, self.norm = nn.Parameter(torch.randn(())), nn.Linear(6, 3, bias=False), nn.LayerNorm(6, eps=0.01)
        self.drop = nn.Dropout().eval()
        nn.init.normal_(self.norm.weight)

    def word(self, w):
        return self.table(w), self.table.weight[w], self.table.weight.index_select(0, w.view(-1)), self.table.weight.tanh()[w.long()]

    def unary(self, x):
        z = x * x + 0.5
        return (x.tanh(), x.sigmoid(), x.relu(), x.exp(), z.log(), z.sqrt(), x.abs(), F.gelu(x), F.softplus(x),
                -x, 1 / z, z.rsqrt(), x ** 3, z ** 1.5, F.silu(x), F.leaky_relu(x, 0.2), F.leaky_relu(x),
                x.clone().detach().contiguous().view(len(x), 6), self.drop(x), 2 * x - 1, 3 - x, x / 4, torch.rsub(x, 2, alpha=3))

    def binary(self, x, y):
        return (x + y, x - y, x * y, x / (y * y + 1), torch.minimum(x, y), torch.max(x, y), torch.add(x, y, alpha=2),
                torch.sub(x, y, alpha=0.5), torch.cat([x, y, x], 1), torch.stack([x, y]).sum(0), torch.stack([x, y], 1).mean(1),
                sum([x, y]), x * torch.ones(6), torch.full((len(x), 6), 0.5) + y, x.clone().add_(y).mul_(x).tanh_())

    def weights(self, x, y):
        return (self.linear(x), x @ self.matrix, torch.addmm(self.vector, x, self.matrix @ self.matrix.t()), x + self.vector,
                self.vector * y, y - self.number, self.norm(x), F.layer_norm(y, (6,)),
                torch.addmm(y, x, self.matrix @ self.matrix.t()), self.vector.expand(len(x), 6) * x)

    def columns(self, x, y):
        a, b, c = x.chunk(3, 1)
        d, e = x.split([1, 5], -1)
        wide = x.sum(1, keepdim=True)
        return (a * b + c, e, x[:, 1:4], x[..., -2:], x.narrow(1, 2, 3), wide, x.mean(-1, True), x.amax(1, True), x.max(1, keepdim=True)[0],
                x * wide, d.expand(len(x), 3), x.softmax(1), y.log_softmax(-1), (x * y).sum(1, keepdim=True) * y)


class Cell(nn.Module):
    """A module of others, as an op of a state and an input, 6 columns each. `compute(self, x, h)` gives the next state."""

    def __init__(self, compute, **parts):
        super().__init__()
        self.compute = compute
        for name, part in parts.items():
            setattr(self, name, part)

    @op
    def step(self, x, h):
        return self.compute(self, x, h)


def both(x, h): return torch.cat([x, h], 1)
def linear(inputs=12, outputs=6, **more): return nn.Linear(inputs, outputs, **more)
def number(*shape): return nn.Parameter(torch.randn(*shape) / 2)
def rms(x, epsilon=1e-6): return x * (x.pow(2).mean(1, keepdim=True) + epsilon).rsqrt()
def cosine(x, h): return (x * h).sum(1, keepdim=True) / ((x * x).sum(1, keepdim=True).sqrt() * (h * h).sum(1, keepdim=True).sqrt() + 1e-6)


def swiglu(m, x, h):
    a, b = m.up(both(x, h)).chunk(2, 1)
    return h + m.down(F.silu(a) * b)


def attend(m, x, h):
    scores = torch.cat([(m.q(h) * m.k(each)).sum(1, keepdim=True) for each in (x, h)], 1).softmax(1)
    return scores[:, :1] * m.v(x) + scores[:, 1:] * m.v(h)


def experts(m, x, h):
    weights = m.gate(both(x, h)).softmax(1)
    return sum(weights[:, n:n + 1] * expert(both(x, h)).tanh() for n, expert in enumerate(m.experts))


def mgu(m, x, h):
    f = m.f(both(x, h)).sigmoid()
    return (1 - f) * h + f * m.h(both(x, f * h)).tanh()


def light_gru(m, x, h):
    z = m.z(both(x, h)).sigmoid()
    return z * h + (1 - z) * m.h(both(x, h)).relu()


def sru(m, x, h):
    f, r = (m.f(x) + m.vf * h).sigmoid(), (m.r(x) + m.vr * h).sigmoid()
    c = f * h + (1 - f) * m.w(x)
    return r * c.tanh() + (1 - r) * x


def read_memory(m, x, h):
    weights = (m.key(x) @ m.slots.t()).softmax(1)
    return h + weights @ m.slots


# Cells as they are published or as PyTorch has them, each with what it computes from an input and a state.
CELLS = {
    "RNNCell": lambda: Cell(lambda m, x, h: m.cell(x, h), cell=nn.RNNCell(6, 6)),
    "RNNCell, relu": lambda: Cell(lambda m, x, h: m.cell(x, h), cell=nn.RNNCell(6, 6, nonlinearity="relu")),
    "GRUCell": lambda: Cell(lambda m, x, h: m.cell(x, h), cell=nn.GRUCell(6, 6)),
    "GRUCell without bias": lambda: Cell(lambda m, x, h: m.cell(x, h), cell=nn.GRUCell(6, 6, bias=False)),
    "LSTMCell": lambda: Cell(lambda m, x, h: m.cell(x, (h, 0.5 * h))[0], cell=nn.LSTMCell(6, 6)),
    "RNNCell and LayerNorm": lambda: Cell(lambda m, x, h: m.norm(m.cell(x, h)), cell=nn.RNNCell(6, 6), norm=nn.LayerNorm(6)),
    "MLP, tanh": lambda: Cell(lambda m, x, h: m.net(both(x, h)), net=nn.Sequential(linear(), nn.Tanh(), linear(6))),
    "MLP, GELU, dropout in eval": lambda: Cell(
        lambda m, x, h: m.net(both(x, h)), net=nn.Sequential(linear(12, 9), nn.GELU(), nn.Dropout(), linear(9))).eval(),
    "residual": lambda: Cell(lambda m, x, h: h + m.net(both(x, h)).relu(), net=linear()),
    "pre-norm residual": lambda: Cell(lambda m, x, h: h + m.net(m.norm(both(x, h))), net=linear(), norm=nn.LayerNorm(12)),
    "highway": lambda: Cell(lambda m, x, h: (t := m.t(h).sigmoid()) * m.g(both(x, h)).relu() + (1 - t) * h, t=linear(6), g=linear()),
    "RMSNorm": lambda: Cell(lambda m, x, h: m.out(rms(both(x, h)) * m.scale), out=linear(), scale=number(12)),
    "ScaleNorm": lambda: Cell(
        lambda m, x, h: m.g * (y := m.out(both(x, h))) / ((y * y).sum(1, keepdim=True).sqrt() + 1e-5), out=linear(), g=number(1)),
    "SwiGLU": lambda: Cell(swiglu, up=linear(12, 16), down=linear(8)),
    "gated linear unit": lambda: Cell(lambda m, x, h: m.a(both(x, h)) * m.b(both(x, h)).sigmoid(), a=linear(), b=linear()),
    "attention over two": lambda: Cell(attend, q=linear(6), k=linear(6), v=linear(6)),
    "mixture of experts": lambda: Cell(experts, gate=linear(12, 3), experts=nn.ModuleList(linear() for _ in range(3))),
    "FiLM": lambda: Cell(lambda m, x, h: m.gamma(x) * h + m.beta(x), gamma=linear(6), beta=linear(6)),
    "squeeze and excite": lambda: Cell(lambda m, x, h: (x + h) * m.two(m.one(x + h).relu()).sigmoid(), one=linear(6, 3), two=linear(3)),
    "minimal gated unit": lambda: Cell(mgu, f=linear(), h=linear()),
    "light GRU": lambda: Cell(light_gru, z=linear(), h=linear()),
    "simple recurrent unit": lambda: Cell(sru, f=linear(6), r=linear(6), w=linear(6, bias=False), vf=number(6), vr=number(6)),
    "memory slots": lambda: Cell(read_memory, key=linear(6), slots=number(5, 6)),
    "NLI features": lambda: Cell(lambda m, x, h: m.out(torch.cat([x, h, (x - h).abs(), x * h], 1)), out=linear(24)),
    "cosine gate": lambda: Cell(lambda m, x, h: cosine(x, h) * x + (1 - cosine(x, h)) * h),
    "deep and cross": lambda: Cell(lambda m, x, h: x * (h @ m.w) + m.b + h, w=number(6, 1), b=number(6)),
    "maxout": lambda: Cell(lambda m, x, h: torch.maximum(m.a(both(x, h)), m.b(both(x, h))), a=linear(), b=linear()),
    "low-rank bilinear": lambda: Cell(lambda m, x, h: m.p(m.u(x).tanh() * m.v(h).tanh()), u=linear(6, 8), v=linear(6, 8), p=linear(8)),
    "leaky and softplus": lambda: Cell(lambda m, x, h: F.leaky_relu(m.a(x), 0.1) - F.softplus(m.b(h)), a=linear(6), b=linear(6)),
    "temperature": lambda: Cell(lambda m, x, h: (m.out(both(x, h)) / 0.7).log_softmax(-1).exp(), out=linear()),
    "weight of two parameters": lambda: Cell(lambda m, x, h: F.linear(both(x, h), m.v * m.g), v=number(6, 12), g=number(6, 1)),
    "log-sum of exponents": lambda: Cell(lambda m, x, h: (m.a(x).exp() + m.b(h).exp()).log(), a=linear(6), b=linear(6)),
}
