// SPDX-License-Identifier: GPL-3.0-or-later
//
// The top edge of the picture: the legend on the left, and what folding has bought (the totals) on the right. Both are
// always shown and share the width: the legend wraps into two rows and then ends in "+3 more"; if too little width is
// left for it, the totals move below it. The width is divided in the same way at all moments of a story, so that the
// picture does not jump.
#pragma once

#include "views/canvas/scene/scene.h"

#include <QPainter>

#include <cstddef>
#include <utility>
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
using Legend = std::vector<std::vector<LegendEntry>>; ///< by row

struct TopStrip {
    Legend legend;
    QRectF legendBox;                                ///< pixels, as all boxes here; around all rows
    std::vector<QRectF> rows;                        ///< of the legend, each as wide as its entries
    std::vector<std::pair<QString, QString>> totals; ///< label and value
    QFont totalsFont;                                ///< of the labels; values are bolder
    QRectF totalsBox;
};

[[nodiscard]] TopStrip topStripOf(const Scene& scene);
void paintTopStrip(QPainter& painter, const Scene& scene, const TopStrip& strip);

/// Rows that legend and totals take in this canvas: 2 where all ops do not fit into one, and there is height for it; 3
/// if there is no space for the totals next to them.
[[nodiscard]] std::size_t legendRows(const SceneModel& model, const QRectF& canvas, const QFont& font);
/// The op whose legend entry is there; invalid elsewhere.
[[nodiscard]] OpId legendOpAt(const SceneModel& model, StoryStage stage, const QRectF& canvas, const QFont& font,
                              QPointF pixel);

} // namespace batchscope
