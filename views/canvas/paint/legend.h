// SPDX-License-Identifier: GPL-3.0-or-later
//
// The legend at the bottom edge of the picture: the ops in use with their counts, or the signatures while these are
// shown. It wraps into two rows and then ends in "+3 more". Its room has the same height at all moments of a story, so
// that the picture does not jump.
#pragma once

#include "views/canvas/scene/scene.h"

#include <QPainter>

#include <cstddef>
#include <vector>

namespace batchscope {

/// Shape, color, name and count of an op or a signature.
struct LegendEntry {
    OpId op;               ///< invalid: only text, the number of entries left out
    SignatureId signature; ///< invalid: all signatures of the op
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

/// 2 if the ops, or the signatures, do not fit into one row and the canvas is high enough; otherwise 1.
[[nodiscard]] std::size_t legendRows(const SceneModel& model, const QRectF& canvas, const QFont& font);
/// The top of the legend with the most rows that it has at any moment, in pixels.
[[nodiscard]] double legendTop(const SceneModel& model, const QRectF& canvas, const QFont& font);
/// The box around all rows at `stage`, in pixels.
[[nodiscard]] QRectF legendBox(const SceneModel& model, StoryStage stage, const QRectF& canvas, const QFont& font);

} // namespace batchscope
