// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a program prints holds words and names of its user's files. They are data, also to a terminal.
#pragma once

namespace batchscope {

/// From now on, where standard output or standard error is a terminal, control characters go there as \x1b, but for
/// line ends, tabs and what a line of progress begins with. To be called once, before anything is printed.
void guardTerminal();

} // namespace batchscope
