// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"

#include "core/words/kind_words.h"

#include <algorithm>

namespace batchscope {

Result<std::size_t> indexOfName(std::string_view name, std::span<const std::string_view> names, std::string_view kind) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) {
        return static_cast<std::size_t>(found - names.begin());
    }
    return Error{ErrorCode::Config, words::unknownName(kind, name, names)};
}

} // namespace batchscope
