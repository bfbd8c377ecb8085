// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/remedy_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope::words {

std::string changedChoice(std::string_view title, std::string_view value) {
    std::string plain(title);
    plain.erase(std::remove(plain.begin(), plain.end(), '&'), plain.end());
    return fmt::format("{}: {}", plain, value);
}

std::string batchesInstead(std::string_view batches, std::string_view before) {
    return fmt::format("{} {} instead of {}", batches, batches == "1" ? "batch" : "batches", before);
}

std::string asManyBatches(std::string_view batches) {
    return batches == "1" ? "1 batch, as now" : fmt::format("{} batches, as now", batches);
}

std::string triedChange(std::string_view change, std::string_view pair, std::string_view batches) {
    return pair.empty() ? fmt::format("{}: {}.", change, batches) : fmt::format("{}: {}; {}.", change, pair, batches);
}

std::string noneHelps(std::size_t tried) {
    return fmt::format("None of the {} changes that were tried brings the two together.", tried);
}

std::string noneNeedsFewer(std::size_t tried) {
    return fmt::format("None of the {} changes that were tried needs fewer batches.", tried);
}

} // namespace batchscope::words
