// SPDX-License-Identifier: GPL-3.0-or-later
//
// The entry of batchscope-torch.so, and of programs that link what is in it.
#include "core/exec/interpreter/interpreter_part_torch.h"
#include "core/scripts/module_part_torch.h"

const batchscope::TorchParts* batchscopeTorchParts() {
    static const batchscope::TorchParts parts{BATCHSCOPE_BUILD, &batchscope::kInterpreterPart,
                                              &batchscope::kModulePart};
    return &parts;
}
