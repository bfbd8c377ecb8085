# A net for pairs of binary trees, such as premise and hypothesis: leaf and compose in each of the two, compare at the root.
# batchscope-cli convert FILE --pairs --to ptb joins each two consecutive trees of a file, such as SNLI's.

E = parameter(30000, 64)  # one row for each word
W = parameter(128, 128)
b = parameter(128)
M = parameter(64, 256)
m = parameter(64)
Y = parameter(5, 64)  # one row for each class
y = parameter(5)


def leaf(self, word):
    return torch.embedding(self.E, word, -1, False, False)


def compose(self, left, right):
    both = torch.linear(torch.cat([left, right], 1), self.W, self.b)
    gate, new = both.chunk(2, 1)
    gate = torch.sigmoid(gate)
    return gate * torch.tanh(new) + (1.0 - gate) * left


def compare(self, first, second):
    together = torch.cat([first, second, torch.abs(first - second), first * second], 1)
    return torch.linear(torch.relu(torch.linear(together, self.M, self.m)), self.Y, self.y)
