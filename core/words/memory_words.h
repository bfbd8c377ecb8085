// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory of a run, step by step: how much it holds, how much of that is still needed, and what keeps it. Sizes and
// numbers come as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

[[nodiscard]] std::string heldByEngine(std::string_view size);
[[nodiscard]] std::string heldByTraining(std::string_view size);
/// `all`: with the gradients.
[[nodiscard]] std::string heldWithGradients(std::string_view size, std::string_view all);
[[nodiscard]] std::string heldByBodies(std::string_view size);

struct MemoryPeakWords {
    std::string_view size;
    double share = 0.0; ///< of what is held, 0 … 1
    std::string_view batch;
    std::string_view op;
    std::string_view rows;
    bool isForwardAlone = false; ///< the run trains, and this is what it would need without its backward pass
};
/// "At most 3.1 MiB of it (26%) are still needed at one time, in batch 12 (children ×40)."
[[nodiscard]] std::string neededAtMost(const MemoryPeakWords& peak);

/// Of one step; the other is the one that needs most.
[[nodiscard]] std::string neededInStep(std::string_view needed, std::string_view written);
[[nodiscard]] std::string mostNeededInStep(std::string_view needed, std::string_view written);

// What keeps it. The name is that of an op, a table or weights.
[[nodiscard]] std::string valueHolder(std::string_view op, std::size_t output);
[[nodiscard]] std::string insideHolder(std::string_view op);
[[nodiscard]] std::string tableHolder(std::string_view table);
inline constexpr std::string_view kConstantHolder = "constants";
/// `maker` is the op or table whose rows are multiplied.
[[nodiscard]] std::string productHolder(std::string_view maker, std::string_view weights);
[[nodiscard]] std::string gatheredHolder(std::string_view weights);

// Until when.
inline constexpr std::string_view kKeptForTheEnd = "asked for: kept to the end";
[[nodiscard]] std::string readUntil(std::string_view first, std::string_view last);
/// Some of the rows were asked for.
[[nodiscard]] std::string andAskedFor(std::string_view text, std::string_view rows);

} // namespace batchscope::words
