// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why two runs cannot be compared: which numbers are not finite, and where the first one is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

// What was compared, in the plural.
inline constexpr std::string_view kComparedValues = "values";
inline constexpr std::string_view kGradientsOfValues = "gradients of values";
inline constexpr std::string_view kGradientsOfParameters = "gradients of parameters";

/// `written` is the count as text.
[[nodiscard]] std::string numbersNotFinite(std::size_t count, std::string_view written, std::string_view what);
/// `text` is that of numbersNotFinite.
[[nodiscard]] std::string firstAtNode(std::string_view text, std::size_t node, std::string_view op);
[[nodiscard]] std::string firstOfParameter(std::string_view text, std::string_view parameter);

[[nodiscard]] std::string lossNotFinite(std::string_view folded, std::string_view regular);

} // namespace batchscope::words
