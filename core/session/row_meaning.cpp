// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/row_meaning.h"

#include <algorithm>

namespace batchscope {

RowMeaning rowMeaningOf(const OpSet& ops, const Op& op, std::size_t slot) {
    const auto& values = op.body.values;
    const auto lookup = std::find_if(values.begin(), values.end(), [slot](const BodyValue& value) {
        return value.primitive == Primitive::Lookup && static_cast<std::size_t>(value.argument) == slot;
    });
    return lookup == values.end() ? RowMeaning::None : ops.params[lookup->weight].meaning;
}

} // namespace batchscope
