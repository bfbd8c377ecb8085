// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: trees and graphs are both written as DOT, and words may hold anything.
#pragma once

#include <string>
#include <string_view>

namespace batchscope {

/// Appends the text as it must be written inside DOT's quotes: a backslash must not become one of DOT's escapes, and
/// line ends become blanks.
void appendDotEscaped(std::string& to, std::string_view text);

} // namespace batchscope
