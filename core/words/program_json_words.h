// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors in the JSON of a program: what was found, what was expected, and what to do. json_words.h has the sentence for
// both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace batchscope::words {

[[nodiscard]] std::string notJson(std::string_view reason);
[[nodiscard]] std::string duplicateKey(std::string_view key);

/// `expected` is one of those below, or of the other words on JSON and programs.
[[nodiscard]] std::string missingKey(std::string_view key, std::string_view expected);
/// `what` is the object, as "a call"; `keys` are those that it may have.
[[nodiscard]] std::string unknownKey(std::string_view key, std::string_view what, std::string_view keys);

// What was expected.
[[nodiscard]] std::string objectWith(std::string_view what, std::string_view keys);
[[nodiscard]] std::string atMost(std::size_t most);
[[nodiscard]] std::string nameOfBytes(std::size_t most);
[[nodiscard]] std::string integerBetween(std::int64_t low, std::int64_t high);

} // namespace batchscope::words
