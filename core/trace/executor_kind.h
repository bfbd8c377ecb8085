// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace batchscope {

/// What computes the batches of a run.
enum class ExecutorKind : std::uint8_t {
    LibTorch, ///< core/exec/interpreter: the plain bodies, one call for each operation
    Engine,   ///< core/exec/engine
};

/// As files and JSON name it: "engine", "LibTorch".
[[nodiscard]] constexpr const char* executorName(ExecutorKind executor) {
    return executor == ExecutorKind::Engine ? "engine" : "LibTorch";
}

} // namespace batchscope
