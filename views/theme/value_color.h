// SPDX-License-Identifier: GPL-3.0-or-later
//
// Maps numbers to colors: one hue below zero, one above, pale at zero.
#pragma once

#include "views/theme/theme.h"

namespace batchscope {

/// The color of a value, deepest if |value| is `largest`; the warning color if the value is not finite.
[[nodiscard]] QColor valueColor(const Theme& theme, double value, double largest);

} // namespace batchscope
