// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a program prints holds words and names of its user's files. They are data, also to a terminal.
#pragma once

#include <string_view>

namespace batchscope {

/// From now on, where standard output or standard error is a terminal, control characters go there as \x1b, but for
/// line ends and tabs; of what stdio's streams write. To be called once, before anything is printed.
void guardTerminal();

/// Writes a line to standard error in place of that of the last call; an empty one takes it away.
void writeProgress(std::string_view line);

} // namespace batchscope
