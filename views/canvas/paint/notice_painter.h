// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the canvas shows where there is no picture yet: why.
#pragma once

#include "core/session/snapshot.h"
#include "views/theme/theme.h"

#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>

namespace batchscope {

struct Notice {
    QString title;
    QString advice; ///< what to do, or what comes next
};

/// While the graph of the snapshot is being made.
[[nodiscard]] Notice buildingNotice();
/// Nothing is being computed, and the snapshot has no graph: no trees, or a net that cannot take them.
[[nodiscard]] Notice noPictureNotice(const Snapshot& snapshot);

/// In the middle of the canvas, title above advice.
void paintNotice(QPainter& painter, const QRectF& canvas, const QFont& font, const Theme& theme, const Notice& notice);

} // namespace batchscope
