// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/report_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string reportMarkedResults(std::size_t marked, std::size_t all) {
    return fmt::format("{} of {} results {} marked as noisy or busy: do not rely on {}.", marked, all,
                       marked == 1 ? "is" : "are", marked == 1 ? "it" : "them");
}

} // namespace batchscope::words
