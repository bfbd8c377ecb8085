// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/history_words.h"

#include <fmt/format.h>

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

} // namespace batchscope::words
