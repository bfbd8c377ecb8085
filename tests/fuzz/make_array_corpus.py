#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the seeds of corpus/arrays, corpus/npy and corpus/pickle with NumPy and PyTorch themselves (Debian: python3-torch).

tests/core/arrays reads the same files: what others write must be read, or refused with the right words.
"""
import io
import json
import pathlib
import zipfile

import numpy
import torch

CORPUS = pathlib.Path(__file__).parent / "corpus"
ARRAYS, NPY, PICKLE = (CORPUS / each for each in ("arrays", "npy", "pickle"))
W = torch.arange(6, dtype=torch.float32).reshape(2, 3)


def linear():
    layer = torch.nn.Linear(3, 2)
    with torch.no_grad():
        layer.weight.copy_(W)
        layer.bias.copy_(torch.tensor([0.5, -1.0]))
    return layer


def numpy_files():
    w = W.numpy()
    numpy.savez(ARRAYS / "plain.npz", W=w, b=numpy.array([1.5]), n=numpy.array(7), e=numpy.zeros((0, 3), numpy.float32),
                f=numpy.asfortranarray(w), i=numpy.array([[1], [-2]], numpy.int32))
    numpy.savez_compressed(ARRAYS / "deflated.npz", W=w, z=numpy.zeros((4, 50), numpy.float32))
    numpy.savez(ARRAYS / "big-endian.npz", W=w.astype(">f4"))
    numpy.savez(ARRAYS / "bool.npz", W=numpy.array([True, False]))
    for version in ((1, 0), (2, 0), (3, 0)):
        with open(NPY / f"version{version[0]}.npy", "wb") as file:
            numpy.lib.format.write_array(file, numpy.asfortranarray(w), version)


def torch_files():
    layer = linear()
    torch.save(layer.state_dict(), ARRAYS / "state.pt")
    torch.save(layer.state_dict(), ARRAYS / "protocol4.pt", pickle_protocol=4)
    torch.save({"W": W.t(), "part": W[:, 1], "n": torch.tensor([1, 2]), "d": torch.tensor(3.5, dtype=torch.float64),
                "p": torch.nn.Parameter(W)}, ARRAYS / "views.pt")
    torch.save({"h": W.half()}, ARRAYS / "half.pt")
    torch.save({"model": layer.state_dict(), "epoch": 3}, ARRAYS / "checkpoint.pt")
    torch.save(layer, ARRAYS / "module.pt")
    torch.save(layer.state_dict(), ARRAYS / "legacy.pt", _use_new_zipfile_serialization=False)
    torch.jit.script(layer).save(str(ARRAYS / "script.pt"))
    for name in ("state", "protocol4", "views", "half", "checkpoint", "module", "script"):
        with zipfile.ZipFile(ARRAYS / f"{name}.pt") as archive:
            pickle = next(entry for entry in archive.namelist() if entry.endswith("data.pkl"))
            (PICKLE / name).write_bytes(archive.read(pickle))


def damaged_files():
    whole = (ARRAYS / "plain.npz").read_bytes()
    (ARRAYS / "cut.npz").write_bytes(whole[:700])
    (ARRAYS / "flipped.npz").write_bytes(whole[:190] + b"\xff" + whole[191:])
    (ARRAYS / "empty").write_bytes(b"")
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("W.npy", bytes(1_000_000))
    lying = bytearray(bomb.getvalue())
    at = lying.rindex(b"PK\x01\x02") + 24
    lying[at:at + 4] = (0x7FFFFFFF).to_bytes(4, "little")
    (ARRAYS / "lying-size.npz").write_bytes(bytes(lying))
    (NPY / "huge-shape.npy").write_bytes(
        b"\x93NUMPY\x01\x00\x76\x00" + b"{'descr': '<f8', 'fortran_order': True, 'shape': (4294967296, 4294967296), }".ljust(117) + b"\n" + b"\0" * 8)


for folder in (ARRAYS, NPY, PICKLE):
    folder.mkdir(parents=True, exist_ok=True)
torch.manual_seed(1)
numpy_files()
torch_files()
damaged_files()
