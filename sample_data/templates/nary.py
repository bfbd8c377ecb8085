# A net for trees with any number of children, and for dependency trees: node takes the list of its children's states,
# and the word, where the node has one (None at nodes without a word).

E = parameter(30000, 64)
U = parameter(64, 64)
V = parameter(64, 64)
v = parameter(64)
q = parameter(64)
Y = parameter(5, 64)
y = parameter(5)


def leaf(self, word):
    return torch.embedding(self.E, word, -1, False, False)


def node(self, children: List[Tensor]):
    rows = torch.stack(children, 1)
    scores = torch.matmul(torch.tanh(torch.linear(rows, self.U)), self.q)
    weights = torch.softmax(scores, 1)
    return torch.tanh(torch.linear((weights.unsqueeze(2) * rows).sum(1), self.V, self.v))


def logits(self, h):
    return torch.linear(h, self.Y, self.y)
