// SPDX-License-Identifier: GPL-3.0-or-later
//
// Positions in a text and excerpts of it. Text readers use them to show damaged places, without partial characters or
// raw bytes.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope {

/// The line and column, from 1, of a byte; a byte beyond the end counts as the end.
[[nodiscard]] SourcePosition positionAt(std::string_view text, std::size_t byte);

/// The rest of the line from `byte`, at most 60 code points, cut before invalid UTF-8.
[[nodiscard]] std::string lineExcerpt(std::string_view text, std::size_t byte);

/// A token for quoting in a message: at most 30 code points, or "(not UTF-8)" if it is not valid.
[[nodiscard]] std::string shownToken(std::string_view token);

} // namespace batchscope
