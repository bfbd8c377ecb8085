#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the listings of the lesson "Your own model" as a reader would: they save what they say, and Fold trains as the walk does.

Exit code 0: they do; 1: not; 77: PyTorch is not installed.
"""
import importlib
import json
import os
import pathlib
import sys
import tempfile

try:
    import torch
except ImportError as missing:
    print(f"skipped: {missing}. On Debian: apt-get install --no-install-recommends python3-torch")
    sys.exit(77)

RESOURCES = pathlib.Path(__file__).resolve().parents[2] / "resources"


def listings():
    lesson = json.loads((RESOURCES / "lessons/13-your-model/lesson.json").read_text())
    return ["\n".join(beat["code"]) for beat in lesson["beats"] if any("import" in line for line in beat.get("code", []))]


def run(name, code):
    """As a file, since TorchScript and the recorder read sources."""
    pathlib.Path(name + ".py").write_text(code)
    return vars(importlib.import_module(name))


if __name__ == "__main__":
    sys.path[:0] = [str(RESOURCES / "python"), ""]
    scripted, recorded, folded = listings()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run("scripted", scripted)
        module = torch.jit.load("mine.pt")
        row = module.compose(module.leaf(torch.tensor([1])), module.leaf(torch.tensor([2])))
        assert module.logits(row).shape == (1, 5)
        own = run("recorded", recorded)
        words = sum(call["op"] == "leaf" for call in json.loads(pathlib.Path("run.json").read_text())["calls"])
        assert words == str(own["trees"]).count(",") + 1, words
        labels = torch.arange(len(own["trees"]))
        loss_of = torch.nn.functional.cross_entropy
        scope = {"net": own["net"], "trees": own["trees"], "labels": labels, "loss_of": loss_of}
        exec(folded, scope)
        gradients = [parameter.grad.clone() for parameter in own["net"].parameters()]
        own["net"].zero_grad()
        loss = loss_of(torch.cat(own["scores"]), labels)
        loss.backward()
        torch.testing.assert_close(scope["loss"], loss)
        torch.testing.assert_close(gradients, [parameter.grad for parameter in own["net"].parameters()])
        os.chdir("/")
    print("3 listings run; Fold and the walk agree in loss and gradients")
