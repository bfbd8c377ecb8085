// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds line and column of a value in a program's JSON text from its path, such as /calls/3/args/1. A fault is known by
// its path, an editor needs line and column, and the JSON library keeps no positions, so the text is searched once
// there is a fault. Linear, without recursion.
#pragma once

#include "core/base/source_text.h"

#include <string_view>

namespace batchscope {

/// Where a value begins. The text must be JSON at least up to there; `pointer` is an RFC 6901 pointer. When it leads
/// nowhere, the position that it reaches.
[[nodiscard]] SourcePosition positionOfJson(std::string_view text, std::string_view pointer);

} // namespace batchscope
