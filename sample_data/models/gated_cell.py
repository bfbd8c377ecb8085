# A cell of one's own over binary trees: a gate for each child, g = sigmoid(Wg [l; r] + bg) in two halves;
# h = tanh(W (g1 * l + g2 * r) + b).

E = parameter(30000, 64)
Wg = parameter(128, 128)
bg = parameter(128)
W = parameter(64, 64)
b = parameter(64)
Wy = parameter(5, 64)
by = parameter(5)


def leaf(self, word):
    return torch.embedding(self.E, word, -1, False, False)


def compose(self, left, right):
    both = torch.cat([left, right], 1)
    l, r = (torch.sigmoid(torch.linear(both, self.Wg, self.bg)) * both).chunk(2, 1)
    return torch.tanh(torch.linear(l + r, self.W, self.b))


def logits(self, h):
    return torch.linear(h, self.Wy, self.by)
