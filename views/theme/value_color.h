// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers as colors: one hue below zero, one above, pale at zero.
#pragma once

#include "views/theme/theme.h"

namespace batchscope {

/// Deepest where |value| is `largest`; the warning color where the value is not finite.
[[nodiscard]] QColor valueColor(const Theme& theme, double value, double largest);

} // namespace batchscope
