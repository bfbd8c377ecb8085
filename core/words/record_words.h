// SPDX-License-Identifier: GPL-3.0-or-later
//
// Records of benchmarks: what is wrong with a document that is read, and with a range of trees as people
// write it.
#pragma once

#include <string>
#include <string_view>

namespace batchscope::words {

// What was expected of a value.
inline constexpr std::string_view kJsonCount = "a count";
inline constexpr std::string_view kKnownTreeRange = "a range of trees such as 0:100, or null";

} // namespace batchscope::words
