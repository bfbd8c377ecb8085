// SPDX-License-Identifier: GPL-3.0-or-later
//
// Error messages of the bracket reader; the SNLI reader shares some of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kEmptyBrackets = "found ')' right after '('; expected a word or a constituent";

} // namespace batchscope::words
