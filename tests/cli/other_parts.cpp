// SPDX-License-Identifier: GPL-3.0-or-later
//
// A batchscope-torch.so of another build (late_torch_test.cpp).
#include "core/exec/torch_parts.h"

const batchscope::TorchParts* batchscopeTorchParts() {
    static const batchscope::TorchParts parts{"0.0.0, another compiler", nullptr, nullptr};
    return &parts;
}
