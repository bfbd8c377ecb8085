// SPDX-License-Identifier: GPL-3.0-or-later
//
// The caption above the picture: the headline in large letters, and below it the button "Why?" or, once opened, the
// reason. pictureArea() always leaves room for headline and button; an open reason covers part of the picture.
#pragma once

#include "core/session/glossary.h"
#include "views/canvas/scene/scene.h"

#include <QPainter>

#include <vector>

namespace batchscope {

struct CaptionLine {
    QString text;
    QFont font;
    QRectF box; ///< pixels, around the letters
};

struct CaptionStrip {
    std::vector<CaptionLine> lines; ///< the headline, then the reason; empty without a caption
    QRectF box;                     ///< pixels, around lines and button
    QRectF button;                  ///< "Why?"; null if there is no reason, or if it is open or hidden
};

/// A glossary term in the strip.
struct CaptionTerm {
    QRectF box; ///< pixels, around the letters
    const GlossaryTerm* term = nullptr;
    bool isFirst = true; ///< the term does not occur before in the caption
};

[[nodiscard]] CaptionStrip captionStrip(const QRectF& canvas, const QFont& font, const Caption& caption,
                                        ReasonLayer layer);
[[nodiscard]] std::vector<CaptionTerm> captionTerms(const CaptionStrip& strip);
/// The explanation of the term at `pixel`, as rich text; empty if there is none.
[[nodiscard]] QString captionTip(const CaptionStrip& strip, QPointF pixel);
void paintCaptionStrip(QPainter& painter, const Scene& scene, const CaptionStrip& strip);

} // namespace batchscope
