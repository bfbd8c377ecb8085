// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/scene.h"

#include <QFontInfo>

#include <algorithm>
#include <cmath>

namespace batchscope {

Detail detailFor(double pixelsPerUnit) {
    constexpr double kRects = 2.0;
    constexpr double kLabels = 9.0;
    constexpr double kFull = 56.0;
    if (pixelsPerUnit < kRects) {
        return Detail::Dots;
    }
    if (pixelsPerUnit < kShapesSeen) {
        return Detail::Rects;
    }
    if (pixelsPerUnit < kLabels) {
        return Detail::Glyphs;
    }
    return pixelsPerUnit < kFull ? Detail::Labels : Detail::Full;
}

namespace {

constexpr double kOffCanvas = 64.0; // pixels: more than pens are wide and corners are round

} // namespace

Detail Scene::detail() const {
    const Detail shapes = detailFor(resolution());
    return shapes < Detail::Labels ? shapes : std::max(Detail::Glyphs, detailFor(camera.scale));
}

Box Scene::visibleWorld(double marginUnits) const {
    const double margin = marginUnits * camera.scale;
    return camera.toWorld(canvas.adjusted(-margin, -margin, margin, margin));
}

bool Scene::takesLabel(const QRectF& line) const {
    constexpr double kLeading = 0.08; // of the height, above and below
    const double cut = line.height() * kLeading;
    return options.labels == nullptr || options.labels->take(line.adjusted(0.0, cut, 0.0, -cut));
}

QRectF Scene::paintable(const Box& world) const {
    const QRectF all = camera.toPixel(world);
    const double left = std::max(all.left(), canvas.left() - kOffCanvas);
    const double top = std::max(all.top(), canvas.top() - kOffCanvas);
    const double right = std::min(all.right(), canvas.right() + kOffCanvas);
    const double bottom = std::min(all.bottom(), canvas.bottom() + kOffCanvas);
    return {left, top, std::max(0.0, right - left), std::max(0.0, bottom - top)};
}

QLineF Scene::paintable(const QLineF& line) const {
    const QRectF area = canvas.adjusted(-kOffCanvas, -kOffCanvas, kOffCanvas, kOffCanvas);
    if (area.contains(line.p1()) && area.contains(line.p2())) {
        return line;
    }
    double begin = 0.0;
    double end = 1.0;
    const auto cut = [&](double from, double step, double least, double most) {
        if (step == 0.0) {
            return from >= least && from <= most;
        }
        const auto [first, second] = std::minmax({(least - from) / step, (most - from) / step});
        begin = std::max(begin, first);
        end = std::min(end, second);
        return begin < end;
    };
    const bool seen =
        cut(line.x1(), line.dx(), area.left(), area.right()) && cut(line.y1(), line.dy(), area.top(), area.bottom());
    return seen ? QLineF(line.pointAt(begin), line.pointAt(end)) : QLineF();
}

std::size_t Scene::rowsComputed() const {
    constexpr double kRounding = 1e-3; // of a row
    const auto rows = static_cast<double>(model.schedule()->batchSize(state.active));
    return static_cast<std::size_t>(static_cast<double>(state.filled) * rows + kRounding);
}

QColor Scene::colourOf(SignatureId signature) const {
    const OpId op = model.graph().signatures[signature].op;
    const QColor plain = theme.op(op);
    const auto share = static_cast<double>(state.signatures);
    return share <= 0.0 ? plain : mixedColour(theme.signature(op, model.signatureRank(signature)), plain, share);
}

QFont Scene::worldFont(double units) const {
    constexpr double kGreatest = 1.15;
    const double most = pixelSize(font) * kGreatest;
    return atSize(font, std::clamp(camera.scale * units, kLeastTextPixels, most));
}

double Scene::leastText(double usual) const {
    return isForAudience(font) ? pixelSize(font) : usual;
}

bool Scene::hasLegibleWords() const {
    constexpr double kRounding = 0.99;
    return camera.scale >= leastWordScale(font) * kRounding;
}

bool isForAudience(const QFont& font) {
    constexpr double kForAudience = 20.0; // pixels
    return pixelSize(font) >= kForAudience;
}

double leastWordScale(const QFont& font) {
    constexpr double kWordShare = 0.8; // of the font, which is 1/30 of the window's height: words are 1/40
    return isForAudience(font) ? pixelSize(font) * kWordShare / kWordHeight : 0.0;
}

QColor mixedColour(const QColor& colour, const QColor& ground, double share) {
    const auto mix = [share](int from, int to) { return static_cast<int>(std::lround(to + (from - to) * share)); };
    return {mix(colour.red(), ground.red()), mix(colour.green(), ground.green()), mix(colour.blue(), ground.blue())};
}

QColor withAlpha(QColor colour, double alpha) {
    colour.setAlphaF(static_cast<float>(std::clamp(alpha, 0.0, 1.0)));
    return colour;
}

double pixelSize(const QFont& font) {
    return static_cast<double>(QFontInfo(font).pixelSize());
}

QFont atSize(QFont font, double pixels) {
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    return font;
}

double headlineGrowth(const QFont& font) {
    return isForAudience(font) ? 1.15 : 1.6;
}

std::size_t headlineLines(const QRectF& canvas, const QFont& font) {
    constexpr double kWide = 50.0; // lines of text: below, as one half of a comparison, the same words take two
    return canvas.width() < kWide * QFontMetricsF(font).height() ? 2 : 1;
}

QRectF pictureArea(const QRectF& canvas, const QFont& font, std::size_t legendRows) {
    constexpr double kLegendRow = 1.3;  // lines
    constexpr double kButton = 2.6;     // lines, and what is left free around it
    constexpr double kMostAbove = 0.25; // of the height
    constexpr double kMostBelow = 0.2;
    const double line = QFontMetricsF(font).height();
    const double headline = headlineGrowth(font) * static_cast<double>(headlineLines(canvas, font));
    const double top = std::min(line * (headline + kButton), canvas.height() * kMostAbove);
    const double bottom =
        std::min(line * (1.3 + kLegendRow * static_cast<double>(legendRows)), canvas.height() * kMostBelow);
    const double side = std::min(line, canvas.width() * 0.1);
    return canvas.adjusted(side, top, -side, -bottom);
}

QSizeF readableRoom(const QSizeF& canvas, const QFont& font) {
    constexpr double kReadable = 11.0; // pixels
    constexpr std::size_t kUsualRows = 1;
    return pictureArea(QRectF({}, canvas), font, kUsualRows).size() * (kWordHeight / kReadable);
}

float pictureAspect(const QSizeF& canvas, const QFont& font) {
    const QRectF area = pictureArea(QRectF({}, canvas), font, 1);
    return static_cast<float>(std::max(area.width(), 1.0) / std::max(area.height(), 1.0));
}

namespace {

constexpr double kCell = 64.0; // pixels

std::size_t cellsAlong(double length) {
    return static_cast<std::size_t>(std::ceil(std::max(length, 1.0) / kCell));
}

std::size_t cellAt(double offset, std::size_t count) {
    return static_cast<std::size_t>(std::clamp(offset / kCell, 0.0, static_cast<double>(count - 1)));
}

} // namespace

LabelSpace::LabelSpace(const QRectF& canvas)
    : m_canvas(canvas), m_columns(cellsAlong(canvas.width())), m_rows(cellsAlong(canvas.height())),
      m_cells(m_columns * m_rows) {}

LabelSpace::Cells LabelSpace::cellsOf(const QRectF& place) const {
    return {cellAt(place.left() - m_canvas.left(), m_columns), cellAt(place.top() - m_canvas.top(), m_rows),
            cellAt(place.right() - m_canvas.left(), m_columns), cellAt(place.bottom() - m_canvas.top(), m_rows)};
}

void LabelSpace::reserve(const QRectF& place) {
    const Cells cells = cellsOf(place);
    for (std::size_t row = cells.top; row <= cells.bottom; ++row) {
        for (std::size_t column = cells.left; column <= cells.right; ++column) {
            m_cells[row * m_columns + column].push_back(place);
        }
    }
}

bool LabelSpace::take(const QRectF& place) {
    if (!m_canvas.contains(place)) {
        return false;
    }
    const Cells cells = cellsOf(place);
    for (std::size_t row = cells.top; row <= cells.bottom; ++row) {
        for (std::size_t column = cells.left; column <= cells.right; ++column) {
            const auto& others = m_cells[row * m_columns + column];
            if (std::any_of(others.begin(), others.end(),
                            [&](const QRectF& other) { return other.intersects(place); })) {
                return false;
            }
        }
    }
    reserve(place);
    return true;
}

} // namespace batchscope
