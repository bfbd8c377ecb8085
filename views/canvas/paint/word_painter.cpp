// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/painters.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// Where room is short, they go before punctuation, empty elements of treebanks and single digits.
bool tellsMuch(const QString& word) {
    const bool hasLetter = std::any_of(word.begin(), word.end(), [](QChar each) { return each.isLetter(); });
    return (hasLetter && !word.startsWith(u'*')) || (word.size() > 1 && word.front().isDigit());
}

/// Below its node, in the middle or, where that place is taken, to one of its sides.
void drawWord(QPainter& painter, const Scene& scene, const QFontMetricsF& metrics, const QPointF& top,
              const QString& word) {
    constexpr std::array kShares = {0.5, 0.2, 0.8}; // of the word, left of its node
    const double width = metrics.horizontalAdvance(word);
    const double line = metrics.height();
    for (const double share : kShares) {
        const QRectF place(top.x() - width * share, top.y(), width, line);
        if (scene.takesLabel(place.adjusted(-0.5, 0.0, 0.5, 0.0))) {
            painter.fillRect(place.adjusted(-1.0, line * 0.12, 1.0, -line * 0.12),
                             withAlpha(scene.theme.lane, 0.8)); // over edges
            painter.drawText(place, Qt::AlignCenter | Qt::TextDontClip, word);
            return;
        }
    }
}

} // namespace

void paintWords(QPainter& painter, const Scene& scene) {
    const QFontMetricsF metrics(painter.font());
    const QPointF below(0.0, scene.nodeUnit() * (kGlyphRadius + 0.02));
    std::vector<std::pair<NodeId, QString>> later;
    const auto topOf = [&](NodeId node) {
        return scene.pixelOf(node) + below + QPointF(0.0, scene.camera.scale * scene.model.wordDrop(node));
    };
    forNodesInSight(scene, Scene::kSightMargin, [&](NodeId node) {
        QString word = scene.model.caption(node);
        if (scene.model.wordDrop(node) > 0.0F && !word.isEmpty()) {
            painter.save();
            painter.setPen(QPen(scene.theme.rule, 1.0, Qt::DotLine));
            painter.drawLine(scene.pixelOf(node) + below, topOf(node));
            painter.restore();
        }
        if (tellsMuch(word)) {
            drawWord(painter, scene, metrics, topOf(node), word);
        } else if (!word.isEmpty()) {
            later.emplace_back(node, std::move(word));
        }
    });
    for (const auto& [node, word] : later) {
        drawWord(painter, scene, metrics, topOf(node), word);
    }
}

} // namespace batchscope
