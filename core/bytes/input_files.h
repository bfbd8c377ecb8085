// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which files this process has read: none of them may be written over by mistake, however it is spelled. Any thread.
#pragma once

#include <string>

namespace batchscope {

/// The regular file behind an open descriptor is an input from now on, whatever its names.
void noteInput(int descriptor);

/// Whether that is, by any name, a file that was read. One that has another's place since is not.
[[nodiscard]] bool isInput(const std::string& path);

/// Before the next of several command lines in one process.
void forgetInputs();

} // namespace batchscope
