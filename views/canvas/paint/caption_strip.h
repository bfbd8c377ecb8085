// SPDX-License-Identifier: GPL-3.0-or-later
//
// The caption below the picture, in two layers: what happens, in heavier type, and because of what. It takes at most
// the height that pictureArea() leaves for it, so it covers nothing; what does not fit ends in an ellipsis.
#pragma once

#include "core/session/glossary.h"
#include "views/canvas/scene/scene.h"

#include <QPainter>

#include <vector>

namespace batchscope {

struct CaptionLine {
    QString text;
    bool isWhat = false;
};

struct CaptionStrip {
    QString what; ///< all of it
    QString because;
    std::vector<CaptionLine> lines; ///< as they are written; empty without a caption
    bool cut = false;               ///< the lines do not show all
    QRectF box;                     ///< pixels
};

/// A term of the glossary in the strip.
struct CaptionTerm {
    QRectF box; ///< pixels, around its letters
    const words::GlossaryTerm* term = nullptr;
    bool isFirst = true; ///< the term does not occur before in the caption
};

[[nodiscard]] CaptionStrip captionStrip(const QRectF& canvas, const QFont& font, const Caption& caption);
[[nodiscard]] std::vector<CaptionTerm> captionTerms(const CaptionStrip& strip, const QFont& font);
/// What the strip says of itself there, as rich text: the term under the pointer, or the whole caption where the strip
/// does not show all of it; empty elsewhere.
[[nodiscard]] QString captionTip(const CaptionStrip& strip, const QFont& font, QPointF pixel);
void paintCaptionStrip(QPainter& painter, const Scene& scene, const CaptionStrip& strip);

} // namespace batchscope
