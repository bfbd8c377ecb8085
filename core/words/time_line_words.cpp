// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/time_line_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string threadLaneTitle(std::string_view run, std::string_view thread) {
    return fmt::format("{}, thread {}", run, thread);
}

std::string regularNotRecorded(std::string_view nodes) {
    return fmt::format("The regular run is recorded only for graphs of up to {} nodes.", nodes);
}

} // namespace batchscope::words
