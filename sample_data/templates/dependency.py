# A net for dependency trees: every node has a word, and any number of children.

E = parameter(30000, 64)
W = parameter(64, 64)
U = parameter(64, 64)
b = parameter(64)
Y = parameter(5, 64)
y = parameter(5)


def node(self, word, children: List[Tensor]):
    x = torch.linear(torch.embedding(self.E, word, -1, False, False), self.W, self.b)
    for child in children:
        x = x + torch.linear(child, self.U)
    return torch.tanh(x)


def logits(self, h):
    return torch.linear(h, self.Y, self.y)
