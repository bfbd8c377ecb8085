// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/layout_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string dotUnreadable(std::size_t line, std::string_view why) {
    return fmt::format("line {} of dot's output: {}", line, why);
}

std::string dotDoesNotMatch(std::string_view why) {
    return fmt::format("dot's output does not match the graph: {}", why);
}

std::string dotTreeCountDiffers(std::size_t given, std::size_t returned) {
    return fmt::format("dot was given {} trees but returned {}", given, returned);
}

std::string argumentBox(std::int32_t argument) {
    return fmt::format("arg {}", argument);
}

std::string outputBox(std::size_t output) {
    return fmt::format("output {}", output);
}

std::string parameterTip(std::string_view title, std::string_view shape) {
    return fmt::format("{}  {}: a parameter, the same for all rows", title, shape);
}

std::string integerTip(std::string_view title, std::string_view rows) {
    return fmt::format("{}  [{}]: one integer for each node", title, rows);
}

std::string rowForEachItem(std::int32_t width) {
    return fmt::format("[items, {}]: one row for each item of each node", width);
}

std::string rowForEachNode(std::string_view rows, std::int32_t width) {
    return fmt::format("[{}, {}]: one row for each node", rows, width);
}

} // namespace batchscope::words
