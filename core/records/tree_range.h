// SPDX-License-Identifier: GPL-3.0-or-later
//
// A range of trees as --trees takes it and as documents have it: "2:10", "2:", ":10".
#pragma once

#include "core/base/result.h"
#include "core/nets/build_graph.h"

#include <string>
#include <string_view>

namespace batchscope {

/// "2:10"; an end beyond all trees is left open: "2:".
[[nodiscard]] std::string treeRangeText(const TreeRange& range);
/// Either end may be left out. Config errors: another form, an empty range.
[[nodiscard]] Result<TreeRange> parseTreeRange(std::string_view text);

} // namespace batchscope
