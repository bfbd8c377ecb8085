# SPDX-License-Identifier: GPL-3.0-or-later
"""The modules of sample_data/models that are texts, as recursive functions; the equations are in their comments."""
import torch

from tree_nets import RecursiveNet


class Cell(RecursiveNet):
    """State of a leaf: its row of E."""

    def leaf(self, node):
        return self.called("leaf", node, self.embedding(node))

    def affine(self, x, weight, bias):
        return self.p[weight] @ x + self.p[bias].reshape(-1)


class GatedCell(Cell):
    def compose(self, node, left, right):
        both = torch.cat([left, right])
        kept = torch.sigmoid(self.affine(both, "Wg", "bg")) * both
        return self.called("compose", node, torch.tanh(self.affine(kept[:len(left)] + kept[len(left):], "W", "b")))


class TreeGru(Cell):
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


class Rntn(Cell):
    def compose(self, node, left, right):
        x = torch.cat([left, right])
        slices = self.p["V"].reshape(len(left), len(x), len(x))
        form = torch.stack([x @ each @ x for each in slices])
        return self.called("compose", node, torch.tanh(form + self.affine(x, "W", "bp")))


class MvRnn(Cell):
    def leaf(self, node):
        word = self.bank.word(node)
        return self.called("leaf", node, self.p["L"][word], self.p["LM"][word])

    def compose(self, node, left, right):
        (a, a_columns), (b, b_columns) = left, right
        a_matrix, b_matrix = a_columns.reshape(len(a), len(a)).T, b_columns.reshape(len(a), len(a)).T
        p = torch.tanh(self.affine(torch.cat([b_matrix @ a, a_matrix @ b]), "W", "bp"))
        return self.called("compose", node, p, (self.p["WM"] @ torch.cat([a_matrix, b_matrix])).T.reshape(-1))


class Autoencoder(Cell):
    def leaf(self, node):
        return self.called("leaf", node, self.embedding(node), self.zeros(1))

    def compose(self, node, left, right):
        both = torch.cat([left[0], right[0]])
        q = torch.tanh(self.affine(both, "W1", "b1"))
        p = q / q.norm()
        error = 0.5 * ((both - self.affine(p, "W2", "b2")) ** 2).sum().reshape(1)
        return self.called("compose", node, p, left[1] + right[1] + error)


NETS = {"gated_cell": GatedCell, "tree_gru": TreeGru, "rntn": Rntn, "mv_rnn": MvRnn, "autoencoder": Autoencoder}
