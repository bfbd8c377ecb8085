// SPDX-License-Identifier: GPL-3.0-or-later
//
// A term of the glossary as a small picture, in the colors and shapes of the canvas: circles are leaves, squares inner
// nodes, outlines batches. Shown beside the term's sentence.
#pragma once

#include "core/session/glossary.h"
#include "views/theme/theme.h"

#include <QImage>
#include <QSize>
#include <QString>

#include <string_view>

namespace batchscope {

constexpr QSize kTermPictureSize = {112, 64}; ///< logical pixels

/// Null for what is no term of the glossary (core/session/glossary.h). `pixelRatio` > 0: pixels of the device per
/// logical pixel.
[[nodiscard]] QImage termPicture(std::string_view term, const Theme& theme, double pixelRatio);

/// The same as an <img> element for rich text; empty where there is no picture. Made once for each theme; for the GUI
/// thread only.
[[nodiscard]] QString termPictureHtml(std::string_view term, const Theme& theme);

// Terms of the glossary (core/session/glossary.h) as tooltips.

/// The term and its meaning, as rich text that a tooltip wraps.
[[nodiscard]] QString glossaryTip(const GlossaryTerm& term);
/// That of the term that a label names, in any letter case, in singular or plural; empty where it is no term.
[[nodiscard]] QString glossaryTipOf(const QString& label);

} // namespace batchscope
