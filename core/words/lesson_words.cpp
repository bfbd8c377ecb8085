// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/lesson_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string unknownFigure(std::string_view figure, std::string_view known) {
    return fmt::format("unknown figure '{}'; expected {}", figure, known);
}

std::string unclosedFigure(std::string_view text) {
    return fmt::format("found '{{' without '}}' in \"{}\"; close it", text);
}

std::string unknownKind(std::string_view kind, std::string_view known) {
    return fmt::format("found \"{}\"; expected {}", kind, known);
}

std::string noNodeMatches(std::string_view query) {
    return fmt::format("no node matches '{}'", query);
}

std::string rightNumber(std::size_t number) {
    return fmt::format("Right: {}.", number);
}

std::string otherNumber(std::size_t number, std::size_t given) {
    return fmt::format("Not {}: it is {}.", given, number);
}

std::string opsDiffer(std::string_view a, std::string_view b) {
    return fmt::format("They do different work: one is “{}”, the other “{}”.", a, b);
}

std::string rightOption(std::string_view option) {
    return fmt::format("The answer is: {}.", option);
}

} // namespace batchscope::words
