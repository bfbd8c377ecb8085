# SPDX-License-Identifier: GPL-3.0-or-later
"""The TreeLSTMs of Tai et al. 2015 for any number of children: nary-tree-lstm and child-sum-tree-lstm."""
import torch

from reference import Net


class TaiNet(Net):
    def record(self, root):
        self.root = root
        self.state(root)

    def state(self, node):
        children = [self.state(child) for child in node.children]
        x = None if node.word is None else self.p["E"][self.bank.word(node)]
        gates = self.p["b"][0] if x is None else self.linear(x, "")
        forget = self.p["bf"][0] if x is None else self.linear(x, "f")
        hs = [h for h, _ in children]
        if children:
            gates = gates + self.of_children(hs)
        i, o, u = gates.chunk(3)
        c = torch.sigmoid(i) * torch.tanh(u)
        for k, (_, child_c) in enumerate(children):
            c = c + torch.sigmoid(forget + self.of_forget(k, hs)) * child_c
        h = torch.sigmoid(o) * torch.tanh(c)
        state = self.called(self.op(len(children), x is not None), node, h, c)
        if self.wants(node, self.root):
            self.classify(node, state[0])
        return state

    def op(self, children, has_word):
        return "leaf" if children == 0 else ("head" if has_word else "compose") + self.bucket(children)

    def bucket(self, children):
        return str(children)


class NaryTreeLstm(TaiNet):
    def of_children(self, hs):
        return sum(self.p[f"U{l + 1}"] @ h for l, h in enumerate(hs))

    def of_forget(self, k, hs):
        return sum(self.p[f"Uf{k + 1}_{l + 1}"] @ h for l, h in enumerate(hs))


class ChildSumTreeLstm(TaiNet):
    def of_children(self, hs):
        return self.p["U"] @ sum(hs)

    def of_forget(self, k, hs):
        return self.p["Uf"] @ hs[k]


class ChildSumOfAnyNumber(ChildSumTreeLstm):
    """--variadic segment-sum: the same equations, one op for all numbers of children."""

    def bucket(self, children):
        return ""


NETS = {"nary-tree-lstm": NaryTreeLstm, "child-sum-tree-lstm": ChildSumTreeLstm}
SEGMENT_SUM = {"child-sum-tree-lstm": ChildSumOfAnyNumber}
