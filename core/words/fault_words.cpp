// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/fault_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string rowsSwapped(const FaultyPlace& place, std::string_view other) {
    return fmt::format("Rehearsed fault: in step {} ({}), nodes {} and {} exchange the argument in slot {}.",
                       place.step, place.op, place.node, other, place.slot);
}

std::string argumentDropped(const FaultyPlace& place) {
    return fmt::format(
        "Rehearsed fault: in step {} ({}), node {} loses the argument in slot {} and reads another one twice.",
        place.step, place.op, place.node, place.slot);
}

std::string valueStale(const FaultyPlace& place, std::string_view other) {
    return fmt::format(
        "Rehearsed fault: in step {} ({}), node {} reads the argument in slot {} of node {} instead of its own.",
        place.step, place.op, place.node, place.slot, other);
}

std::string chunkWrong(const FaultyPlace& place) {
    return fmt::format(
        "Rehearsed fault: in step {} ({}), the argument in slot {} of node {} is the wrong output of its node.",
        place.step, place.op, place.slot, place.node);
}

std::string noPlaceFor(std::string_view fault, std::string_view needs) {
    return fmt::format("fault '{}' does not fit these trees: it needs {}", fault, needs);
}

} // namespace batchscope::words
