#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the seeds of corpus/module with PyTorch itself (Debian: python3-torch): small modules, good ones and hostile ones."""
import importlib
import pathlib
import pickle
import sys
import zipfile

import torch

CORPUS = pathlib.Path(__file__).parent / "corpus" / "module"
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "sample_data" / "models"))


def main():
    CORPUS.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    module = importlib.import_module("tree_lstm")
    scripted = torch.jit.script(module.TreeLSTM(6, 3, 2).eval())
    scripted.save(str(CORPUS / "tree_lstm.pt"))
    scripted.save(str(CORPUS / "vocabulary.pt"), _extra_files={"vocabulary.txt": "<unk>\r\na\nb\n\n"})
    torch.save(module.TreeLSTM(6, 3, 2).state_dict(), CORPUS / "state.pt")
    (CORPUS / "pickled.pt").write_bytes(pickle.dumps({"any": "object"}))
    whole = (CORPUS / "tree_lstm.pt").read_bytes()
    (CORPUS / "cut.pt").write_bytes(whole[:len(whole) // 2])
    (CORPUS / "empty").write_bytes(b"")
    with zipfile.ZipFile(CORPUS / "tree_lstm.pt") as archive, zipfile.ZipFile(CORPUS / "setstate.pt", "w") as out:
        for name in archive.namelist():
            text = archive.read(name)
            out.writestr(name, text.replace(b"def leaf", b"def __setstate__") if name.endswith(".py") else text)
    with zipfile.ZipFile(CORPUS / "no-folder.pt", "w") as out:
        out.writestr("data.pkl", b"x")


if __name__ == "__main__":
    main()
