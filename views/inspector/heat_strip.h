// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows eight numbers as colors, which are faster to read: sign and size at a glance, and equal rows look equal.
#pragma once

#include "core/trace/recorded_state.h"
#include "views/theme/theme.h"

#include <QImage>

namespace batchscope {

/// The first values of a row, one cell each: one hue below zero, one above, pale at zero; deepest at the largest
/// magnitude of the whole row (so strips of one row are to scale). Not finite: hatched in the warning color.
[[nodiscard]] QImage heatStrip(const TensorSummary& summary, const Theme& theme, double pixelRatio);

} // namespace batchscope
