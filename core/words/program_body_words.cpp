// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/program_body_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string oneOfPrimitives(std::string_view names) {
    return fmt::format("one of {}", names);
}

std::string expectedNames(std::size_t names, std::string_view primitive) {
    return fmt::format("exactly {} name{} for {}", names, names == 1 ? "" : "s", primitive);
}

std::string weightDoesNotFit(const NamedMatrix& weight, std::int64_t width) {
    return fmt::format("found weight '{}' [{}, {}] on a row of {}; expected {} columns", weight.name, weight.rows,
                       weight.columns, width, width);
}

std::string biasDoesNotFit(const NamedMatrix& bias, const NamedMatrix& weight) {
    return fmt::format("found bias '{}' [{}, {}]; expected [1, {}]: one column for each row of weight '{}'", bias.name,
                       bias.rows, bias.columns, weight.rows, weight.name);
}

std::string weightMakesTooWide(const NamedMatrix& weight, std::int64_t widest) {
    return fmt::format("weight '{}' produces a row of {}; expected at most {}", weight.name, weight.rows, widest);
}

std::string makesTooWide(std::int64_t width, std::int64_t widest) {
    return fmt::format("this produces a row of {}; expected at most {}", width, widest);
}

std::string onlyOneColumn(std::int64_t width) {
    return fmt::format("found a row of {} columns; widen takes a row of one column, such as that of dot", width);
}

std::string matrixDoesNotFit(std::int64_t matrix, std::int64_t vector) {
    return fmt::format("a matrix of {} numbers has no rows of {} columns; expected the width of the first row to be a "
                       "multiple of that of the second",
                       matrix, vector);
}

std::string widthsDiffer(std::int64_t left, std::int64_t right, std::string_view primitive) {
    return fmt::format("found rows of {} and {}; {} needs rows of equal width", left, right, primitive);
}

std::string wrongRows(std::string_view primitive, std::string_view found, bool isVariadic, std::string_view expected) {
    return fmt::format("found {}{}; {} needs {}, in an op with a variadic argument", found,
                       isVariadic ? "" : " in an op without a variadic argument", primitive, expected);
}

std::string sidesDiffer(std::string_view left, std::string_view right) {
    return fmt::format("found {} on the left and {} on the right; expected the same on both sides; apply spread to "
                       "one side or segment_sum to the other first",
                       left, right);
}

} // namespace batchscope::words
