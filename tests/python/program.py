# SPDX-License-Identifier: GPL-3.0-or-later
"""batchscope-cli, as the checkers run it: one process that has loaded LibTorch (command_server.cpp) runs all their command lines."""
import json
import subprocess
import types


class Program(subprocess.Popen):
    def __init__(self, server):
        super().__init__([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def __call__(self, *arguments, code=0):
        """What a command line wrote, as .out and .err; it must end with this code."""
        line = [str(each) for each in arguments]
        print(json.dumps(line), file=self.stdin, flush=True)
        answer = self.stdout.readline()
        assert answer, f"the server has ended at: {' '.join(line)}"
        finished = types.SimpleNamespace(**json.loads(answer))
        assert finished.code == code, f"{' '.join(line)}\nexit code {finished.code}, expected {code}\n{finished.out}{finished.err}"
        return finished
