# SPDX-License-Identifier: GPL-3.0-or-later
"""The recipes of sample_data, as recursive functions; the equations are in their notes."""
import torch

from tree_nets import RecursiveNet


class Recipe(RecursiveNet):
    """State of a leaf: its row of E."""

    def leaf(self, node):
        return self.called("leaf", node, self.embedding(node))

    def affine(self, x, weight, bias):
        return self.p[weight] @ x + self.p[bias][0]


class GatedCell(Recipe):
    def compose(self, node, left, right):
        both = torch.cat([left, right])
        kept = torch.sigmoid(self.affine(both, "Wg", "bg")) * both
        return self.called("compose", node, torch.tanh(self.affine(kept[:len(left)] + kept[len(left):], "W", "b")))


class TreeGru(Recipe):
    def leaf(self, node):
        x = self.embedding(node)
        z = torch.sigmoid(self.affine(x, "Wz", "bz"))
        return self.called("leaf", node, (1 - z) * torch.tanh(self.affine(x, "Wh", "bh")))

    def compose(self, node, left, right):
        both = torch.cat([left, right])
        r = torch.sigmoid(self.affine(both, "Ur", "br"))
        z = torch.sigmoid(self.affine(both, "Uz", "bz"))
        u = torch.tanh(self.affine(torch.cat([r * left, r * right]), "Uh", "bh"))
        return self.called("compose", node, z * (left + right) + (1 - z) * u)


class Rntn(Recipe):
    def compose(self, node, left, right):
        x = torch.cat([left, right])
        slices = self.p["V"].reshape(len(left), len(x), len(x))
        form = torch.stack([x @ each @ x for each in slices])
        return self.called("compose", node, torch.tanh(form + self.affine(x, "W", "bp")))


class MvRnn(Recipe):
    def leaf(self, node):
        word = self.bank.word(node)
        return self.called("leaf", node, self.p["L"][word], self.p["LM"][word])

    def compose(self, node, left, right):
        (a, a_rows), (b, b_rows) = left, right
        a_matrix, b_matrix = a_rows.reshape(len(a), len(a)), b_rows.reshape(len(a), len(a))
        p = torch.tanh(self.affine(torch.cat([b_matrix @ a, a_matrix @ b]), "W", "bp"))
        return self.called("compose", node, p, (self.p["WM"] @ torch.cat([a_matrix, b_matrix])).reshape(-1))


class Autoencoder(Recipe):
    def compose(self, node, left, right):
        p = torch.tanh(self.affine(torch.cat([left, right]), "W1", "b1"))
        return self.called("compose", node, p / p.norm())

    def state(self, node):
        state = super().state(node)
        if len(node.children) == 2:
            both = torch.cat([self.made[id(child)] for child in node.children])
            error = self.called("error", node, 0.5 * ((both - self.affine(state, "W2", "b2")) ** 2).sum().reshape(1))
            self.request(error, -1)
        self.made[id(node)] = state
        return state

    def record(self, root):
        self.made = {}
        super().record(root)


class Attention(Recipe):
    def state(self, node):
        if not node.children:
            state = self.leaf(node)
        else:
            children = torch.stack([self.state(child) for child in node.children])
            q = self.embedding(node)
            e = torch.tanh(self.affine(q, "Wq", "ba") + children @ self.p["Wk"].T) @ self.p["v"][0]
            c = torch.softmax(e, 0) @ children
            state = self.called("head", node, torch.tanh(self.affine(torch.cat([q, c]), "W", "bh")))
        if self.wants(node, self.root):
            self.classify(node, state)
        return state


class Pairs(Recipe):
    def compose(self, node, left, right):
        return self.called("compose", node, torch.tanh(self.affine(torch.cat([left, right]), "W", "b")))

    def wants(self, node, root):
        return False

    def record(self, root):
        self.root = root
        f, s = (self.state(child) for child in root.children)
        hidden = torch.relu(self.affine(torch.cat([f, s, (f - s).abs(), f * s]), "Wc", "bc"))
        classes = list(dict.fromkeys(tree.label for tree in self.bank.trees))  # those of the roots
        self.request(self.called("compare", root, self.affine(hidden, "Wy", "by")), classes.index(root.label))


NETS = {"pairs": Pairs, "gated_cell": GatedCell, "tree_gru": TreeGru, "rntn": Rntn, "mv_rnn": MvRnn, "autoencoder": Autoencoder,
        "attention": Attention}
