// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/source_text.h"

#include "core/base/text.h"

#include <algorithm>

namespace batchscope {

SourcePosition positionAt(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, byte);
    const std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 == 0
    return {static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1),
            static_cast<std::uint32_t>(before.size() - lineStart + 1), before.size()};
}

std::string lineExcerpt(std::string_view text, std::size_t byte) {
    constexpr std::size_t kLongest = 60;
    const std::string_view near = text.substr(byte, std::size_t{4} * kLongest + 4); // a line may be a gigabyte
    const std::string_view line = near.substr(0, near.find_first_of("\r\n"));
    const std::size_t bad = findInvalidUtf8(line); // may be only the last code point, cut in two
    return elided(line.substr(0, bad), kLongest);
}

std::string shownToken(std::string_view token) {
    constexpr std::size_t kLongest = 30;
    return findInvalidUtf8(token) == std::string_view::npos ? elided(token, kLongest) : std::string("(not UTF-8)");
}

} // namespace batchscope
