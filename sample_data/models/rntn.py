# Recursive neural tensor network (Socher et al. 2013, section 4.3): p = tanh([a; b]' V [a; b] + W [a; b] + bias), with
# one slice of V for each column of p. A bilinear form is linear in the outer product, so each slice is a row of V.

E = parameter(30000, 24)
V = parameter(24, 2304)
W = parameter(24, 48)
bp = parameter(24)
Wy = parameter(5, 24)
by = parameter(5)


def leaf(self, word):
    return torch.embedding(self.E, word, -1, False, False)


def compose(self, left, right):
    both = torch.cat([left, right], 1)
    pairs = torch.flatten(torch.matmul(both.unsqueeze(2), both.unsqueeze(1)), 1)
    return torch.tanh(torch.linear(pairs, self.V) + torch.linear(both, self.W, self.bp))


def logits(self, h):
    return torch.linear(h, self.Wy, self.by)
