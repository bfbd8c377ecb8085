// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of `convert`; runConvert (commands.h) carries it out.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

struct TreeWriter;

/// What to write: trees in a format, or the trace of a run.
struct ConvertTarget {
    const TreeWriter* writer = nullptr; ///< null: the trace
    [[nodiscard]] bool runs() const { return writer == nullptr; }
};

/// The names that parseTarget takes: those of the writers, then chrome-trace.
[[nodiscard]] std::vector<std::string_view> targetNames();
[[nodiscard]] Result<ConvertTarget> parseTarget(std::string_view name);

struct ConvertChoice {
    ConvertTarget to;
    std::string file;     ///< empty: standard output
    bool pairs = false;   ///< every two trees become one, under a root
    bool restore = false; ///< binarized trees of a file go back to what they were, by their labels
};

} // namespace batchscope
