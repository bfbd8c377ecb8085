// SPDX-License-Identifier: GPL-3.0-or-later
//
// Protects the terminal from control characters in words and names of user files that the program prints.
#pragma once

#include <string_view>

namespace batchscope {

/// From this call on, stdout and stderr of stdio write control characters other than line ends and tabs in the form
/// \x1b if they are a terminal. Must be called once, before anything is printed.
void guardTerminal();

/// Writes a line to standard error that replaces the line of the last call; an empty line removes it.
void writeProgress(std::string_view line);

} // namespace batchscope
