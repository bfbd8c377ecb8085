// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages about opening, reading and unpacking files and folders. Reasons are the system's or the library's own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kFileHasChanged = "the file has changed since it was opened; open it again";

/// The stage that waits for a pipe: this, followed by the name of the file.
inline constexpr std::string_view kWaitingForDataFrom = "waiting for data from ";

} // namespace batchscope::words
