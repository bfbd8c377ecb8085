// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/history_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace batchscope::words {

std::string historyDamaged(std::string_view reason) {
    return fmt::format("this history is damaged ({}); it was left as it is, so restore it from a copy", reason);
}

std::string historyFailed(std::string_view reason) {
    return fmt::format("the history cannot be used: {}; nothing was changed", reason);
}

std::string newerHistory(std::int64_t found, int known) {
    return fmt::format("this history has version {}, but this program reads version {}; use a newer one", found, known);
}

std::string noHistoryEntry(std::int64_t id) {
    return fmt::format("the history has no entry {}", id);
}

std::string historyEntry(std::string_view file, std::int64_t id) {
    return fmt::format("{}, entry {}", file, id);
}

std::string cannotMakeHistoryFolder(std::string_view reason) {
    return fmt::format("the folder of the history cannot be made: {}", reason);
}

std::string notReleaseBuild(std::string_view build) {
    return fmt::format("the program was built {}", build);
}

std::string otherConditions(std::int64_t before, std::span<const std::string> lines) {
    constexpr std::size_t kSaid = 2;
    const std::size_t said = std::min(lines.size(), kSaid);
    const std::string more = lines.size() > said ? fmt::format("; and {} more", lines.size() - said) : "";
    return fmt::format("other conditions than run {}: {}{}", before, fmt::join(lines.first(said), "; "), more);
}

std::string otherNodes(std::int64_t before, std::size_t then, std::size_t now) {
    return fmt::format("another graph than in run {}: {} nodes then, {} now", before, then, now);
}

} // namespace batchscope::words
