// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who ran the batches, as files and JSON name it.
#pragma once

#include "core/trace/batch_execution.h"

namespace batchscope {

/// "engine", "LibTorch".
[[nodiscard]] constexpr const char* executorName(ExecutorKind executor) {
    return executor == ExecutorKind::Engine ? "engine" : "LibTorch";
}

} // namespace batchscope
