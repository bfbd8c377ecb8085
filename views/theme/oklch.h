// SPDX-License-Identifier: GPL-3.0-or-later
//
// A color space in which variants of a color are evenly spaced for the eye. In OKLCH (Ottosson 2020) equal steps look
// equal, unlike in RGB and HSL; contrast is that of WCAG 2.1.
#pragma once

#include <QColor>

namespace batchscope {

struct Oklch {
    double lightness = 0.0; ///< 0 black … 1 white
    double chroma = 0.0;    ///< 0 gray … about 0.3
    double hue = 0.0;       ///< degrees
};

[[nodiscard]] Oklch oklchOf(const QColor& colour);
/// Less vivid where the screen has no such color.
[[nodiscard]] QColor colourOf(Oklch value);
/// Euclidean in OKLab: 0.02 is just seen, 0.1 is clearly another color.
[[nodiscard]] double distanceOf(const QColor& left, const QColor& right);
/// 1 … 21.
[[nodiscard]] double contrastOf(const QColor& left, const QColor& right);

} // namespace batchscope
