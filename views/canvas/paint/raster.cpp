// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/raster.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace batchscope {

namespace {

/// The clear image of this thread, kept since fresh pages cost more than drawing, as does clearing untouched parts.
QImage& keptRasterImage(QSize size) {
    thread_local QImage image;
    if (image.size() != size) {
        image = QImage(size, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(1.0);
        image.fill(Qt::transparent);
    }
    return image;
}

/// Rounds a value above -1e6 to the nearest integer. (std::lround and std::floor are calls, this is an instruction.)
int rounded(double value) {
    constexpr int kAbove = 1 << 20;
    constexpr double kShift = kAbove + 0.5;
    return static_cast<int>(value + kShift) - kAbove;
}

QSize deviceSize(const QRectF& canvas, double ratio) {
    const QSize size = (canvas.size() * ratio).toSize();
    return {std::max(1, size.width()), std::max(1, size.height())};
}

/// Narrows `begin` and `end`, shares of the line, to 0 … limit in one coordinate. False if nothing is left.
bool clipAxis(double from, double to, double limit, double& begin, double& end) {
    const double step = to - from;
    if (step == 0.0) {
        return from >= 0.0 && from < limit;
    }
    const double first = -from / step;
    const double second = (limit - from) / step;
    begin = std::max(begin, std::min(first, second));
    end = std::min(end, std::max(first, second));
    return begin <= end;
}

constexpr int kBits = 16; // fractional bits; a conversion for each pixel would take most of the time
constexpr double kOne = 65536.0;

/// A line along its longer axis, from the lesser end.
struct Run {
    double along; ///< its start on the longer axis
    double aside;
    double length; ///< along the longer axis
    double slope;  ///< change of `aside` per pixel along

    Run(double beginAlong, double beginAside, double lengthAlong, double lengthAside)
        : along(lengthAlong < 0.0 ? beginAlong + lengthAlong : beginAlong),
          aside(lengthAlong < 0.0 ? beginAside + lengthAside : beginAside), length(std::abs(lengthAlong)),
          slope(lengthAside / lengthAlong) {}

    [[nodiscard]] double asideAt(double place) const { return aside + (place - along) * slope; }
};

/// A half-open range of pixels on one axis.
struct Pixels {
    int first;
    int end;
};

/// The pixels along the line whose middle it passes while it is within `side`, with some to spare.
Pixels passed(const Run& run, Pixels along, Pixels side, double half) {
    double begin = std::max(run.along, static_cast<double>(along.first));
    double end = std::min(run.along + run.length, static_cast<double>(along.end));
    const double spare = half + 1.0;
    const double least = side.first - spare;
    const double most = side.end + spare;
    constexpr double kLevel = 1e-9;
    if (std::abs(run.slope) > kLevel) {
        const auto [enters, leaves] =
            std::minmax({run.along + (least - run.aside) / run.slope, run.along + (most - run.aside) / run.slope});
        begin = std::max(begin, enters - 1.0);
        end = std::min(end, leaves + 1.0);
    } else if (run.aside < least || run.aside > most) {
        return {0, 0};
    }
    if (begin >= end) {
        return {0, 0};
    }
    return {std::max(along.first, static_cast<int>(std::ceil(begin - 0.5))),
            std::min(along.end, static_cast<int>(std::ceil(end - 0.5)))};
}

} // namespace

Ink::Ink(const QColor& color) : m_shades() {
    constexpr std::size_t kWhole = 256;
    for (std::size_t share = 0; share <= kWhole; ++share) {
        const auto alpha = static_cast<int>(std::min<std::size_t>(share, 255));
        m_shades[share] = qPremultiply(qRgba(color.red(), color.green(), color.blue(), alpha));
    }
}

Raster::Raster(QPainter& painter, const QRectF& canvas)
    : m_painter(painter), m_canvas(canvas), m_ratio(painter.device()->devicePixelRatioF()),
      m_width(deviceSize(canvas, m_ratio).width()), m_height(deviceSize(canvas, m_ratio).height()),
      m_image(keptRasterImage({m_width, m_height})),
      m_pixels(reinterpret_cast<QRgb*>(m_image.bits())), // NOLINT(*-reinterpret-cast): as Qt documents
      m_left(m_width), m_top(m_height) {}

Raster::~Raster() {
    for (int row = m_top; row < m_bottom; ++row) {
        QRgb* line = m_pixels + static_cast<std::ptrdiff_t>(row) * m_width; // NOLINT(*-pointer-arithmetic)
        std::fill(line + m_left, line + m_right, 0);                        // NOLINT(*-pointer-arithmetic)
    }
}

void Raster::touch(int left, int top, int right, int bottom) {
    m_left = std::min(m_left, left);
    m_top = std::min(m_top, top);
    m_right = std::max(m_right, right);
    m_bottom = std::max(m_bottom, bottom);
}

void Raster::cell(QPointF center, double side, QRgb color) {
    const double half = side * m_ratio / 2.0;
    const double x = (center.x() - m_canvas.x()) * m_ratio;
    const double y = (center.y() - m_canvas.y()) * m_ratio;
    if (x + half < 0.0 || y + half < 0.0 || x - half > m_width || y - half > m_height) {
        return; // before the conversion to int
    }
    const int left = rounded(x - half);
    const int top = rounded(y - half);
    const int right = std::min(m_width, std::max(left + 1, rounded(x + half)));
    const int bottom = std::min(m_height, std::max(top + 1, rounded(y + half)));
    const int begin = std::max(0, left);
    const int above = std::max(0, top);
    if (begin >= right || above >= bottom) {
        return;
    }
    touch(begin, above, right, bottom);
    for (int row = above; row < bottom; ++row) {
        QRgb* line = m_pixels + static_cast<std::ptrdiff_t>(row) * m_width; // NOLINT(*-pointer-arithmetic)
        std::fill(line + begin, line + right, color);                       // NOLINT(*-pointer-arithmetic)
    }
}

void Raster::line(QPointF from, QPointF to, QRgb color) {
    const double x = (from.x() - m_canvas.x()) * m_ratio;
    const double y = (from.y() - m_canvas.y()) * m_ratio;
    const double across = (to.x() - from.x()) * m_ratio;
    const double down = (to.y() - from.y()) * m_ratio;
    double begin = 0.0;
    double end = 1.0;
    if (!clipAxis(x, x + across, m_width, begin, end) || !clipAxis(y, y + down, m_height, begin, end)) {
        return;
    }
    const double length = std::max(std::abs(across), std::abs(down)) * (end - begin);
    const int count = static_cast<int>(length) + 1;
    const double perPixel = (end - begin) / std::max(1, count - 1);
    auto column = static_cast<std::int64_t>((x + across * begin) * kOne);
    auto row = static_cast<std::int64_t>((y + down * begin) * kOne);
    const auto right16 = static_cast<std::int64_t>(across * perPixel * kOne);
    const auto down16 = static_cast<std::int64_t>(down * perPixel * kOne);
    for (int index = 0; index < count; ++index, column += right16, row += down16) {
        const auto atColumn = static_cast<std::uint64_t>(column >> kBits);
        const auto atRow = static_cast<std::uint64_t>(row >> kBits); // negative rows become huge
        if (atColumn < static_cast<std::uint64_t>(m_width) && atRow < static_cast<std::uint64_t>(m_height)) {
            m_pixels[atRow * static_cast<std::uint64_t>(m_width) + atColumn] = color; // NOLINT(*-pointer-arithmetic)
        }
    }
    const auto place = [&](double at, double step, double share, int limit) {
        return std::clamp(static_cast<int>(at + step * share), 0, limit - 1);
    };
    const auto [left, right] = std::minmax({place(x, across, begin, m_width), place(x, across, end, m_width)});
    const auto [top, bottom] = std::minmax({place(y, down, begin, m_height), place(y, down, end, m_height)});
    touch(left, top, right + 1, bottom + 1);
}

void Raster::smoothLine(QPointF from, QPointF to, double width, const Ink& ink) {
    const double across = (to.x() - from.x()) * m_ratio;
    const double down = (to.y() - from.y()) * m_ratio;
    const double x = (from.x() - m_canvas.x()) * m_ratio;
    const double y = (from.y() - m_canvas.y()) * m_ratio;
    const bool flat = std::abs(across) >= std::abs(down);
    constexpr double kLeast = 0.5; // pixels; a shorter line passes no middle of a pixel, or is a dot
    if (std::max(std::abs(across), std::abs(down)) < kLeast) {
        return;
    }
    const Run run = flat ? Run(x, y, across, down) : Run(y, x, down, across);
    const Pixels columns = {0, m_width};
    const Pixels rows = {0, m_height};
    const Pixels side = flat ? rows : columns;
    const double half = width * m_ratio * 0.5 * std::sqrt(1.0 + run.slope * run.slope);
    const Pixels along = passed(run, flat ? columns : rows, side, half);
    if (along.first >= along.end) {
        return;
    }
    constexpr double kFine = kOne * kOne;
    const auto step = static_cast<std::int64_t>(run.slope * kFine);
    auto center = static_cast<std::int64_t>(run.asideAt(0.5) * kFine) + along.first * step;
    const auto thickness = static_cast<std::int64_t>(2.0 * half * kOne);
    constexpr std::int64_t kPixel = std::int64_t{1} << kBits;
    const std::ptrdiff_t alongStride = flat ? 1 : m_width;
    const std::ptrdiff_t sideStride = flat ? m_width : 1;
    auto place = along.first * alongStride;
    for (int index = along.first; index < along.end; ++index, place += alongStride, center += step) {
        const std::int64_t begin = (center >> kBits) - thickness / 2;
        const std::int64_t end = begin + thickness;
        const auto last = std::min<std::int64_t>(side.end - 1, (end - 1) >> kBits);
        for (auto pixel = std::max<std::int64_t>(side.first, begin >> kBits); pixel <= last; ++pixel) {
            const std::int64_t edge = pixel << kBits;
            const std::int64_t covered = std::min(end, edge + kPixel) - std::max(begin, edge);
            QRgb& target = m_pixels[place + pixel * sideStride]; // NOLINT(*-pointer-arithmetic)
            target = std::max(target, ink.at(static_cast<std::size_t>(covered) >> (kBits - 8)));
        }
    }
    const auto [least, most] = std::minmax({run.asideAt(along.first), run.asideAt(along.end)});
    const int before = std::clamp(static_cast<int>(std::floor(least - half)) - 1, side.first, side.end);
    const int after = std::clamp(static_cast<int>(std::ceil(most + half)) + 1, side.first, side.end);
    if (before >= after) {
        return;
    }
    flat ? touch(along.first, before, along.end, after) : touch(before, along.first, after, along.end);
}

void Raster::flush() {
    if (m_left >= m_right || m_top >= m_bottom) {
        return;
    }
    const QRect drawn(m_left, m_top, m_right - m_left, m_bottom - m_top);
    if (m_ratio == 1.0 && m_canvas.topLeft() == QPointF()) {
        m_painter.drawImage(QPoint(m_left, m_top), m_image, drawn);
        return;
    }
    const QRectF target(m_canvas.x() + m_left / m_ratio, m_canvas.y() + m_top / m_ratio, (m_right - m_left) / m_ratio,
                        (m_bottom - m_top) / m_ratio);
    m_painter.drawImage(target, m_image, QRectF(drawn));
}

} // namespace batchscope
