// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes text into JSON. Used for streaming JSON when building a document first would take too much memory.
#pragma once

#include <string>
#include <string_view>

namespace batchscope {

/// Appends the text as a JSON string, with quotes. Control characters are escaped; bytes that are not valid UTF-8 are
/// copied unchanged.
void appendJsonString(std::string& to, std::string_view text);

} // namespace batchscope
