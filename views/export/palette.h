// SPDX-License-Identifier: GPL-3.0-or-later
//
// The 256 colors of a GIF. The flat colors of the theme, which cover nearly all of a picture, are kept exactly; the
// mixtures along smooth edges share the rest. There is no dithering, because it would make every frame differ from the
// one before.
#pragma once

#include <QImage>

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace batchscope {

class Palette {
public:
    static constexpr std::size_t kColours = 255; ///< one index is left, for "as it was"
    static constexpr std::uint8_t kUnchanged = 255;

    /// At most kColours colors.
    explicit Palette(std::vector<QRgb> colours);

    [[nodiscard]] const std::vector<QRgb>& colours() const { return m_colours; }
    /// The nearest color's index. Remembers, so that each color is searched for once.
    [[nodiscard]] std::uint8_t indexOf(QRgb colour);
    /// Largest difference of a channel between the color and the one of this index.
    [[nodiscard]] int distance(QRgb colour, std::uint8_t index) const;

private:
    std::vector<QRgb> m_colours;
    std::vector<std::int16_t> m_known; // by 24 bits of color; -1: not asked yet
};

/// Collects what colors frames have.
class PaletteBuilder {
public:
    /// In QImage::Format_RGB32 or ARGB32, opaque.
    void add(const QImage& frame);
    /// The most frequent colors as they are, the others by cutting their space where they differ most.
    [[nodiscard]] Palette palette() const;

private:
    std::unordered_map<QRgb, std::uint64_t> m_counts;
};

} // namespace batchscope
