// SPDX-License-Identifier: GPL-3.0-or-later
//
// A term of the glossary as a small picture, in the colors and shapes of the canvas: circles are leaves, squares inner
// nodes, outlines batches. Shown beside the term's sentence.
#pragma once

#include "views/theme/theme.h"

#include <QImage>
#include <QSize>

#include <string_view>

namespace batchscope {

constexpr QSize kTermPictureSize = {112, 64}; ///< logical pixels

/// Null for what is no term of the glossary (core/words/glossary_words.h). `pixelRatio` > 0: pixels of the device per
/// logical pixel.
[[nodiscard]] QImage termPicture(std::string_view term, const Theme& theme, double pixelRatio);

/// The same as an <img> element for rich text; empty where there is no picture. Made once for each theme; for the GUI
/// thread only.
[[nodiscard]] QString termPictureHtml(std::string_view term, const Theme& theme);

} // namespace batchscope
