# SPDX-License-Identifier: GPL-3.0-or-later
"""Records the calls of a PyTorch model as a program that Batchscope opens, weights included. Needs torch 1.13 or later, nothing else.

    from batchscope_record import Fold             # instead of torchfold's: add, split, nobatch and apply work as before; then
    fold.save("run.json")                          # batchscope run.json

    from batchscope_record import op, recording    # plain recursive code: @op before each function that is to be batched
    with recording() as run:
        scores = [model(tree) for tree in trees]   # runs as without the recorder
    run.save("run.json")

Values that go from op to op are rows: tensors [1, width], in a batch [batch, width]. Words, labels and the like are integers.
"""
from .fold import Fold
from .op import op, recording

__all__ = ["Fold", "op", "recording"]
