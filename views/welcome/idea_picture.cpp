// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/welcome/idea_picture.h"

#include "views/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

/// One vertex of a drawn tree: column in half node widths, level from the leaves, and its parent's place (or -1).
struct Dot {
    int column;
    int level;
    int parent;
    std::uint32_t tree;
};

// Three trees of different shape: ((a b) c), ((a b) (c d)) and (a b).
constexpr std::array<Dot, 15> kDots = {{{3, 2, -1, 0},
                                        {1, 1, 0, 0},
                                        {5, 0, 0, 0},
                                        {0, 0, 1, 0},
                                        {2, 0, 1, 0},
                                        {11, 2, -1, 1},
                                        {9, 1, 5, 1},
                                        {13, 1, 5, 1},
                                        {8, 0, 6, 1},
                                        {10, 0, 6, 1},
                                        {12, 0, 7, 1},
                                        {14, 0, 7, 1},
                                        {18, 1, -1, 2},
                                        {17, 0, 12, 2},
                                        {19, 0, 12, 2}}};
constexpr int kLevels = 3;
constexpr int kColumns = 19;
constexpr double kRadius = 7.0;

/// Level 0 is leaves (op 0), the others inner nodes (op 1), as in a tree net.
OpId opOf(int level) {
    return OpId(level == 0 ? 0U : 1U);
}

void drawNode(QPainter& painter, const Theme& theme, QPointF centre, int level) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.op(opOf(level)));
    const QRectF box(centre.x() - kRadius, centre.y() - kRadius, 2.0 * kRadius, 2.0 * kRadius);
    if (Theme::shape(opOf(level)) == NodeShape::Circle) {
        painter.drawEllipse(box);
    } else {
        painter.drawRoundedRect(box, 3.0, 3.0);
    }
}

void drawTrees(QPainter& painter, const Theme& theme, const QRectF& area) {
    const auto place = [&area](const Dot& dot) {
        const double x = area.left() + area.width() * dot.column / kColumns;
        const double y = area.bottom() - area.height() * dot.level / (kLevels - 1);
        return QPointF(x, y);
    };
    painter.setPen(QPen(theme.edge, 1.5));
    for (const Dot& dot : kDots) {
        if (dot.parent >= 0) {
            painter.drawLine(place(dot), place(kDots[static_cast<std::size_t>(dot.parent)]));
        }
    }
    for (const Dot& dot : kDots) {
        drawNode(painter, theme, place(dot), dot.level);
    }
}

/// One batch: a rounded block with one stripe for each row, in the color of the tree it came from, and its size.
void drawBatch(QPainter& painter, const Theme& theme, QPointF left, int level) {
    double x = left.x() + 8.0;
    int rows = 0;
    const double step = 2.0 * kRadius + 4.0;
    for (const Dot& dot : kDots) {
        rows += dot.level == level ? 1 : 0;
    }
    painter.setPen(QPen(theme.op(opOf(level)), 1.5));
    painter.setBrush(theme.lane);
    const QRectF block(left.x(), left.y() - 14.0, rows * step + 12.0, 28.0);
    painter.drawRoundedRect(block, 6.0, 6.0);
    for (const Dot& dot : kDots) {
        if (dot.level == level) {
            drawNode(painter, theme, QPointF(x + kRadius, left.y() - 2.0), level);
            painter.setBrush(theme.tree(TreeId(dot.tree)));
            painter.drawRect(QRectF(x, left.y() + 7.5, 2.0 * kRadius, 2.5));
            x += step;
        }
    }
    painter.setPen(theme.mutedText);
    const QString size = QStringLiteral("×") % QString::number(rows);
    painter.drawText(QRectF(block.right() + 10.0, left.y() - 14.0, 60.0, 28.0), Qt::AlignLeft | Qt::AlignVCenter, size);
}

void drawArrow(QPainter& painter, const Theme& theme, QPointF from, QPointF to) {
    painter.setPen(QPen(theme.accent, 2.5, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(from, to);
    painter.drawLine(to, to + QPointF(-8.0, -6.0));
    painter.drawLine(to, to + QPointF(-8.0, 6.0));
}

} // namespace

IdeaPicture::IdeaPicture(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Three trees of different shapes on the left, one batch for each level on the right"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void IdeaPicture::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    // Drawn at its natural size and scaled as a whole into a narrower window.
    constexpr double kWidth = 620.0;
    constexpr double kHeight = 146.0;
    const double scale = std::min({width() / kWidth, height() / kHeight, 1.2});
    painter.translate((width() - kWidth * scale) / 2.0, (height() - kHeight * scale) / 2.0);
    painter.scale(scale, scale);
    drawTrees(painter, theme, QRectF(10.0, 16.0, 260.0, 88.0));
    drawArrow(painter, theme, QPointF(300.0, 60.0), QPointF(350.0, 60.0));
    for (int level = 0; level < kLevels; ++level) {
        drawBatch(painter, theme, QPointF(380.0, 104.0 - 44.0 * level), level);
    }
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(0.0, 122.0, 280.0, 22.0), Qt::AlignHCenter | Qt::AlignTop, tr("15 calls, one by one"));
    painter.drawText(QRectF(380.0, 122.0, 174.0, 22.0), Qt::AlignHCenter | Qt::AlignTop, tr("3 batched calls"));
}

} // namespace batchscope
