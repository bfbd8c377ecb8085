// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/value_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string valuesWithoutRegular(std::string_view numbers) {
    return fmt::format("{}. The regular run is kept for small graphs only, so there is nothing to compare with.",
                       numbers);
}

std::string valuesAllEqual(std::string_view numbers) {
    return fmt::format("{}, all equal to those of the regular run.", numbers);
}

std::string valuesDiffer(std::string_view numbers, std::string_view different, std::string_view ulps,
                         std::string_view error) {
    return fmt::format("{}; {} differ from the regular run, by at most {} ({}).", numbers, different, ulps, error);
}

std::string valuesNotFinite(std::string_view count) {
    return fmt::format("{} not finite in one of the runs.", count);
}

} // namespace batchscope::words
