// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a fault in a program is told by its way from the top, /calls/3/args/1; an editor needs line and column. The JSON
// library keeps no places, so that they are looked for in the text once there is a fault. Linear, without recursion.
#pragma once

#include "core/base/source_text.h"

#include <string_view>

namespace batchscope {

/// Where a value begins. The text must be JSON at least up to there; the way is an RFC 6901 pointer. As far as the way
/// leads, when it leads nowhere.
[[nodiscard]] SourcePosition positionOfJson(std::string_view text, std::string_view pointer);

} // namespace batchscope
