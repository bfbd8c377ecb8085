# Matrix-vector recursive net (Socher et al. 2012, eq. 2 and 3): each node has a vector and a matrix;
# p = tanh(W [B a; A b] + bias), P = WM [A; B]. A matrix is a row of 16 numbers, its rows one after the other.

L = parameter(30000, 4)
LM = parameter(30000, 16)
W = parameter(4, 8)
bp = parameter(4)
WM = parameter(4, 8)
Wy = parameter(5, 4)
by = parameter(5)


def leaf(self, word):
    return torch.embedding(self.L, word, -1, False, False), torch.embedding(self.LM, word, -1, False, False)


def compose(self, a, a_rows, b, b_rows):
    A = a_rows.view(-1, 4, 4)
    B = b_rows.view(-1, 4, 4)
    crossed = torch.cat([torch.matmul(B, a.unsqueeze(2)).squeeze(2), torch.matmul(A, b.unsqueeze(2)).squeeze(2)], 1)
    columns = torch.cat([A.transpose(1, 2), B.transpose(1, 2)], 2)
    P = torch.linear(columns, self.WM).transpose(1, 2)
    return torch.tanh(torch.linear(crossed, self.W, self.bp)), torch.flatten(P, 1)


def logits(self, h):
    return torch.linear(h, self.Wy, self.by)
