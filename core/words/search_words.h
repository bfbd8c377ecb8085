// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search for nodes and places of a graph: what the keys of a query mean, and errors of queries and places.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kNoGraphYet = "there is no graph yet";

} // namespace batchscope::words
