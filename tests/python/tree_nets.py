# SPDX-License-Identifier: GPL-3.0-or-later
"""Nets over binary trees, as recursive functions: tree-rnn, tree-lstm, dynet-tree-lstm, looks, spinn."""
import torch

from reference import Net, binary_tree_lstm, lstm


class RecursiveNet(Net):
    """leaf(word) and compose(left, right) give a state; its first value is classified."""

    def record(self, root):
        self.root = root
        self.state(root)

    def state(self, node):
        if not node.children:
            state = self.leaf(node)
        elif len(node.children) == 1:
            state = self.state(node.children[0])
        else:
            left, right = (self.state(child) for child in node.children)
            state = self.compose(node, left, right)
        if self.wants(node, self.root):
            self.classify(node, state[0] if isinstance(state, list) else state)
        return state

    def embedding(self, node):
        return self.p["E"][self.bank.word(node)]


class TreeRnn(RecursiveNet):
    def leaf(self, node):
        return self.called("embed", node, self.embedding(node))

    def compose(self, node, left, right):
        return self.called("compose", node, torch.tanh(self.p["W"] @ torch.cat([left, right])))


class TreeLstm(RecursiveNet):
    classifier = ""

    def leaf(self, node):
        h = self.embedding(node)
        return self.called("leaf", node, h, self.zeros(len(h)))

    def compose(self, node, left, right):
        gates = self.linear(left[0], "l") + self.linear(right[0], "r")
        return self.called("children", node, *binary_tree_lstm(gates, left[1], right[1]))


class DynetTreeLstm(RecursiveNet):
    classifier = ""

    def gated(self, x, prefix, kept):
        c = torch.sigmoid(self.linear(x, prefix + "i")) * torch.tanh(self.linear(x, prefix + "u")) + kept
        return torch.sigmoid(self.linear(x, prefix + "o")) * torch.tanh(c), c

    def leaf(self, node):
        return self.called("leaf", node, *self.gated(self.embedding(node), "x", 0.0))

    def compose(self, node, left, right):
        kept = sum(torch.sigmoid(self.linear(h, suffix)) * c for (h, c), suffix in ((left, "f1"), (right, "f2")))
        return self.called("compose", node, *self.gated(torch.cat([left[0], right[0]]), "h", kept))


class Looks(RecursiveNet):
    def leaf(self, node):
        return self.called("leaf", node, self.embedding(node))

    def compose(self, node, left, right):
        z = torch.relu(self.linear(torch.cat([left, right]), "0"))
        fl, fr, i, g = self.linear(z, "").chunk(4)
        y = torch.sigmoid(fl) * left + torch.sigmoid(fr) * right + torch.sigmoid(i) * torch.tanh(g)
        return self.called("cell", node, y)


class Spinn(Net):
    """The moves of a shift-reduce parser, read off the tree."""

    def record(self, root):
        self.sentence(root, lambda node, h: self.wants(node, root) and self.classify(node, h))

    def sentence(self, root, made):
        """Calls `made` with each node and its h; the h of the root."""
        empty = self.called("empty", root, self.zeros(self.p["E"].shape[1]))
        h = self.called("start", root, self.zeros(self.p["Wh"].shape[1]))
        c = h
        nodes = list(root.post_order())
        buffer = [self.called("shift", node, self.p["E"][self.bank.word(node)], self.zeros(self.p["E"].shape[1]))
                  for node in nodes if not node.children]
        stack = []
        for node in nodes:
            seen = (buffer[0][0] if buffer else empty, stack[-1][0] if stack else empty,
                    stack[-2][0] if len(stack) > 1 else empty)
            gates = sum(self.p[name] @ x for name, x in zip(("Wb", "W1", "W2"), seen)) + self.linear(h, "h")
            h, c = self.called("tracker", node, *lstm(gates, c, 0.0))
            if self.outputs == "all":
                move = self.called("transition", node, self.linear(h, "a"))
                self.request(move, 1 if node.children else 0)
            if node.children:
                right, left = stack.pop(), stack.pop()
                gates = self.linear(left[0], "l") + self.linear(right[0], "r") + self.p["Wt"] @ h
                stack.append(self.called("reduce", node, *binary_tree_lstm(gates, left[1], right[1])))
            else:
                stack.append(buffer.pop(0))
            made(node, stack[-1][0])
        return stack[-1][0]


class SpinnPair(Spinn):
    """Each of the two trees below the root by itself, and a classifier over both (Bowman et al. 2016, section 4.2)."""

    def record(self, root):
        p, q = (self.sentence(tree, lambda node, h: None) for tree in root.children)
        hidden = torch.relu(self.linear(torch.cat([p, q, p - q, p * q]), "m"))
        self.request(self.called("compare", root, self.linear(hidden, "y")), self.bank.target(root))


NETS = {"tree-rnn": TreeRnn, "tree-lstm": TreeLstm, "dynet-tree-lstm": DynetTreeLstm, "looks": Looks, "spinn": Spinn,
        "spinn-pair": SpinnPair}
