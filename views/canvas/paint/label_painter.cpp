// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/tree_labels.h"
#include "views/canvas/paint/painters.h"
#include "views/models/op_mark.h"

#include <QImage>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

constexpr double kLabelHeight = 0.72; // units
constexpr double kLeastPixels = 9.0;  // the least size of a readable label
constexpr double kSeen = 10.0;        // pixels per unit from which labels are drawn
constexpr double kBesideNode = 0.5;   // units from its center
constexpr double kBelowNode = kGlyphRadius + 0.02;

class LabelPen {
public:
    LabelPen(QPainter& painter, const Scene& scene)
        : m_painter(painter), m_scene(scene), m_wordLine(QFontMetricsF(painter.font()).height()) {
        m_font = scene.worldFont(kLabelHeight);
        m_font.setPixelSize(std::max(m_font.pixelSize(), static_cast<int>(kLeastPixels)));
        m_painter.setFont(m_font);
        m_line = QFontMetricsF(m_font).height();
    }

    void draw(NodeId node, const NodeLabel& label) {
        const QPointF center = m_scene.pixelOf(node);
        const double unit = m_scene.nodeUnit();
        const QString word = m_scene.model.caption(node);
        const bool hasWord = !word.isEmpty();
        const double drop = static_cast<double>(m_scene.model.wordDrop(node)) * unit;
        const double below = kBelowNode * unit + drop + (hasWord ? 0.9 * m_wordLine : 0.0);
        if (!label.relation.empty()) {
            const double above = kGlyphRadius * unit + m_line;
            const std::optional<QPointF> arc = topOfArc(node);
            if (!arc || !place(label.relation, *arc, {Side::Middle}, -m_line)) {
                place(label.relation, center, {Side::Middle}, -above);
            }
            placeTag(label.tag, word, center, {Side::Middle}, below);
            return;
        }
        if (!place(label.label, center, {Side::Right, Side::Left}, -m_line / 2.0)) {
            place(label.label, center, {Side::Right, Side::Left}, -m_line);
        }
        if (hasWord && !placeTag(label.tag, word, center, {Side::Right, Side::Left}, -m_line / 2.0)) {
            placeTag(label.tag, word, center, {Side::Middle}, below);
        }
    }

private:
    enum class Side { Right, Left, Middle };

    /// The top of the arc from the node to its head; nullopt if there is no arc.
    [[nodiscard]] std::optional<QPointF> topOfArc(NodeId node) const {
        constexpr double kOfOffset = 0.75; // height of a cubic curve, relative to its control points
        for (const NodeId head : m_scene.model.users(node)) {
            const Point bend = bendAt(m_scene, head, node);
            if (m_scene.model.snapshot().forestBy == SourceLayout::Arcs && bend != Point{}) {
                const QPointF middle = (m_scene.pixelOf(node) + m_scene.pixelOf(head)) / 2.0;
                return middle + QPointF(0.0, kOfOffset * static_cast<double>(bend.y) * m_scene.camera.scale);
            }
        }
        return std::nullopt;
    }

    /// Places a part of speech. Punctuation, which is its own part of speech, needs no label.
    bool placeTag(const std::string& tag, const QString& word, QPointF center, std::initializer_list<Side> sides,
                  double top) {
        return QString::fromStdString(tag) == word || place(tag, center, sides, top);
    }

    /// Draws the label at the first of these sides that is free, `top` below the center. False if no side is free.
    bool place(const std::string& label, QPointF center, std::initializer_list<Side> sides, double top) {
        if (label.empty()) {
            return true;
        }
        const QString text = QString::fromStdString(label);
        const double width = QFontMetricsF(m_font).horizontalAdvance(text);
        const double beside = kBesideNode * m_scene.nodeUnit();
        for (const Side side : sides) {
            const double left = side == Side::Right ? beside : side == Side::Left ? -beside - width : -width / 2.0;
            const QRectF box(center.x() + left, center.y() + top, width, m_line);
            if (m_scene.takesLabel(box.adjusted(-0.5, 0.0, 0.5, 0.0))) {
                m_painter.fillRect(box.adjusted(-1.0, m_line * 0.12, 1.0, -m_line * 0.12),
                                   withAlpha(m_scene.theme.lane, 0.8)); // dims edges below
                m_painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text);
                return true;
            }
        }
        return false;
    }

    QPainter& m_painter;
    const Scene& m_scene;
    double m_wordLine;
    QFont m_font;
    double m_line = 0.0;
};

} // namespace

void paintNodeLabels(QPainter& painter, const Scene& scene) {
    if (scene.options.nodeLabels == NodeLabels::Hidden || scene.camera.scale < kSeen) {
        return;
    }
    const OpGraph& graph = scene.model.graph();
    if (scene.options.labels != nullptr) { // labels must not cover nodes
        const double radius = kGlyphRadius * scene.nodeUnit();
        forNodesInSight(scene, 1.0, [&](NodeId node) {
            const QPointF center = scene.pixelOf(node);
            scene.options.labels->reserve(QRectF(center.x() - radius, center.y() - radius, 2.0 * radius, 2.0 * radius));
        });
    }
    painter.save();
    painter.setPen(scene.theme.mutedText);
    LabelPen pen(painter, scene);
    std::optional<TreeLabels> labels; // of `tree`
    TreeId tree;
    forNodesInSight(scene, 1.0, [&](NodeId node) {
        if (!scene.model.bearsLabels(node)) {
            return;
        }
        const Origin& origin = graph.origins[node];
        if (!labels || tree != origin.tree) {
            labels = treeLabels(scene.model.snapshot(), origin.tree);
            tree = origin.tree;
        }
        if (origin.treeNode.index() < labels->size()) {
            pen.draw(node, (*labels)[origin.treeNode.index()]);
        }
    });
    painter.restore();
}

namespace {

/// True for words that take precedence if room is short, over punctuation, empty elements and single digits.
bool tellsMuch(const QString& word) {
    const bool hasLetter = std::any_of(word.begin(), word.end(), [](QChar each) { return each.isLetter(); });
    return (hasLetter && !word.startsWith(u'*')) || (word.size() > 1 && word.front().isDigit());
}

/// Draws a word centered below its node or, if that place is taken, shifted to one side.
void drawWord(QPainter& painter, const Scene& scene, const QFontMetricsF& metrics, const QPointF& top,
              const QString& word) {
    constexpr std::array kShares = {0.5, 0.2, 0.8}; // share of the word that is left of its node
    const double width = metrics.horizontalAdvance(word);
    const double line = metrics.height();
    for (const double share : kShares) {
        const QRectF place(top.x() - width * share, top.y(), width, line);
        if (scene.takesLabel(place.adjusted(-0.5, 0.0, 0.5, 0.0))) {
            painter.fillRect(place.adjusted(-1.0, line * 0.12, 1.0, -line * 0.12),
                             withAlpha(scene.theme.lane, 0.8)); // dims edges below
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

void drawPattern(QPainter& painter, OpId op, const QPainterPath& area, const QColor& fill) {
    const Qt::BrushStyle pattern = Theme::pattern(op);
    if (pattern != Qt::NoBrush && paintsPixels(painter)) { // in SVG such a brush would be black
        painter.setBrush(QBrush(Theme::patternColor(fill), pattern));
        painter.drawPath(area);
    }
}

void drawGlyph(QPainter& painter, OpId op, QPointF center, double radius, const QColor& fill) {
    const QPainterPath path = nodeShapePath(Theme::shape(op), center, radius);
    painter.setBrush(fill);
    painter.drawPath(path);
    if (radius >= kPatternSeen) {
        drawPattern(painter, op, path, fill);
    }
}

void stampGlyphs(QPainter& painter, OpId op, double radius, const QColor& color, const std::vector<QPointF>& centers) {
    const double ratio = painter.device()->devicePixelRatioF();
    const int side = static_cast<int>(std::ceil(radius * 2.0)) + 2;
    // Exports run outside of the GUI thread, where a pixmap must not be used.
    QImage stamp(QSize(side, side) * ratio, QImage::Format_ARGB32_Premultiplied);
    stamp.setDevicePixelRatio(ratio);
    stamp.fill(Qt::transparent);
    const double half = side / 2.0;
    {
        QPainter inside(&stamp);
        inside.setRenderHint(QPainter::Antialiasing);
        inside.setPen(Qt::NoPen);
        drawGlyph(inside, op, {half, half}, radius, color);
    }
    for (const QPointF& center : centers) {
        painter.drawImage(
            QPoint(static_cast<int>(std::lround(center.x() - half)), static_cast<int>(std::lround(center.y() - half))),
            stamp);
    }
}

} // namespace batchscope
