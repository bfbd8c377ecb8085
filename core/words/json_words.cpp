// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/json_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string foundInJson(std::string_view found, std::string_view expected) {
    return fmt::format("found {}; expected {}", found, expected);
}

std::string notJson(std::string_view reason) {
    return fmt::format("this is not JSON: {}", reason);
}

std::string duplicateKey(std::string_view key) {
    return fmt::format("duplicate key {}; remove one", key);
}

std::string missingKey(std::string_view key, std::string_view expected) {
    return fmt::format("the key '{}' is missing; expected {}", key, expected);
}

std::string unknownKey(std::string_view key, std::string_view what, std::string_view keys) {
    return fmt::format("found the unknown key {}; expected {} in {}; remove the key or correct its name", key, keys,
                       what);
}

std::string objectWith(std::string_view what, std::string_view keys) {
    return fmt::format("{}, an object with keys such as {}", what, keys);
}

std::string atMost(std::size_t most) {
    return fmt::format("at most {}", most);
}

std::string nameOfBytes(std::size_t most) {
    return fmt::format("a name: a string of 1 to {} bytes without dots or control characters", most);
}

std::string integerBetween(std::int64_t low, std::int64_t high) {
    return fmt::format("an integer from {} to {}", low, high);
}

std::string secondNamed(std::string_view kind, std::string_view name) {
    return fmt::format("found a second {} named '{}'; rename one of them", kind, name);
}

} // namespace batchscope::words
