// SPDX-License-Identifier: GPL-3.0-or-later
//
// The caption above the picture: the headline, large, and below it the button "Why?" or, once that is open, the reason.
// pictureArea() leaves room for headline and button at all moments; an open reason lies over the top of the picture.
#pragma once

#include "core/session/glossary.h"
#include "views/canvas/scene/scene.h"

#include <QPainter>

#include <vector>

namespace batchscope {

struct CaptionLine {
    QString text;
    QFont font;
    QRectF box; ///< pixels, around its letters
};

struct CaptionStrip {
    std::vector<CaptionLine> lines; ///< of the headline, then of the reason; empty without a caption
    QRectF box;                     ///< pixels, around lines and button
    QRectF button;                  ///< "Why?"; null without a reason, or without a layer for it
};

/// A term of the glossary in the strip.
struct CaptionTerm {
    QRectF box; ///< pixels, around its letters
    const GlossaryTerm* term = nullptr;
    bool isFirst = true; ///< the term does not occur before in the caption
};

[[nodiscard]] CaptionStrip captionStrip(const QRectF& canvas, const QFont& font, const Caption& caption,
                                        ReasonLayer layer);
[[nodiscard]] std::vector<CaptionTerm> captionTerms(const CaptionStrip& strip);
/// The term under the pointer, as rich text; empty elsewhere.
[[nodiscard]] QString captionTip(const CaptionStrip& strip, QPointF pixel);
void paintCaptionStrip(QPainter& painter, const Scene& scene, const CaptionStrip& strip);

} // namespace batchscope
