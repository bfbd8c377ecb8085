// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of `convert`; runConvert (commands.h) carries it out.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace batchscope {

enum class ConvertTarget { Ptb, Json, Dot, ChromeTrace, Csv };

/// ptb, json, dot, chrome-trace, csv.
[[nodiscard]] Result<ConvertTarget> parseTarget(std::string_view name);

struct ConvertChoice {
    ConvertTarget to = ConvertTarget::Ptb;
    std::string file;     ///< empty: standard output
    bool restore = false; ///< binarized trees of a file go back to what they were, by their labels
};

} // namespace batchscope
