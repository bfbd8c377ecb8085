# Binary TreeGRU: the gated unit of Cho et al. 2014 (eq. 5 to 8) with both children as the state before, as in the
# TreeGRU of Kokkinos and Potamianos 2017, without a word at inner nodes:
# r = sigmoid(Ur [l; r] + br), z = sigmoid(Uz [l; r] + bz), u = tanh(Uh [r * l; r * r] + bh), h = z * (l + r) + (1 - z) * u.

E = parameter(30000, 64)
Wz = parameter(64, 64)
Wh = parameter(64, 64)
Ur = parameter(64, 128)
br = parameter(64)
Uz = parameter(64, 128)
bz = parameter(64)
Uh = parameter(64, 128)
bh = parameter(64)
Wy = parameter(5, 64)
by = parameter(5)


def leaf(self, word):
    x = torch.embedding(self.E, word, -1, False, False)
    z = torch.sigmoid(torch.linear(x, self.Wz, self.bz))
    return (1.0 - z) * torch.tanh(torch.linear(x, self.Wh, self.bh))


def compose(self, left, right):
    both = torch.cat([left, right], 1)
    reset = torch.sigmoid(torch.linear(both, self.Ur, self.br))
    z = torch.sigmoid(torch.linear(both, self.Uz, self.bz))
    new = torch.tanh(torch.linear(torch.cat([reset * left, reset * right], 1), self.Uh, self.bh))
    return z * (left + right) + (1.0 - z) * new


def logits(self, h):
    return torch.linear(h, self.Wy, self.by)
