// SPDX-License-Identifier: GPL-3.0-or-later
//
// The colors that a Theme gives by id. They are separate, so that Theme stays a plain value. Internal to views/theme.
#pragma once

#include "views/theme/theme.h"

#include <array>

namespace batchscope {

constexpr std::size_t kTreeColours = 12;

struct ThemeSeries {
    std::array<QRgb, Theme::kOpColours> ops{};
    std::array<QRgb, kTreeColours> trees{};
    /// By op color, then rank: variants that keep 3:1 on the theme's canvas and lane, each as far as can be from those
    /// before it.
    std::array<std::array<QRgb, Theme::kSignatureVariants>, Theme::kOpColours> signatures{};
};

[[nodiscard]] const ThemeSeries& seriesOf(const Theme& theme);

} // namespace batchscope
