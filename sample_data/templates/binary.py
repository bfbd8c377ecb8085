# A net for binary trees: leaf at the words, compose where two children meet, logits at the end.
# Parameters: rows, columns; one number is a vector. They begin with random numbers.

E = parameter(30000, 64)  # one row for each word
W = parameter(128, 128)
b = parameter(128)
Y = parameter(5, 64)  # one row for each class
y = parameter(5)


def leaf(self, word):
    return torch.embedding(self.E, word, -1, False, False)


def compose(self, left, right):
    both = torch.linear(torch.cat([left, right], 1), self.W, self.b)
    gate, new = both.chunk(2, 1)
    gate = torch.sigmoid(gate)
    return gate * torch.tanh(new) + (1.0 - gate) * left


def logits(self, h):
    return torch.linear(h, self.Y, self.y)
