# Recursive autoencoder over given trees (Socher et al. 2011, eq. 2 to 4): p = tanh(W1 [a; b] + b1), divided by its length;
# [a'; b'] = W2 p + b2. The error, half the squared distance of [a; b] and [a'; b'], is the second row of a node's state:
# the sum over the nodes below it. Training is on the labels.

E = parameter(30000, 64)
W1 = parameter(64, 128)
b1 = parameter(64)
W2 = parameter(128, 64)
b2 = parameter(128)
Wy = parameter(5, 64)
by = parameter(5)


def leaf(self, word):
    h = torch.embedding(self.E, word, -1, False, False)
    return h, torch.zeros_like(h[:, :1])


def compose(self, a, error_a, b, error_b):
    both = torch.cat([a, b], 1)
    q = torch.tanh(torch.linear(both, self.W1, self.b1))
    p = q / torch.sqrt((q * q).sum(1, True))
    off = both - torch.linear(p, self.W2, self.b2)
    return p, error_a + error_b + 0.5 * (off * off).sum(1, True)


def logits(self, h):
    return torch.linear(h, self.Wy, self.by)
