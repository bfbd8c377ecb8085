// SPDX-License-Identifier: GPL-3.0-or-later
//
// The entry point of batchscope-torch.so and of programs that link its content.
#include "core/exec/torch_parts.h"
#include "core/scripts/module_part.h"

const batchscope::TorchParts* batchscopeTorchParts() {
    static const batchscope::TorchParts kParts{BATCHSCOPE_BUILD, &batchscope::kInterpreterPart,
                                               &batchscope::kModulePart};
    return &kParts;
}
