// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/filter_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string unknownFilterKey(std::string_view key, std::string_view known) {
    return fmt::format("there is no key \"{}\"; expected one of {}, or quotes around text", key, known);
}

std::string filterKeyIsNoNumber(std::string_view key, std::string_view example) {
    return fmt::format("{} is not a number; expected ':', '=' or '!=', as in {}", key, example);
}

std::string filterKeyNeedsValue(std::string_view key, std::string_view sign, std::string_view example) {
    return fmt::format("{}{} needs a value, as in {}", key, sign, example);
}

std::string filterShapeUnknown(std::string_view found) {
    return fmt::format("found \"{}\"; expected same, shared, single or a tree number", found);
}

std::string filterNeedsNumber(std::string_view found, std::string_view example) {
    return fmt::format("found \"{}\"; expected a whole number, as in {}", found, example);
}

std::string filterNeedsMagnitude(std::string_view found, std::string_view example) {
    return fmt::format("found \"{}\"; expected a comparison with a number, or :nan, as in {}", found, example);
}

std::string filterNeedsYesOrNo(std::string_view found, std::string_view example) {
    return fmt::format("found \"{}\"; expected yes or no, as in {}", found, example);
}

std::string filterNeedsDifference(std::string_view found, std::string_view example) {
    return fmt::format("found \"{}\"; expected yes, no, values or gradients, as in {}", found, example);
}

std::string filterNeedsNumberOrRange(std::string_view found, std::string_view example) {
    return fmt::format("found \"{}\"; expected a whole number or a range, as in {}", found, example);
}

std::string filterRangeReversed(std::uint64_t least, std::uint64_t most) {
    return fmt::format("this range ends before it begins; expected {}..{}", least, most);
}

std::string filterShapeOfMissingTree(std::uint64_t asked, std::size_t trees) {
    return trees == 0 ? fmt::format("found shape:{}, but there are no trees", asked)
                      : fmt::format("found shape:{}; expected the number of a tree, from 0 to {}", asked, trees - 1);
}

} // namespace batchscope::words
