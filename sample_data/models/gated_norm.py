"""A gated cell with layer norm: one row as the state."""
import torch
from torch import Tensor, nn


class GatedNorm(nn.Module):
    def __init__(self, words: int = 20000, d: int = 64, classes: int = 5):
        super().__init__()
        self.embedding = nn.Embedding(words, d)
        self.both = nn.Linear(2 * d, 3 * d)
        self.norm = nn.LayerNorm(d)
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(d, classes)

    @torch.jit.export
    def leaf(self, word: Tensor) -> Tensor:
        return torch.tanh(self.embedding(word))

    @torch.jit.export
    def compose(self, left: Tensor, right: Tensor) -> Tensor:
        gate, keep, new = self.both(torch.cat([left, right], dim=1)).chunk(3, dim=1)
        mixed = keep.sigmoid() * left + (1 - keep.sigmoid()) * right
        h = gate.sigmoid() * new.tanh() + mixed
        return self.drop(self.norm(h))

    @torch.jit.export
    def logits(self, h: Tensor) -> Tensor:
        return self.out(h)


def make(words: int) -> nn.Module:
    return GatedNorm(words)
