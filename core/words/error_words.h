// SPDX-License-Identifier: GPL-3.0-or-later
//
// The frame of every error message, and errors that any room may report.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kCanceled = "canceled";
inline constexpr std::string_view kTokenNotUtf8 = "(not UTF-8)"; ///< instead of a token that cannot be shown

/// The place of an error without a file.
[[nodiscard]] std::string lineAndColumn(std::uint32_t line, std::uint32_t column);
[[nodiscard]] std::string errorText(std::string_view message);
[[nodiscard]] std::string errorTextAt(std::string_view place, std::string_view message);
/// What ends the program; a line of its own.
[[nodiscard]] std::string brokenCheck(std::string_view condition, std::string_view file, int line);
/// The program ran out of something.
[[nodiscard]] std::string cannotContinue(std::string_view reason);

} // namespace batchscope::words
