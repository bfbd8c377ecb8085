// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/program_json_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string notJson(std::string_view reason) {
    return fmt::format("this is not JSON: {}", reason);
}

std::string duplicateKey(std::string_view key) {
    return fmt::format("duplicate key {}; remove one", key);
}

std::string nestedTooDeep(std::size_t most) {
    return fmt::format(
        "found values nested more than {} levels deep; a program needs fewer than ten levels; is this the right file?",
        most);
}

std::string missingKey(std::string_view key, std::string_view expected) {
    return fmt::format("the key '{}' is missing; expected {}", key, expected);
}

std::string unknownKey(std::string_view key, std::string_view what, std::string_view keys) {
    return fmt::format("found the unknown key {}; expected {} in {}; remove the key or correct its name", key, keys,
                       what);
}

std::string theString(std::string_view quoted) {
    return fmt::format("the string {}", quoted);
}

std::string theNumber(std::string_view written) {
    return fmt::format("the number {}", written);
}

std::string arrayOf(std::size_t elements) {
    return fmt::format("an array of {}", elements);
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

std::string quotedNames(std::span<const std::string> names, bool areMore) {
    if (names.empty()) {
        return "none";
    }
    std::string text;
    for (std::size_t index = 0; index < names.size(); ++index) {
        const bool isLast = !areMore && index + 1 == names.size();
        text += fmt::format("{}'{}'", index == 0 ? "" : isLast ? " or " : ", ", names[index]);
    }
    return areMore ? text + ", …" : text;
}

} // namespace batchscope::words
