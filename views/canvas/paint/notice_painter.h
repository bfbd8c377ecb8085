// SPDX-License-Identifier: GPL-3.0-or-later
//
// The notice on the canvas while there is no picture, which says why.
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
    QString advice; ///< the action to take, or what comes next
};

/// Shown while the graph of the snapshot is being built.
[[nodiscard]] Notice buildingNotice();
/// Shown if nothing is being computed and the snapshot has no graph: there are no trees, or the net cannot take them.
[[nodiscard]] Notice noPictureNotice(const Snapshot& snapshot);

/// Paints the notice in the middle of the canvas, the title above the advice.
void paintNotice(QPainter& painter, const QRectF& canvas, const QFont& font, const Theme& theme, const Notice& notice);

} // namespace batchscope
