// SPDX-License-Identifier: GPL-3.0-or-later
//
// Policies in words: what each one does, what its score means, how it chooses and why; and what a policy refuses.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

struct PolicyWords {
    const char* title = "";       ///< what people call it
    const char* description = ""; ///< one line
    const char* scoreName = "";
    const char* line = ""; ///< how it chooses, as a line of pseudo-code
    const char* tip = "";  ///< the same as a sentence
    const char* ownReason = "";
};

inline constexpr PolicyWords kDepthPolicy = {
    .title = "By level",
    .description = "by level, then signature (TorchFold, TensorFlow Fold, DyNet 2)",
    .scoreName = "lowest level",
    .line = "batch = lowest level",
    .tip = "All ready nodes of one signature on the lowest level that still has work.",
};

inline constexpr PolicyWords kLearnedPolicy = {
    .title = "Learned table",
    .description = "follows a table trained on this graph (ED-Batch's state machine)",
    .scoreName = "Q",
    .line = "batch = best in the table",
    .tip = "The signature with the highest value in the learned table for this state.",
};

[[nodiscard]] std::string policyChoseNothing(std::string_view policy, std::size_t step, std::size_t done,
                                             std::size_t nodes);

} // namespace batchscope::words
