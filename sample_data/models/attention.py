"""Attention over the children: each is weighed by how well it answers the node's question."""
from typing import List

import torch
from torch import Tensor, nn


class ChildAttention(nn.Module):
    def __init__(self, words: int = 20000, d: int = 64, classes: int = 5):
        super().__init__()
        self.embedding = nn.Embedding(words, d)
        self.query = nn.Parameter(torch.randn(d) / d**0.5)
        self.key = nn.Linear(d, d)
        self.value = nn.Linear(d, d)
        self.out = nn.Linear(d, classes)

    @torch.jit.export
    def leaf(self, word: Tensor) -> Tensor:
        return self.embedding(word)

    @torch.jit.export
    def node(self, children: List[Tensor]) -> Tensor:
        stacked = torch.stack(children, dim=1)
        scores = torch.matmul(torch.tanh(self.key(stacked)), self.query)
        weights = torch.softmax(scores, dim=1)
        return torch.tanh((weights.unsqueeze(2) * self.value(stacked)).sum(dim=1))

    @torch.jit.export
    def logits(self, h: Tensor) -> Tensor:
        return self.out(h)


def make(words: int) -> nn.Module:
    return ChildAttention(words)
