// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include <fmt/format.h>

namespace batchscope {

std::string Error::text() const {
    std::string place = file;
    if (position) {
        place += fmt::format("{}{}:{}", place.empty() ? "line " : ":", position->line, position->column);
    }
    return place.empty() ? fmt::format("error: {}", message) : fmt::format("{}: error: {}", place, message);
}

Error cancelledError() {
    return Error{ErrorCode::Cancelled, "canceled"};
}

} // namespace batchscope
