// SPDX-License-Identifier: GPL-3.0-or-later
//
// The work of a run: inference or training.
#pragma once

#include <optional>
#include <string_view>

namespace batchscope {

enum class Work {
    Inference, ///< forward only
    Training,  ///< forward, loss and backward; weights are not updated
};

/// The name used on the command line, in documents and in the user interface: "inference" or "training".
[[nodiscard]] constexpr std::string_view workText(Work work) {
    return work == Work::Training ? "training" : "inference";
}

[[nodiscard]] constexpr std::optional<Work> parseWork(std::string_view text) {
    for (const Work work : {Work::Inference, Work::Training}) {
        if (text == workText(work)) {
            return work;
        }
    }
    return std::nullopt;
}

} // namespace batchscope
