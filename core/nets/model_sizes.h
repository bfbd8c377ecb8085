// SPDX-License-Identifier: GPL-3.0-or-later
//
// Widths of a recipe by name: a recipe serves any treebank and any width, so it writes "rows": "vocabulary" or
// "width": "5*dim" where a program, whose graph is fixed, writes a number.
//
//     size     sum of terms, + or - between them; a term is a product of factors, * between them; a factor is a number
//              or one of dim, classes, vocabulary
#pragma once

#include "core/nets/program_json.h"

#include <cstdint>
#include <string_view>

namespace batchscope {

/// What the names stand for.
struct ModelSizes {
    std::int32_t dim = 1;        ///< hidden width
    std::int32_t classes = 1;    ///< outputs of a classifier
    std::int32_t vocabulary = 1; ///< words of the treebank
};

/// An integer at `key`, or a size where `sizes` is not null. Outside of the range, or no size: `range.low`, and a
/// fault.
[[nodiscard]] std::int64_t sizeIn(const JsonPlace& object, std::string_view key, IntegerRange range,
                                  const ModelSizes* sizes, ProgramFault& fault);

/// Whether a size in the document, at any of the keys rows, columns, width, begin and number, uses this name.
[[nodiscard]] bool usesSize(const Json& document, std::string_view name);

} // namespace batchscope
