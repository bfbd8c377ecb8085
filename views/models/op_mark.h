// SPDX-License-Identifier: GPL-3.0-or-later
//
// The color and shape of an op as an icon for tables, legends and pages, as in the picture, so that nobody has to
// distinguish colors.
#pragma once

#include "views/theme/theme.h"

#include <QIcon>
#include <QPainterPath>

namespace batchscope {

/// The outline of a node's shape, filling the rectangle.
[[nodiscard]] QPainterPath shapePath(NodeShape shape, const QRectF& bounds);

/// Sharp at every size and pixel ratio.
[[nodiscard]] QIcon opIcon(const Theme& theme, OpId op);

} // namespace batchscope
