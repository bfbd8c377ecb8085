// SPDX-License-Identifier: GPL-3.0-or-later
//
// The legend, at the bottom edge of the picture: the ops in use with their counts; while signatures are what is shown,
// those. It wraps into two rows and then ends in "+3 more". Its height is the same at all moments of a story, so that
// the picture does not jump.
#pragma once

#include "views/canvas/scene/scene.h"

#include <QPainter>

#include <cstddef>
#include <vector>

namespace batchscope {

/// Shape, color, name and count of an op or of a signature.
struct LegendEntry {
    OpId op;               ///< invalid: only text, what is left out
    SignatureId signature; ///< invalid: all of the op's
    QString name;
    QString count;
    double width = 0.0; ///< pixels
};

struct Legend {
    std::vector<std::vector<LegendEntry>> rows;
    QRectF box; ///< pixels, around all rows
};

[[nodiscard]] Legend legendOf(const Scene& scene);
void paintLegend(QPainter& painter, const Scene& scene, const Legend& legend);

/// 2 where all ops, or all signatures, do not fit into one row, and there is height for it.
[[nodiscard]] std::size_t legendRows(const SceneModel& model, const QRectF& canvas, const QFont& font);
/// Above the legend, however many rows it has at the moment: pixels.
[[nodiscard]] double legendTop(const SceneModel& model, const QRectF& canvas, const QFont& font);
/// Around all rows, in pixels.
[[nodiscard]] QRectF legendBox(const SceneModel& model, StoryStage stage, const QRectF& canvas, const QFont& font);

} // namespace batchscope
