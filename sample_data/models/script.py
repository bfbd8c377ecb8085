#!/usr/bin/env python3
"""Saves a model of this folder as TorchScript: script.py tree_lstm 20000 encoder.pt [train]"""
import importlib
import pathlib
import sys

import torch

if __name__ == "__main__":
    name, words, out = sys.argv[1:4]
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    torch.manual_seed(1)
    module = importlib.import_module(name).make(int(words))
    module.train("train" in sys.argv[4:])
    torch.jit.script(module).save(out)
