// SPDX-License-Identifier: GPL-3.0-or-later
//
// Escapes text for DOT. Both trees and graphs are written as DOT, and words may contain anything.
#pragma once

#include <string>
#include <string_view>

namespace batchscope {

/// Appends the text as it must be written inside DOT's quotes: a backslash must not become one of DOT's escapes, and
/// line ends become blanks.
void appendDotEscaped(std::string& to, std::string_view text);

} // namespace batchscope
