// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: variants of a colour must be evenly far apart for the eye. In OKLCH (Ottosson 2020) equal steps look equal,
// which they do in neither RGB nor HSL; contrast is WCAG 2.1's.
#pragma once

#include <QColor>

namespace batchscope {

struct Oklch {
    double lightness = 0.0; ///< 0 black … 1 white
    double chroma = 0.0;    ///< 0 grey … about 0.3
    double hue = 0.0;       ///< degrees
};

[[nodiscard]] Oklch oklchOf(const QColor& colour);
/// Less vivid where the screen has no such colour.
[[nodiscard]] QColor colourOf(Oklch value);
/// Euclidean in OKLab: 0.02 is just seen, 0.1 is clearly another colour.
[[nodiscard]] double distanceOf(const QColor& left, const QColor& right);
/// 1 … 21.
[[nodiscard]] double contrastOf(const QColor& left, const QColor& right);

} // namespace batchscope
