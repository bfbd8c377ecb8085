// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the graphs are called in DOT files.
#pragma once

#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kSourceGraphName = "source graph";
inline constexpr std::string_view kFoldedGraphName = "folded graph";

} // namespace batchscope::words
