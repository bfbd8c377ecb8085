"""Two sentences by one TreeLSTM, and a classifier over both, as for SNLI (Bowman et al. 2016, section 4)."""
from typing import Tuple

import torch
from torch import Tensor, nn


class Pair(nn.Module):
    def __init__(self, words: int = 20000, d: int = 64, classes: int = 3):
        super().__init__()
        self.embedding = nn.Embedding(words, d)
        self.gates = nn.Linear(2 * d, 5 * d)
        self.hidden = nn.Linear(4 * d, d)
        self.out = nn.Linear(d, classes)

    @torch.jit.export
    def leaf(self, word: Tensor) -> Tuple[Tensor, Tensor]:
        h = self.embedding(word)
        return h, torch.zeros_like(h)

    @torch.jit.export
    def compose(self, lh: Tensor, lc: Tensor, rh: Tensor, rc: Tensor) -> Tuple[Tensor, Tensor]:
        a, i, f1, f2, o = self.gates(torch.cat([lh, rh], dim=1)).chunk(5, dim=1)
        c = a.tanh() * i.sigmoid() + f1.sigmoid() * lc + f2.sigmoid() * rc
        return o.sigmoid() * c.tanh(), c

    @torch.jit.export
    def compare(self, premise: Tensor, hypothesis: Tensor) -> Tensor:
        both = torch.cat([premise, hypothesis, (premise - hypothesis).abs(), premise * hypothesis], dim=1)
        return self.out(self.hidden(both).relu())


def make(words: int) -> nn.Module:
    return Pair(words)
