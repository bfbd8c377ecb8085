// SPDX-License-Identifier: GPL-3.0-or-later
//
// Modules that are written as text (core/scripts/module_source.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr const char* kExpectedDeclaration =
    "expected NAME = parameter(ROWS, COLUMNS), a comment, or def of the first method";
[[nodiscard]] std::string sizeOutOfRange(std::int64_t largest);
[[nodiscard]] std::string declaredTwice(std::string_view name);
inline constexpr const char* kMethodsAreMissing =
    "there are no methods; define leaf and compose, node, or step, each with def NAME(self, …): at the beginning of a "
    "line";
// What the text is told apart by, and what LibTorch's errors look like.
inline constexpr std::string_view kImport = "import ";
inline constexpr std::string_view kFrom = "from ";
inline constexpr std::string_view kDef = "def ";
inline constexpr std::string_view kNextDef = "\ndef ";
inline constexpr std::string_view kMissingAttribute = "object has no attribute or method '";
inline constexpr std::string_view kBeforeFile = "  File \"";
inline constexpr std::string_view kBeforeLine = "\", line ";

[[nodiscard]] std::string nothingOfThatName(std::string_view name);
[[nodiscard]] std::string cannotCompile(std::string_view reason);

} // namespace batchscope::words
