// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

Result<std::size_t> indexOfName(std::string_view name, std::span<const std::string_view> names, std::string_view kind) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) {
        return static_cast<std::size_t>(found - names.begin());
    }
    std::string known;
    for (std::size_t index = 0; index < names.size(); ++index) {
        const bool isLast = index + 1 == names.size();
        known += index == 0 ? "" : isLast ? " or " : ", ";
        known += names[index];
    }
    return Error{ErrorCode::Config, fmt::format("unknown {} '{}'; expected {}", kind, name, known)};
}

} // namespace batchscope
