# Matrix-vector recursive net (Socher et al. 2012, eq. 2 and 3): each node has a vector and a matrix;
# p = tanh(W [B a; A b] + bias), P = WM [A; B]. A matrix is a row of 16 numbers, its columns one after the other.

L = parameter(30000, 4)
LM = parameter(30000, 16)
W = parameter(4, 8)
bp = parameter(4)
WM = parameter(4, 8)
Wy = parameter(5, 4)
by = parameter(5)


def leaf(self, word):
    return torch.embedding(self.L, word, -1, False, False), torch.embedding(self.LM, word, -1, False, False)


def compose(self, a, A, b, B):
    crossed = torch.cat([self.product(B, a), self.product(A, b)], 1)
    left = A.chunk(4, 1)
    right = B.chunk(4, 1)
    columns = [torch.linear(torch.cat([left[k], right[k]], 1), self.WM) for k in range(4)]
    return torch.tanh(torch.linear(crossed, self.W, self.bp)), torch.cat(columns, 1)


def product(self, matrix, vector):
    return torch.matmul(vector.unsqueeze(1), matrix.view(-1, 4, 4)).squeeze(1)


def logits(self, h):
    return torch.linear(h, self.Wy, self.by)
