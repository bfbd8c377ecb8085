// SPDX-License-Identifier: GPL-3.0-or-later
//
// The icons of a media player, drawn instead of loaded, so that they have the color of the theme at any resolution.
#pragma once

#include <QColor>
#include <QIcon>

namespace batchscope {

enum class TransportSign { First, Back, Play, Pause, Forward, Last };

[[nodiscard]] QIcon transportIcon(TransportSign sign, const QColor& colour, const QColor& disabled);

} // namespace batchscope
