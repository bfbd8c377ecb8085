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
ARRAYS, NPY, PICKLE, SAFETENSORS = (CORPUS / each for each in ("arrays", "npy", "pickle", "safetensors"))
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


def safetensors(tensors, metadata=None, **odd):
    """By the published layout: the length of the header, the header, the numbers. `odd`: entries of the header in place of the right ones."""
    header, data = {} if metadata is None else {"__metadata__": metadata}, b""
    for name, (dtype, shape, raw) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps({**header, **odd}).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data


def safetensors_files():
    w = W.numpy()
    good = {"W": ("F32", [2, 3], w.tobytes()), "b": ("F64", [2], numpy.array([0.5, -1.0]).tobytes()), "none": ("F32", [0, 4], b""),
            "n": ("I64", [], numpy.array(7).tobytes()), "h": ("F16", [3], numpy.array([1.5, -0.0, 6e-8], numpy.float16).tobytes()),
            "m": ("BF16", [2], b"\xc0\x3f\x80\x7f"), "i": ("I32", [1, 2], numpy.array([-1, 2], numpy.int32).tobytes())}
    write = lambda name, data: (SAFETENSORS / name).write_bytes(data)
    write("good", safetensors(good, {"format": "pt"}))
    write("nothing", safetensors({}))
    one = {"W": good["W"]}
    write("cut", safetensors(one)[:-4])
    write("longer", safetensors(one) + b"1234")
    write("gap", safetensors(one, W={"dtype": "F32", "shape": [2, 2], "data_offsets": [8, 24]}))
    write("overlap", safetensors(one, V={"dtype": "F32", "shape": [2], "data_offsets": [16, 24]}))
    write("bool", safetensors({"W": ("BOOL", [2], b"\0\1")}))
    write("backwards", safetensors(one, W={"dtype": "F32", "shape": [2, 3], "data_offsets": [24, 0]}))
    write("huge", safetensors(one, W={"dtype": "F32", "shape": [2**62, 2**62], "data_offsets": [0, 24]}))
    write("deep", safetensors(one, W={"dtype": "F32", "shape": [[[[2]]]], "data_offsets": [0, 24]}))
    write("axes", safetensors(one, W={"dtype": "F32", "shape": [1] * 7 + [2, 3], "data_offsets": [0, 24]}))
    write("more", safetensors(one, W={"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24], "x": 1}))
    twice = b'{"W":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"W":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'
    write("twice", len(twice).to_bytes(8, "little") + twice + b"\0\0\x80\x3f")
    write("no-json", (9).to_bytes(8, "little") + b"{\"W\": 1,,")


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


for folder in (ARRAYS, NPY, PICKLE, SAFETENSORS):
    folder.mkdir(parents=True, exist_ok=True)
torch.manual_seed(1)
numpy_files()
torch_files()
safetensors_files()
damaged_files()
