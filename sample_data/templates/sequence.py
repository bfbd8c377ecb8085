# A net for sequences: step takes the next word and the state before it, which begins as zeros.

E = parameter(30000, 64)
Z = parameter(192, 128)
z = parameter(192)
Y = parameter(5, 64)
y = parameter(5)


def step(self, word, h):
    x = torch.embedding(self.E, word, -1, False, False)
    keep, reset, new = torch.linear(torch.cat([x, h], 1), self.Z, self.z).chunk(3, 1)
    keep = torch.sigmoid(keep)
    return keep * h + (1.0 - keep) * torch.tanh(torch.sigmoid(reset) * new)


def logits(self, h):
    return torch.linear(h, self.Y, self.y)
