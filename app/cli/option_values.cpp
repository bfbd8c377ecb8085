// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/option_values.h"

#include <charconv>

namespace batchscope {

Result<std::uint64_t> parseNumber(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) {
        return Error{ErrorCode::Config, fmt::format("expected a non-negative integer, got '{}'", text)};
    }
    return value;
}

} // namespace batchscope
