# SPDX-License-Identifier: GPL-3.0-or-later
"""How TorchFold counts, written again: what a walk adds, and the batches that it would be run in.

    counts = TorchFoldCounts()
    model.walk(counts, tree, bank)
    counts.nodes, counts.batches()

A call is a node unless an equal one was added before. Its step is one more than the largest of its arguments that are nodes, else 0:
integers and tensors come with the call. The nodes of one step and op are a batch. (github.com/nearai/torchfold, torchfold.py: Fold.add,
Fold.apply.) Nothing here is of batchscope_record.
"""
import collections


class Added:
    """What add() returns: a node, or one of its outputs, each an object of its own, as there."""

    def __init__(self, step):
        self.step = step

    def split(self, num):
        return tuple(Added(self.step) for _ in range(num))

    def nobatch(self):
        return self


class TorchFoldCounts:
    def __init__(self):
        self.known, self.sizes = {}, collections.Counter()

    def add(self, op, *args):
        if (op, args) not in self.known:
            step = max((arg.step + 1 for arg in args if isinstance(arg, Added)), default=0)
            self.known[op, args] = Added(step)
            self.sizes[step, op] += 1
        return self.known[op, args]

    @property
    def nodes(self):
        return len(self.known)

    def batches(self):
        """By step: op and size of its batches, in any order."""
        steps = collections.defaultdict(list)
        for (step, op), size in self.sizes.items():
            steps[step].append((op, size))
        return [sorted(steps[step]) for step in sorted(steps)]
