// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace batchscope {

std::string Error::text() const {
    std::string place = withoutControls(file, "");
    if (position) {
        place += place.empty() ? fmt::format("line {}:{}", position->line, position->column)
                               : fmt::format(":{}:{}", position->line, position->column);
    }
    const std::string said = withoutControls(message, "\n\t");
    return place.empty() ? fmt::format("error: {}", said) : fmt::format("{}: error: {}", place, said);
}

Error cancelledError() {
    return Error{ErrorCode::Cancelled, "canceled"};
}

} // namespace batchscope
