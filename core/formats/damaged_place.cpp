// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/damaged_place.h"

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::uint64_t kBytesAround = 2048; // on each side
constexpr std::size_t kLinesAround = 4;

/// Where the line `lines` lines above `at` begins, or the text.
std::size_t linesBefore(std::string_view text, std::size_t at, std::size_t lines) {
    for (std::size_t line = 0; line <= lines && at > 0; ++line) {
        const std::size_t end = text.rfind('\n', at - 1);
        if (end == std::string_view::npos) {
            return 0;
        }
        at = line == lines ? end + 1 : end;
    }
    return at;
}

std::size_t linesBehind(std::string_view text, std::size_t at, std::size_t lines) {
    for (std::size_t line = 0; line <= lines; ++line) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) {
            return text.size();
        }
        at = line == lines ? end : end + 1;
    }
    return at;
}

/// The token, or the one bracket, at a place.
std::size_t damageEnd(std::string_view text, std::size_t at) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n()", at), text.size());
    return std::min(std::max(end, at + 1), text.size());
}

} // namespace

Result<DamagedPlace> damagedPlace(const Treebank& bank, const Diagnostic& diagnostic) {
    const auto segment = std::find_if(bank.segments.begin(), bank.segments.end(), [&](const FileSegment& candidate) {
        return candidate.bytes != nullptr && candidate.file < bank.files.size() &&
               bank.files[candidate.file] == diagnostic.file;
    });
    if (segment == bank.segments.end()) {
        return Error{ErrorCode::Config, "the text of this file is not available", diagnostic.file};
    }
    const std::uint64_t at = diagnostic.position.byte;
    const std::uint64_t begin = at - std::min(at, kBytesAround);
    Result<std::string> text = segment->bytes->slice(begin, static_cast<std::size_t>(2 * kBytesAround));
    TRY(text);
    const std::size_t place = std::min(static_cast<std::size_t>(at - begin), text->size());
    const std::size_t first = linesBefore(*text, place, kLinesAround);
    const std::size_t last = std::max(linesBehind(*text, place, kLinesAround), place);
    DamagedPlace result;
    result.damage = {place - first, damageEnd(*text, place) - first};
    result.text = text->substr(first, last - first);
    result.damage.end = std::min(result.damage.end, result.text.size());
    return result;
}

} // namespace batchscope
