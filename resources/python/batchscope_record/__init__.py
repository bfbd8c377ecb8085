# SPDX-License-Identifier: GPL-3.0-or-later
"""Records the calls of a PyTorch model as a program that Batchscope opens, weights included. Needs torch 1.13 or later, nothing else.

    from batchscope_record import Fold             # instead of torchfold's: add, split, nobatch and apply work as before; then
    fold.save("run.json")                          # batchscope run.json

    from batchscope_record import op, recording    # plain recursive code: @op before each function that is to be batched
    with recording() as run:
        scores = [model(tree) for tree in trees]   # runs as without the recorder
    run.save("run.json")

What is saved is what ran: the program's ops are tried at two batch sizes and run on the recorded rows, and save() refuses one that gives
something else. An op with operations that have no translation is saved without what it computes.

Values that go from op to op are rows: tensors [1, width], in a batch [batch, width]. Words, labels and the like are integers.
"""
from .fold import Fold, Unfold
from .op import op, recording

__all__ = ["Fold", "Unfold", "op", "recording"]
