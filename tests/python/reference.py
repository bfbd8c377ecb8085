# SPDX-License-Identifier: GPL-3.0-or-later
"""What the reference nets are written with: parameters, and a record of every value so that it can be compared."""
import torch


class Net:
    """A net in plain PyTorch. A subclass walks one tree in `record`, calling `called` for every value that the program under
    test has a node for, and `request` for every value that the program returns.

    Gradients of a value are those of its uses outside the cell that made it, so what a cell hands out is a copy.
    """

    def __init__(self, parameters, bank):
        self.p = parameters
        self.bank = bank
        self.calls = {}  # by op: (tree, node) and the outputs of each call, in the order of the calls
        self.requests = []
        self.targets = []
        self.tags = []  # of the requests, where a net decodes whole sentences
        self.tree = 0

    def zeros(self, width):
        return torch.zeros(width, dtype=next(iter(self.p.values())).dtype, requires_grad=True)

    def linear(self, x, suffix):
        return self.p["W" + suffix] @ x + self.p["b" + suffix].reshape(-1)

    def called(self, op, node, *outputs):
        copies = [output.clone() for output in outputs]
        for copy in copies:
            copy.retain_grad()
        self.calls.setdefault(op, []).append((self.place(node), copies))
        return copies[0] if len(copies) == 1 else copies

    def place(self, node):
        return self.tree, node.number

    def request(self, value, target):
        self.requests.append(value)
        self.targets.append(target)

    def classify(self, node, h, target_of=None):
        logits = self.called("logits", node, self.linear(h, self.classifier))
        self.request(logits, self.bank.target(node if target_of is None else target_of))

    def wants(self, node, root):
        return self.outputs == "all" or node is root

    classifier = "y"

    def run(self, outputs):
        self.outputs = outputs
        for self.tree, root in enumerate(self.bank.trees):
            self.record(root)
        losses = [torch.nn.functional.cross_entropy(value, torch.tensor(target))
                  for value, target in zip(self.requests, self.targets) if target >= 0]
        loss = torch.stack(losses).mean()
        loss.backward()
        return loss


def lstm(gates, c, forget_bias):
    """gates: input, forget, output, update."""
    i, f, o, u = gates.chunk(4)
    c = torch.sigmoid(i) * torch.tanh(u) + torch.sigmoid(f + forget_bias) * c
    return torch.sigmoid(o) * torch.tanh(c), c


def binary_tree_lstm(gates, left_c, right_c):
    """gates: update, input, forget left, forget right, output."""
    a, i, f1, f2, o = gates.chunk(5)
    c = torch.tanh(a) * torch.sigmoid(i) + torch.sigmoid(f1) * left_c + torch.sigmoid(f2) * right_c
    return torch.sigmoid(o) * torch.tanh(c), c
