// SPDX-License-Identifier: GPL-3.0-or-later
//
// The name of the executor that ran the batches, as in files and JSON.
#pragma once

#include "core/trace/batch_execution.h"

namespace batchscope {

/// "engine", "LibTorch".
[[nodiscard]] constexpr const char* executorName(ExecutorKind executor) {
    return executor == ExecutorKind::Engine ? "engine" : "LibTorch";
}

} // namespace batchscope
