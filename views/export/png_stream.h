// SPDX-License-Identifier: GPL-3.0-or-later
//
// libpng, row by row into any device. Qt writes only whole images, and 16,384 × 16,384 pixels should never be one. This
// is the only place that sees libpng, whose errors are long jumps.
#pragma once

#include "core/base/result.h"

#include <QIODevice>
#include <QImage>

#include <memory>

namespace batchscope {

class PngStream {
public:
    enum class Channels { Rgb, Rgba };

    /// Writes the head. `device` outlives this.
    PngStream(QIODevice& device, QSize size, Channels channels);
    ~PngStream();
    PngStream(const PngStream&) = delete;
    PngStream& operator=(const PngStream&) = delete;

    /// The next rows, from the top; an image as wide as the picture, in any format.
    void add(const QImage& rows);
    /// After the last row. Io error when anything could not be written since the beginning.
    [[nodiscard]] Status finish();
    [[nodiscard]] bool failed() const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace batchscope
