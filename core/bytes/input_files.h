// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which files this process has read: none of them may be written over by mistake, however it is spelled. Any thread.
#pragma once

#include <string>

namespace batchscope {

/// The regular file behind an open descriptor is an input from now on, whatever its names.
void noteInput(int descriptor);

/// True if the path leads, under any name, to a file that this process has read and that has not been replaced since.
[[nodiscard]] bool isInput(const std::string& path);

/// Before the next of several command lines in one process.
void forgetInputs();

} // namespace batchscope
