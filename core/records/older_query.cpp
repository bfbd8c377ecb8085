// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/older_query.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace batchscope {

namespace {

constexpr auto kNumberedKeys = std::to_array<std::string_view>({"step", "tree", "node", "shape"});
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kRange = "..";

/// How long the key and its sign are that `rest` begins with; 0: it begins with no such key.
std::size_t keyLength(std::string_view rest) {
    for (const std::string_view key : kNumberedKeys) {
        const std::size_t sign = std::min(rest.find_first_not_of(":<>=", key.size()), rest.size());
        if (rest.starts_with(key) && sign > key.size()) {
            return sign;
        }
    }
    return 0;
}

/// Moves `at` behind the number there, which goes into the result one less; false where there is none.
bool takeNumber(std::string_view query, std::size_t& at, std::string& result) {
    const std::size_t end = std::min(query.find_first_not_of(kDigits, at), query.size());
    std::uint64_t number = 0;
    const auto [last, fault] = std::from_chars(query.data() + at, query.data() + end, number);
    if (end == at || fault != std::errc()) {
        return false;
    }
    result += std::to_string(number - (number > 0 ? 1 : 0));
    at = end;
    return true;
}

} // namespace

std::string queryFromZero(std::string_view query) {
    std::string result;
    bool isQuoted = false;
    bool begins = true; // a condition
    for (std::size_t at = 0; at < query.size();) {
        const std::size_t length = begins && !isQuoted ? keyLength(query.substr(at)) : 0;
        if (length > 0) {
            result += query.substr(at, length);
            at += length;
            if (takeNumber(query, at, result) && query.substr(at).starts_with(kRange)) {
                result += kRange;
                at += kRange.size();
                takeNumber(query, at, result);
            }
            begins = false;
            continue;
        }
        const char letter = query[at++];
        result += letter;
        isQuoted = isQuoted != (letter == '"');
        begins = letter == ' ' || letter == '(' || (letter == '-' && begins);
    }
    return result;
}

} // namespace batchscope
