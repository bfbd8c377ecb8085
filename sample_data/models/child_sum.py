"""A child-sum TreeLSTM (Tai et al. 2015) over any number of children, for dependency trees: every node has a word."""
from typing import List, Tuple

import torch
from torch import Tensor, nn


class ChildSum(nn.Module):
    def __init__(self, words: int = 20000, d: int = 64, classes: int = 5):
        super().__init__()
        self.d = d
        self.embedding = nn.Embedding(words, d)
        self.gates_of_word = nn.Linear(d, 3 * d)
        self.gates_of_children = nn.Linear(d, 3 * d, bias=False)
        self.forget_of_word = nn.Linear(d, d)
        self.forget_of_child = nn.Linear(d, d, bias=False)
        self.out = nn.Linear(d, classes)

    @torch.jit.export
    def node(self, word: Tensor, hs: List[Tensor], cs: List[Tensor]) -> Tuple[Tensor, Tensor]:
        x = self.embedding(word)
        gates = self.gates_of_word(x)
        if len(hs) > 0:
            gates = gates + self.gates_of_children(torch.stack(hs).sum(0))
        i, o, u = gates.chunk(3, dim=1)
        c = i.sigmoid() * u.tanh()
        forget = self.forget_of_word(x)
        for k in range(len(hs)):
            c = c + torch.sigmoid(forget + self.forget_of_child(hs[k])) * cs[k]
        return o.sigmoid() * c.tanh(), c

    @torch.jit.export
    def logits(self, h: Tensor) -> Tensor:
        return self.out(h)


def make(words: int) -> nn.Module:
    return ChildSum(words)
