// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the signs of a tape machine, drawn and not loaded, so that they have the theme's colour at any resolution.
#pragma once

#include <QColor>
#include <QIcon>

namespace batchscope {

enum class TransportSign { First, Back, Play, Pause, Forward, Last };

[[nodiscard]] QIcon transportIcon(TransportSign sign, const QColor& colour, const QColor& disabled);

} // namespace batchscope
