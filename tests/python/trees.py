# SPDX-License-Identifier: GPL-3.0-or-later
"""Trees, words and classes as the reference nets see them: read from the treebank file, not from the program under test."""
from dataclasses import dataclass, field


@dataclass
class Node:
    """A node of a tree. `number` counts in post-order from 0; a leaf, or any node of a dependency tree, has a word."""
    children: list = field(default_factory=list)
    word: str = None
    label: str = None
    token: int = 0
    number: int = -1

    def post_order(self):
        for child in self.children:
            yield from child.post_order()
        yield self


def numbered(root):
    for number, node in enumerate(root.post_order()):
        node.number = number
    return root


def read_brackets(text):
    """One tree per line: (label child child) or (label word)."""
    def parse(at):
        label, at = tokens[at + 1], at + 2
        node = Node(label=label)
        while tokens[at] != ")":
            if tokens[at] == "(":
                child, at = parse(at)
                node.children.append(child)
            else:
                node.word, at = tokens[at], at + 1
        return node, at + 1

    trees = []
    for line in text.splitlines():
        tokens = line.replace("(", " ( ").replace(")", " ) ").split()
        trees.append(numbered(parse(0)[0]))
        for token, leaf in enumerate(words_in_order(trees[-1])):
            leaf.token = token
    return trees


def read_conllu(text):
    """Dependency trees; the children of a node stand in the order of the sentence."""
    trees = []
    for block in text.strip().split("\n\n"):
        rows = [line.split("\t") for line in block.splitlines()]
        nodes = [Node(word=row[1], label=row[7], token=token) for token, row in enumerate(rows)]
        root = None
        for node, row in zip(nodes, rows):
            if row[6] == "0":
                root = node
            else:
                nodes[int(row[6]) - 1].children.append(node)
        trees.append(numbered(root))
    return trees


def words_in_order(root):
    """Nodes that have a word, as in the sentence."""
    nodes = [node for node in root.post_order() if node.word is not None]
    return sorted(nodes, key=lambda node: node.token) if any(node.children for node in nodes) else nodes


class Bank:
    """All trees of a file, the numbers of its words and of the classes of its labels."""

    def __init__(self, trees):
        self.trees = trees
        sentences = [words_in_order(tree) for tree in trees]
        self.words, self.counts = {}, {}
        for node in (node for sentence in sentences for node in sentence):
            self.words.setdefault(node.word, len(self.words))
            self.counts[node.word] = self.counts.get(node.word, 0) + 1
        nodes = [node for tree in trees for node in tree.post_order()]
        if all(node.label.isdigit() for node in nodes):
            self.classes = {node.label: int(node.label) for node in nodes}
        else:
            self.classes = {}
            for node in (node for sentence in sentences for node in sentence):
                self.classes.setdefault(node.label, len(self.classes))

    def word(self, node):
        return self.words[node.word]

    def target(self, node):
        return self.classes[node.label]


def heads_of(root):
    """For each word, from 0: the number of its head from 1, or 0 for the root of the sentence."""
    heads = [0] * len(words_in_order(root))
    for node in root.post_order():
        for child in node.children:
            heads[child.token] = node.token + 1
    return heads


SHIFT, LEFT_ARC, RIGHT_ARC = 0, 1, 2


def arc_hybrid_moves(heads):
    """(move, stack, front) of the static oracle of a projective tree, with the state before each move."""
    waiting = [heads.count(word + 1) for word in range(len(heads))]
    stack, front, moves = [], 0, []
    while stack or front < len(heads):
        move = SHIFT
        if stack and waiting[stack[-1]] == 0:
            top = stack[-1]
            if heads[top] == (front + 1 if front < len(heads) else 0):
                move = LEFT_ARC
            elif len(stack) > 1 and heads[top] == stack[-2] + 1:
                move = RIGHT_ARC
        moves.append((move, list(stack), front))
        if move == SHIFT:
            stack.append(front)
            front += 1
        else:
            top = stack.pop()
            if heads[top] > 0:
                waiting[heads[top] - 1] -= 1
    return moves
