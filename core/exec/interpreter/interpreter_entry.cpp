// SPDX-License-Identifier: GPL-3.0-or-later
//
// The entry point of programs that link the interpreter but no modules: users of the installed library. Other programs
// have the entry point of core/scripts/torch_entry.cpp.
#include "core/exec/torch_parts.h"

const batchscope::TorchParts* batchscopeTorchParts() {
    static const batchscope::TorchParts parts{BATCHSCOPE_BUILD, &batchscope::kInterpreterPart, nullptr};
    return &parts;
}
