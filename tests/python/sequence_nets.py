# SPDX-License-Identifier: GPL-3.0-or-later
"""Nets over the words of a sentence: lstm-acceptor, the taggers, the transition parser; and mlp, over vectors."""
import torch

from reference import Net, lstm
from trees import Node, arc_hybrid_moves, heads_of, words_in_order


class SequenceNet(Net):
    def chain(self, op, start, suffix, nodes, inputs, backward=False):
        """h by place of the input, whatever the direction."""
        order = range(len(inputs) - 1, -1, -1) if backward else range(len(inputs))
        width = self.p["Wh" + suffix].shape[1]
        hs = [None] * len(inputs)
        state = None
        for place in order:
            if state is None:
                state = self.called(start, nodes[place], self.zeros(width), self.zeros(width))
            h, c = state
            gates = self.linear(inputs[place], "x" + suffix) + self.p["Wh" + suffix] @ h
            state = self.called(op, nodes[place], *lstm(gates, c, 1.0))
            hs[place] = state[0]
        return hs

    def lookup(self, node):
        return self.called("lookup", node, self.p["E"][self.bank.word(node)])


class LstmAcceptor(SequenceNet):
    classifier = ""

    def record(self, root):
        nodes = words_in_order(root)
        hs = self.chain("lstm", "start", "", nodes, [self.lookup(node) for node in nodes])
        for place, h in enumerate(hs):
            last = place + 1 == len(hs)
            if last or self.outputs == "all":
                self.classify(root if last else nodes[place], h, target_of=root)


class BilstmTagger(SequenceNet):
    def record(self, root):
        nodes = words_in_order(root)
        words = [self.word_vector(node) for node in nodes]
        forward = self.chain("forward", "start", ".f", nodes, words)
        backward = self.chain("backward", "start", ".b", nodes, words, backward=True)
        for node, f, b in zip(nodes, forward, backward):
            tags = self.p["O"] @ torch.tanh(self.p["H"] @ torch.cat([f, b]))
            self.request(self.called("tag", node, tags), self.bank.target(node))

    def word_vector(self, node):
        return self.lookup(node)


class BilstmCharTagger(BilstmTagger):
    """Words that occur at most five times are read letter by letter."""

    def word_vector(self, node):
        if self.bank.counts[node.word] > 5:
            return self.lookup(node)
        letters = [self.called("letter", node, self.p["C"][byte]) for byte in [256, *node.word.encode(), 256]]
        nodes = [node] * len(letters)
        forward = self.chain("read-forward", "start-letters", ".rf", nodes, letters)
        backward = self.chain("read-backward", "start-letters", ".rb", nodes, letters, backward=True)
        return self.called("word", node, torch.cat([forward[-1], backward[0]]))


class BilstmCrf(BilstmTagger):
    def record(self, root):
        nodes = words_in_order(root)
        words = [self.word_vector(node) for node in nodes]
        forward = self.chain("forward", "start", ".f", nodes, words)
        backward = self.chain("backward", "start", ".b", nodes, words, backward=True)
        scores = [self.called("tag", node, self.p["O"] @ torch.tanh(self.p["H"] @ torch.cat([f, b])))
                  for node, f, b in zip(nodes, forward, backward)]
        classes = len(scores[0])
        scores_of_pairs = self.p["T"][0].reshape(classes, classes)  # from, to
        most = scores_of_pairs.max()
        powers = torch.exp(scores_of_pairs - most)
        forward_powers, backward_powers, most = self.called("transitions", nodes[0], powers.flatten(), powers.T.flatten(), most[None])
        forward_powers, backward_powers = (each.reshape(classes, classes) for each in (forward_powers, backward_powers))
        alpha = []
        for node, score in zip(nodes, scores):
            if alpha:
                alpha.append(self.called("alpha", node, score + most + torch.log(backward_powers @ torch.exp(alpha[-1]))))
            else:
                alpha.append(self.called("alpha-start", node, score + self.called("end", node, self.p["S"][0])))
        beta = [self.called("end", nodes[-1], self.p["S"][1])]
        for node, score in zip(nodes[-2::-1], scores[:0:-1]):
            beta.insert(0, self.called("beta", node, most + torch.log(forward_powers @ torch.exp(score + beta[0]))))
        for node, a, b in zip(nodes, alpha, beta):
            self.request(self.called("posterior", node, a + b), self.bank.target(node))
        self.tags += self.best_tags(scores, scores_of_pairs)

    def best_tags(self, scores, of_pairs):
        """Viterbi's algorithm: the best sequence as a whole."""
        best, before = self.p["S"][0] + scores[0], []
        for score in scores[1:]:
            largest = (best[:, None] + of_pairs).max(0)
            before.append(largest.indices)
            best = largest.values + score
        tags = [int((best + self.p["S"][1]).argmax())]
        for from_tag in reversed(before):
            tags.insert(0, int(from_tag[tags[0]]))
        return tags


class LatticeLstm(SequenceNet):
    """Every known word of two to eight bytes, wherever it stands in the letters of the sentence."""

    def meet_name(self, words):
        return f"meet{words}"

    def record(self, root):
        nodes = words_in_order(root)
        known = {word.encode(): number for word, number in self.bank.words.items()}
        state = self.start(nodes[0], self.p["Wh"].shape[1])
        text, states = b"", []
        for node in nodes:
            for byte in node.word.encode():
                text += bytes([byte])
                letter = self.called("letter", node, self.p["C"][byte])
                spans = [self.span(node, known[text[-size:]], states[len(text) - size])
                         for size in range(2, min(8, len(text)) + 1) if text[-size:] in known]
                state = self.meet(node, letter, state, spans) if spans else self.step(node, letter, state)
                states.append(state)
            self.request(self.called("tag", node, self.linear(self.hidden(state), "y")), self.bank.target(node))

    def start(self, node, width):
        return self.called("start", node, self.zeros(width), self.zeros(width))

    def hidden(self, state):
        return state[0]

    def gates(self, suffix, x, h):
        return self.linear(x, "x" + suffix) + self.p["Wh" + suffix] @ h

    def step(self, node, letter, state):
        return self.called("step", node, *lstm(self.gates("", letter, state[0]), state[1], 1.0))

    def span(self, node, number, state):
        i, f, u = self.gates(".w", self.called("word", node, self.p["E"][number]), state[0]).chunk(3)
        return self.called("span", node, torch.sigmoid(i) * torch.tanh(u) + torch.sigmoid(f + 1.0) * state[1])

    def meet(self, node, letter, state, spans):
        i, _, o, u = self.gates("", letter, state[0]).chunk(4)
        links = [torch.sigmoid(self.linear(letter, "l") + self.p["Ul"] @ word) for word in spans]
        shares = torch.softmax(torch.stack([torch.sigmoid(i), *links]), 0)
        c = (shares * torch.stack([torch.tanh(u), *spans])).sum(0)
        return self.called(self.meet_name(len(spans)), node, torch.sigmoid(o) * torch.tanh(c), c)


class LatticeLstmSegmentSum(LatticeLstm):
    def meet_name(self, words):
        return "meet"


class TransitionParser(SequenceNet):
    def record(self, root):
        nodes = words_in_order(root)
        rows = [self.called("token", node, torch.cat([self.p["E"][self.bank.word(node)], self.p["T"][self.bank.target(node)]]))
                for node in nodes]
        for layer in ("1", "2"):
            forward = self.chain("forward-" + layer, "start", ".f" + layer, nodes, rows)
            backward = self.chain("backward-" + layer, "start", ".b" + layer, nodes, rows, backward=True)
            rows = [self.called("join", node, torch.cat([f, b])) for node, f, b in zip(nodes, forward, backward)]
        empty = self.called("empty", nodes[-1], self.p["empty"][0])
        for move, stack, front in arc_hybrid_moves(heads_of(root)):
            seen = [rows[stack[-1 - depth]] if depth < len(stack) else empty for depth in range(3)]
            seen.append(rows[front] if front < len(rows) else empty)
            z = sum(self.p[name] @ x for name, x in zip(("Ws0", "Ws1", "Ws2", "Wb0"), seen)) + self.p["b1"][0]
            at = nodes[stack[-1]] if stack else nodes[front]
            self.request(self.called("score", at, self.linear(torch.tanh(z), "2")), move)


class Mlp(Net):
    """The bank holds pairs of a vector and its class."""

    def record(self, root):
        vector, target = root
        x = torch.tensor(vector, dtype=self.p["W1"].dtype)
        one = torch.relu(self.linear(x, "1"))
        two = torch.relu(self.linear(one, "2"))
        self.request(self.called("forward", Node(number=0), self.linear(two, "3")), target)


NETS = {"lstm-acceptor": LstmAcceptor, "bilstm-tagger": BilstmTagger, "bilstm-char-tagger": BilstmCharTagger,
        "bilstm-crf": BilstmCrf, "lattice-lstm": LatticeLstm, "transition-parser": TransitionParser, "mlp": Mlp}
