// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/painters.h"

#include "core/base/text.h"
#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/raster.h"
#include "views/models/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr float kTreePadding = 0.9F;
constexpr double kLanePadding = 0.2;
constexpr double kLeastLabel = 10.0; // pixels
constexpr double kLeastTab = 8.0;

QString numberText(std::size_t value) {
    return QString::fromStdString(withThousands(value));
}

QString levelText(std::size_t level) {
    return QCoreApplication::translate("batchscope::CanvasView", "level %1").arg(numberText(level));
}

QString nodeCountText(std::size_t count) {
    return QStringLiteral("×") + numberText(count);
}

/// A tab with the tree's number, in its color, which its tiles carry in the blocks.
void drawTab(QPainter& painter, const Scene& scene, TreeId tree, QPointF corner, double radius) {
    const QString number = ordinalText(tree.index());
    const QFontMetricsF metrics(painter.font());
    const double height = std::ceil(metrics.height());
    const double width = std::ceil(std::max(height * 1.2, metrics.horizontalAdvance(number) + height * 0.6));
    const QRectF tab(corner, QSizeF(width, height));
    if (!scene.takesLabel(tab)) {
        return;
    }
    const double corners = std::min(radius, height * 0.35);
    painter.setPen(Qt::NoPen);
    painter.setBrush(scene.theme.tree(tree));
    painter.drawRoundedRect(tab, corners, corners);
    painter.setPen(Theme::onFill(scene.theme.tree(tree)));
    painter.drawText(tab, Qt::AlignCenter, number);
}

/// Where labels of lanes may begin: right of the canvas's edge, and of the source trees where they are shown.
double labelsFrom(const Scene& scene) {
    double left = scene.canvas.left();
    if (scene.state.twin.shown > 0.0F) {
        const SourceTwin& twin = scene.state.twin;
        for (const Box& tree : scene.model.storyboard()->twinTrees()) {
            const float right = twin.offset.x + twin.scale * (tree.right() + kTreePadding);
            left = std::max(left, scene.camera.toPixel(Point{right, 0.0F}).x());
        }
    }
    return left;
}

/// Numbers, and as far as there is room `level 3` and counts, left of the lanes. Never a part of one: half a number is
/// a wrong number.
void paintLaneLabels(QPainter& painter, const Scene& scene) {
    const auto& lanes = scene.model.laneBoxes();
    const auto& counts = scene.model.levelCounts();
    const double full = pixelSize(scene.font);
    const double least = std::min(full, scene.leastText(kLeastLabel));
    painter.setFont(atSize(scene.font, std::clamp(scene.camera.scale * 0.8, least, full)));
    const QFontMetricsF metrics(painter.font());
    constexpr double kEdge = 6.0;
    const double right = scene.camera.toPixel(lanes.front()).left() - kLanePadding * scene.camera.scale - kEdge;
    const double room = right - labelsFrom(scene) - kEdge;
    const std::size_t most = *std::max_element(counts.begin(), counts.end());
    const double countWidth = metrics.horizontalAdvance(nodeCountText(most)) + metrics.height() * 0.6;
    const double levelWidth = metrics.horizontalAdvance(levelText(lanes.size() - 1));
    const double numberWidth = metrics.horizontalAdvance(numberText(lanes.size() - 1));
    const bool withWords = levelWidth + countWidth <= room && scene.options.hasFigures;
    const bool withCounts = scene.options.hasFigures && numberWidth + countWidth <= room;
    const double labelWidth = withCounts ? (withWords ? levelWidth : numberWidth) + countWidth : numberWidth;
    if (numberWidth > room) {
        return;
    }
    const double top = pictureArea(scene.canvas, scene.font, legendRows(scene.model, scene.canvas, scene.font)).top() +
                       metrics.height() * 0.3; // below the headline
    double labelled = 1e9;
    for (std::size_t level = 0; level < lanes.size(); ++level) {
        const double middle = scene.camera.toPixel(lanes[level]).center().y();
        if (middle < top || middle > scene.canvas.bottom() || labelled - middle < metrics.height() * 0.95) {
            continue; // it would touch the label below
        }
        if (!scene.takesLabel({right - labelWidth, middle - metrics.height() / 2.0, labelWidth, metrics.height()})) {
            continue;
        }
        labelled = middle;
        QRectF place(right - room, middle - metrics.height(), room, metrics.height() * 2.0);
        constexpr int kFlags = Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip;
        if (withCounts) { // the count, in a column of its own
            painter.setPen(scene.theme.text);
            painter.drawText(place, kFlags, nodeCountText(counts[level]));
            place.setRight(place.right() - countWidth);
        }
        painter.setPen(scene.theme.mutedText);
        painter.drawText(place, kFlags, withWords ? levelText(level) : numberText(level));
    }
}

} // namespace

void paintTreeBoxes(QPainter& painter, const Scene& scene) {
    constexpr double kBoxesGone = 0.4;
    const double share = (1.0 - static_cast<double>(scene.state.laned) - kBoxesGone) / (1.0 - kBoxesGone);
    const bool isTwin = &scene.state == &scene.model.twin();
    const bool areMoving = !scene.state.trees.empty();
    const auto& boxes = isTwin      ? scene.model.storyboard()->twinTrees()
                        : areMoving ? scene.state.trees
                                    : scene.model.treeBoxes();
    constexpr double kGone = 0.02;
    if (share < kGone) {
        return;
    }
    painter.save();
    painter.setOpacity(painter.opacity() * share);
    const double radius = std::min(10.0, scene.camera.scale * 0.8);
    painter.setFont(atSize(scene.font, std::clamp(scene.camera.scale, kLeastTab, pixelSize(scene.font))));
    constexpr double kLeastNumbered = 3.8; // pixels a unit; below, a tab would hide the tree
    const bool numbered = scene.camera.scale > kLeastNumbered;
    constexpr double kLeastRound = 2.0; // pixels; smaller corners are not seen, and cost most of the frame
    painter.setRenderHint(QPainter::Antialiasing, radius >= kLeastRound);
    constexpr double kAround = 2.0; // units
    const auto paintBox = [&](std::size_t tree) {
        const Box& box = boxes[tree];
        const QRectF pixels = scene.paintable(Box{box.x - kTreePadding, box.y - kTreePadding,
                                                  box.width + 2.0F * kTreePadding, box.height + 2.0F * kTreePadding});
        if (!pixels.intersects(scene.canvas)) {
            return;
        }
        const TreeId id = scene.model.snapshot().forest->treeIds[tree];
        const bool selected = scene.focus.tree.valid() && scene.focus.tree == id;
        const QColor outline = selected ? scene.theme.tree(id) : scene.theme.rule;
        if (radius < kLeastRound && paintsPixels(painter)) {
            const QRect whole = pixels.toAlignedRect();
            painter.fillRect(whole, outline);
            painter.fillRect(whole.adjusted(1, 1, -1, -1), scene.theme.lane);
            return;
        }
        painter.setPen(QPen(outline, selected ? 1.5 : 1.0));
        painter.setBrush(scene.theme.lane);
        painter.drawRoundedRect(pixels, radius, radius);
        if (numbered) {
            drawTab(painter, scene, id, pixels.topLeft(), radius);
        }
    };
    if (areMoving || (isTwin && scene.model.storyboard()->keepsSource())) { // few, and not where the index has them
        for (std::size_t tree = 0; tree < boxes.size(); ++tree) {
            paintBox(tree);
        }
    } else {
        scene.model.treeIndex().candidates(scene.visibleWorld(kAround), paintBox);
    }
    painter.restore();
}

void paintLanes(QPainter& painter, const Scene& scene) {
    constexpr double kBegin = 0.4; // boxes go first, then lanes come
    const auto moved = static_cast<double>(scene.state.laned);
    const double entered = std::clamp((moved - kBegin) / (1.0 - kBegin), 0.0, 1.0);
    const double share = entered * (1.0 - static_cast<double>(scene.state.folded));
    constexpr double kGone = 0.02;
    const auto& lanes = scene.model.laneBoxes();
    if (share < kGone || lanes.empty()) {
        return;
    }
    painter.save();
    painter.setOpacity(painter.opacity() * share);
    painter.setPen(Qt::NoPen);
    painter.setBrush(scene.theme.lane);
    const float widest = scene.model.snapshot().lanes->bounds.right();
    const double padding = kLanePadding * scene.camera.scale;
    double drawn = 1e9;
    for (const Box& box : lanes) {
        QRectF full =
            scene.paintable(Box{box.x, box.y, widest, box.height}).adjusted(-padding, -padding, padding, padding);
        constexpr double kMark = 1.0; // a lane below a pixel still leaves a mark, but no more than one a pixel
        if (!full.adjusted(0, 0, kMark, kMark).intersects(scene.canvas) ||
            (full.height() < kMark && drawn - full.top() < kMark)) {
            continue;
        }
        drawn = full.top();
        full.setSize({std::max(kMark, full.width()), std::max(kMark, full.height())});
        const double radius = std::min(6.0, full.height() / 2.0);
        painter.drawRoundedRect(full, radius, radius);
    }
    paintLaneLabels(painter, scene);
    painter.restore();
}

void paintGhosts(QPainter& painter, const Scene& scene) {
    if (!hasBlocks(scene.state.stage)) {
        return;
    }
    const double share = 1.0 - static_cast<double>(scene.state.folded);
    if (!scene.model.snapshot().lanes || scene.detail() < Detail::Rects || share <= 0.0) {
        return;
    }
    const Box visible = scene.visibleWorld(1.0);
    const auto& places = scene.model.snapshot().lanes->nodes;
    const double radius = std::max(0.5, scene.camera.scale * 0.09);
    const QColor colour = withAlpha(scene.theme.edge, 0.55 * share);
    const auto each = [&](auto mark) {
        for (std::size_t index = 0; index < places.size(); ++index) {
            const bool left = scene.state.roles[index] == NodeRole::Done ||
                              (scene.state.roles[index] == NodeRole::Active && scene.state.moved > 0.0F);
            if (left && visible.contains(places[index])) {
                mark(scene.camera.toPixel(places[index]));
            }
        }
    };
    constexpr std::size_t kMany = 4000;
    if (places.size() > kMany && paintsPixels(painter)) {
        Raster raster(painter, scene.canvas);
        const QRgb pixel = qPremultiply(colour.rgba());
        each([&](QPointF centre) { raster.cell(centre, radius * 2.0, pixel); });
        raster.flush();
        return;
    }
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    each([&](QPointF centre) {
        painter.drawRect(QRectF(centre.x() - radius, centre.y() - radius, radius * 2.0, radius * 2.0));
    });
    painter.restore();
}

} // namespace batchscope
