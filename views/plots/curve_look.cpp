// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/curve_look.h"

#include <QPainterPath>
#include <QPolygonF>

#include <array>
#include <map>
#include <string>

namespace batchscope {

namespace {

constexpr std::array<Qt::PenStyle, 4> kDashes = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};

/// Shapes that can be filled; the later ones are drawn by hand, within 3 of the center.
constexpr std::array<QCPScatterStyle::ScatterShape, 8> kShapes = {
    QCPScatterStyle::ssCircle,           QCPScatterStyle::ssSquare,
    QCPScatterStyle::ssDiamond,          QCPScatterStyle::ssTriangle,
    QCPScatterStyle::ssTriangleInverted, QCPScatterStyle::ssCustom,
    QCPScatterStyle::ssCustom,           QCPScatterStyle::ssCustom};
static_assert(kShapes.size() * kDashes.size() == kCurveLooks);

QPainterPath handDrawn(std::size_t marker) {
    constexpr std::size_t kLeft = 5;
    constexpr std::size_t kRight = 6;
    QPolygonF corners;
    if (marker == kLeft) {
        corners << QPointF(-3, 0) << QPointF(2.5, -3) << QPointF(2.5, 3);
    } else if (marker == kRight) {
        corners << QPointF(3, 0) << QPointF(-2.5, -3) << QPointF(-2.5, 3);
    } else {
        corners << QPointF(-3, -3) << QPointF(3, -3) << QPointF(-3, 3) << QPointF(3, 3); // an hourglass
    }
    QPainterPath path;
    path.addPolygon(corners);
    path.closeSubpath();
    return path;
}

/// Ops 0 and 1 resemble folded and regular.
QColor colourOfPlace(const Theme& theme, std::size_t place) {
    return place == 0 ? theme.folded : theme.op(OpId(place + 1));
}

std::string armWithoutOff(const std::string& arm) {
    return arm.substr(0, arm.find("@off"));
}

} // namespace

std::vector<CurveLook> curveLooks(const PlotFigure& figure, const Theme& theme, ShownNet shown) {
    std::map<std::pair<std::string, CurvePart>, std::size_t> places; // in order of the curves
    std::vector<CurveLook> looks;
    for (std::size_t index = 0; index < figure.curves.size(); ++index) {
        const PlotCurve& curve = figure.curves[index];
        const std::string arm = armWithoutOff(curve.key.arm);
        CurveLook look;
        look.colour = theme.regular;
        if (arm != "regular") {
            look.colour = colourOfPlace(theme, places.emplace(std::pair(arm, curve.part), places.size()).first->second);
        }
        look.isOther = shown.isOther(curve.key.dim);
        look.colour = look.isOther ? paler(look.colour) : look.colour;
        look.marker = index % kShapes.size();
        look.dash = kDashes[(index + index / kShapes.size()) % kDashes.size()]; // neighbors differ in both
        looks.push_back(look);
    }
    return looks;
}

QCPScatterStyle markerOf(const CurveLook& look, const QColor& fill, double size) {
    const QPen pen(look.colour, 1.4);
    const QCPScatterStyle::ScatterShape shape = kShapes[look.marker % kShapes.size()];
    return shape == QCPScatterStyle::ssCustom ? QCPScatterStyle(handDrawn(look.marker), pen, QBrush(fill), size)
                                              : QCPScatterStyle(shape, pen, QBrush(fill), size);
}

QColor paler(QColor colour) {
    constexpr float kPale = 0.35F;
    colour.setAlphaF(kPale);
    return colour;
}

} // namespace batchscope
