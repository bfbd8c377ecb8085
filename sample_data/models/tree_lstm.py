"""A binary TreeLSTM (TorchFold's): hidden state and memory cell as two rows."""
from typing import Tuple

import torch
from torch import Tensor, nn


class TreeLSTM(nn.Module):
    def __init__(self, words: int = 20000, d: int = 100, classes: int = 5):
        super().__init__()
        self.embedding = nn.Embedding(words, d)
        self.left = nn.Linear(d, 5 * d)
        self.right = nn.Linear(d, 5 * d)
        self.out = nn.Linear(d, classes)

    @torch.jit.export
    def leaf(self, word: Tensor) -> Tuple[Tensor, Tensor]:
        h = self.embedding(word)
        return h, torch.zeros_like(h)

    @torch.jit.export
    def compose(self, lh: Tensor, lc: Tensor, rh: Tensor, rc: Tensor) -> Tuple[Tensor, Tensor]:
        a, i, f1, f2, o = (self.left(lh) + self.right(rh)).chunk(5, 1)
        c = a.tanh() * i.sigmoid() + f1.sigmoid() * lc + f2.sigmoid() * rc
        h = o.sigmoid() * c.tanh()
        return h, c

    @torch.jit.export
    def logits(self, h: Tensor) -> Tensor:
        return self.out(h)


def make(words: int) -> nn.Module:
    return TreeLSTM(words)
