// SPDX-License-Identifier: GPL-3.0-or-later
//
// Positions in a text and excerpts of it, with which every text reader shows the user the damaged place, without half a
// character and without raw bytes.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope {

/// Line and column, from 1, of a byte; beyond the end: of the end.
[[nodiscard]] SourcePosition positionAt(std::string_view text, std::size_t byte);

/// The rest of the line from a byte on, at most 60 code points, cut before anything that is not UTF-8.
[[nodiscard]] std::string lineExcerpt(std::string_view text, std::size_t byte);

/// A token as a message quotes it: at most 30 code points, "(not UTF-8)" when it is not.
[[nodiscard]] std::string shownToken(std::string_view token);

} // namespace batchscope
