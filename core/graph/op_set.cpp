// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op_set.h"

namespace batchscope {

std::size_t OpSet::parameterCount() const {
    std::size_t count = 0;
    for (const ParamSpec& param : params) {
        count += static_cast<std::size_t>(param.rows) * static_cast<std::size_t>(param.columns);
    }
    return count;
}

} // namespace batchscope
