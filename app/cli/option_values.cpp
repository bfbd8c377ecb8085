// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/option_values.h"

#include <charconv>
#include <string_view>

namespace batchscope {

Result<std::uint64_t> parseNumber(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) {
        return Error{ErrorCode::Config, fmt::format("expected a non-negative integer, got '{}'", text)};
    }
    return value;
}

Result<double> parsePercent(const std::string& text) {
    double percent = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), percent);
    const bool isPercent = code == std::errc() && std::string_view(end) == "%";
    if (!isPercent || !(percent >= 0.0 && percent <= 1000.0)) {
        return Error{ErrorCode::Config,
                     fmt::format("expected a percentage from 0% to 1000% such as 5%, got '{}'", text)};
    }
    return percent / 100.0;
}

} // namespace batchscope
