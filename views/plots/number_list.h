// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parses lists of sizes as people type them; typing errors are reported before a long measurement starts.
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace batchscope {

/// "1, 8,32" → 1, 8, 32: rising, without doubles. None for an empty list, anything but whole numbers, or a number
/// outside [1, largest].
[[nodiscard]] std::optional<std::vector<std::int32_t>> parseNumberList(const QString& text, std::int32_t largest);

} // namespace batchscope
