// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/batch_card.h"

#include "core/base/text.h"
#include "core/session/tree_labels.h"
#include "views/canvas/paint/close_up.h"
#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/painters.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/canvas/scene/canvas_text.h"
#include "views/models/words.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace batchscope {

namespace {

constexpr double kLeastStrip = 14.0; // pixels
constexpr double kMostStrip = 192.0;
constexpr double kBetweenStrips = 3.0;
constexpr double kTreeBar = 4.0; // bar in the tree's color
constexpr double kCardPadding = 9.0;

QFont headingFont(QFont font) {
    font.setBold(true);
    return font;
}

double rowHeight(const QFont& font) {
    return std::round(pixelSize(font) * 1.4);
}

/// The width of the signs × and →.
double jointWidth(const QFont& font) {
    return std::round(pixelSize(font) * 1.45);
}

double heightFor(const QFont& font, std::size_t rows) {
    return 2.0 * kCardPadding + QFontMetricsF(font).height() * 3.5 + rowHeight(font) * static_cast<double>(rows);
}

double stripsWidth(std::size_t strips, double strip) {
    return kTreeBar + kBetweenStrips + static_cast<double>(strips) * (strip + kBetweenStrips);
}

std::size_t inputsOf(const std::vector<BatchCard::Row>& rows) {
    std::size_t most = 0;
    for (const BatchCard::Row& row : rows) {
        most = std::max(most, row.inputs.size());
    }
    return most;
}

/// The nodes of the rows to show: nodes in view take precedence over earlier ones.
std::vector<NodeId> shownRows(const Scene& scene, BatchId batch, std::size_t count, const QRectF& clip) {
    const auto nodes = scene.model.schedule()->batch(batch);
    constexpr std::size_t kMostLookedAt = 4096; // per frame
    std::vector<std::size_t> places(clip.isNull() ? count : std::min(nodes.size(), kMostLookedAt));
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (!clip.isNull()) {
        std::stable_partition(places.begin(), places.end(),
                              [&](std::size_t place) { return clip.contains(scene.pixelOf(nodes[place])); });
    }
    places.resize(count);
    std::sort(places.begin(), places.end());
    std::vector<NodeId> shown;
    for (const std::size_t place : places) {
        shown.push_back(nodes[place]);
    }
    return shown;
}

/// The magnitudes of evenly spaced numbers of the row, not yet scaled; empty before the run.
std::vector<float> cellsOf(const Scene& scene, Value value) {
    const Snapshot& snapshot = scene.model.snapshot();
    if (!snapshot.recorded) {
        return {};
    }
    const std::vector<double> row = snapshot.recorded->row(value);
    std::vector<float> cells;
    const std::size_t count = std::min(row.size(), BatchCard::kCells);
    for (std::size_t cell = 0; cell < count; ++cell) {
        cells.push_back(static_cast<float>(std::abs(row[cell * row.size() / count])));
    }
    return cells;
}

BatchCard::Strip inputStrip(const Scene& scene, NodeId node, std::size_t slot, const Argument& argument) {
    if (argument.isValue()) {
        const SignatureId producer = scene.model.graph().nodeSignatures[argument.node()];
        return {{}, cellsOf(scene, argument.value()), scene.colorOf(producer)};
    }
    const std::string_view word = integerText(scene.model.snapshot(), node, slot);
    const QString number = argument.kind == ArgumentClass::Integer ? QString::number(argument.payload) : QString();
    return {word.empty() ? number : QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())), {}, {}};
}

/// Scales all cells of one side by their largest value, so that rows can be compared.
template <typename Side>
void scaleCells(std::vector<BatchCard::Row>& rows, Side side) {
    float largest = 0.0F;
    for (BatchCard::Row& row : rows) {
        for (const BatchCard::Strip& strip : row.*side) {
            for (const float cell : strip.cells) {
                largest = std::isfinite(cell) ? std::max(largest, cell) : largest;
            }
        }
    }
    for (BatchCard::Row& row : rows) {
        for (BatchCard::Strip& strip : row.*side) {
            for (float& cell : strip.cells) {
                cell = largest > 0.0F ? cell / largest : 0.0F;
            }
        }
    }
}

/// The first few words below the node in its tree.
QString wordsOf(const SceneModel& model, NodeId node) {
    constexpr std::size_t kMostWords = 5;
    const Snapshot& snapshot = model.snapshot();
    const Origin& origin = snapshot.graph->origins[node];
    if (!origin.tree.valid() || !origin.treeNode.valid() || !snapshot.treebank || !snapshot.treebank->program.empty()) {
        return {};
    }
    return QString::fromStdString(
        wordsBelow(*snapshot.treebank, shownTree(snapshot, origin.tree), origin.treeNode, kMostWords));
}

void fillRows(const Scene& scene, BatchId batch, std::size_t count, BatchCard& card) {
    const OpGraph& graph = scene.model.graph();
    const std::vector<NodeId> nodes = shownRows(scene, batch, count, card.clip);
    const std::size_t outputs = std::min(graph.opOf(nodes.front()).outputs(), BatchCard::kMostOutputs);
    for (const NodeId node : nodes) {
        BatchCard::Row row{node, scene.theme.tree(graph.origins[node].tree), {}, {}, {}};
        const auto arguments = graph.argumentsOf(node);
        for (std::size_t slot = 0; slot < std::min(arguments.size(), BatchCard::kMostInputs); ++slot) {
            row.inputs.push_back(inputStrip(scene, node, slot, arguments[slot]));
        }
        for (std::size_t output = 0; output < outputs; ++output) {
            row.outputs.push_back(
                {{}, cellsOf(scene, {node, static_cast<std::uint32_t>(output)}), scene.colorOf(batch)});
        }
        const bool saysWords = std::any_of(row.inputs.begin(), row.inputs.end(),
                                           [](const BatchCard::Strip& strip) { return !strip.word.isEmpty(); });
        if (!saysWords) {
            row.words = wordsOf(scene.model, node);
        }
        card.rows.push_back(std::move(row));
    }
    scaleCells(card.rows, &BatchCard::Row::inputs);
    scaleCells(card.rows, &BatchCard::Row::outputs);
}

/// `4 × [32, 100]` if several operands have the same width; otherwise one shape with all columns.
QString shapesOf(std::size_t rows, const std::vector<std::int32_t>& widths) {
    const bool areEqual =
        std::all_of(widths.begin(), widths.end(), [&](std::int32_t width) { return width == widths.front(); });
    if (widths.size() > 1 && areEqual) {
        return QStringLiteral("%1 × [%2, %3]").arg(widths.size()).arg(rows).arg(widths.front());
    }
    return QStringLiteral("[%1, %2]").arg(rows).arg(std::accumulate(widths.begin(), widths.end(), std::int64_t{0}));
}

void writeTexts(const Scene& scene, BatchId batch, BatchCard& card) {
    const OpGraph& graph = scene.model.graph();
    const Op& op = graph.opOf(scene.model.schedule()->batchSignatures[batch]);
    const std::size_t size = scene.model.schedule()->batchSize(batch);
    const QString count = countText(size);
    card.heading = size == 1 ? translated("1 node, alone") : translated("%1 nodes at once").arg(count);
    if (size > card.rows.size()) {
        card.more = translated("and %1 more").arg(countText(size - card.rows.size()));
    }
    const auto nodes = scene.model.schedule()->batch(batch);
    std::vector<std::int32_t> widths;
    for (const Argument& argument : graph.argumentsOf(nodes.front())) {
        if (argument.isValue()) {
            widths.push_back(graph.opOf(argument.node()).outputWidth(argument.output));
        }
    }
    if (!op.isVariadic() && op.fixedSlots() > 0) {
        card.inputs = widths.empty() ? size == 1 ? translated("1 index") : translated("%1 indices").arg(count)
                                     : shapesOf(size, widths);
    }
    if (const std::size_t weights = graph.ops.weightCount(op); weights > 0) {
        card.weights = countText(weights);
    }
    widths.clear();
    for (std::size_t output = 0; output < op.outputs(); ++output) {
        widths.push_back(op.outputWidth(output));
    }
    card.outputs = shapesOf(size, widths);
}

/// Sets the widths of the columns for the strips' width, and the size of the box, which also has room for the heading.
/// Returns the width of all columns.
double setColumns(BatchCard& card) {
    const QFontMetricsF small(card.font);
    constexpr double kAround = 4.0;
    const auto widthOf = [&](const QString& text) { return small.horizontalAdvance(text) + kAround; };
    card.inputsWidth = std::max(stripsWidth(inputsOf(card.rows), card.strip), widthOf(card.inputs));
    card.outputsWidth = std::max(stripsWidth(card.rows.front().outputs.size(), card.strip), widthOf(card.outputs));
    const bool hasWeights = !card.weights.isEmpty();
    card.weightsWidth =
        hasWeights
            ? std::max({std::round(pixelSize(card.font) * 3.8), widthOf(card.weights), widthOf(translated("weights"))})
            : 0.0;
    const double columns = card.wordsWidth + card.inputsWidth + card.weightsWidth + card.outputsWidth +
                           jointWidth(card.font) * (hasWeights ? 2.0 : 1.0);
    const double heading = QFontMetricsF(headingFont(card.font)).horizontalAdvance(card.heading) + kAround +
                           (card.more.isEmpty() ? 0.0 : pixelSize(card.font) + widthOf(card.more));
    card.box.setSize(QSizeF(2.0 * kCardPadding + std::max(columns, heading), heightFor(card.font, card.rows.size())));
    return columns;
}

/// The look of a card.
struct CardSize {
    QFont font;
    QRectF clip;          ///< the area of the trees if they are not completely in view
    bool hasWords = true; ///< shows the words of each node beside its row
};

/// The card that fits into this free part of the picture; nullopt if it is too large even with `least` rows.
std::optional<BatchCard> cardIn(const Scene& scene, BatchId batch, const QRectF& place, std::size_t least,
                                const CardSize& size) {
    const std::size_t wanted = std::min(scene.model.schedule()->batchSize(batch), BatchCard::kMostRows);
    std::size_t rows = wanted;
    while (rows > std::min(wanted, least) && heightFor(size.font, rows) > place.height()) {
        --rows;
    }
    if (heightFor(size.font, rows) > place.height()) {
        return std::nullopt;
    }
    BatchCard card;
    card.font = size.font;
    card.clip = size.clip;
    fillRows(scene, batch, rows, card);
    writeTexts(scene, batch, card);
    card.rowHeight = rowHeight(card.font);
    constexpr double kMostWords = 0.25; // share of the width
    for (BatchCard::Row& row : card.rows) {
        row.words = size.hasWords ? row.words : QString();
        const double width = QFontMetricsF(card.font).horizontalAdvance(row.words) + 2.0 * kCardPadding;
        card.wordsWidth = row.words.isEmpty() ? card.wordsWidth : std::max(card.wordsWidth, width);
    }
    card.wordsWidth = std::min(card.wordsWidth, kMostWords * place.width());
    const auto strips = static_cast<double>(inputsOf(card.rows) + card.rows.front().outputs.size());
    card.strip = kLeastStrip;
    const double columns = setColumns(card);
    if (card.box.width() > place.width()) {
        return std::nullopt;
    }
    const double spare = place.width() - 2.0 * kCardPadding - columns;
    card.strip = std::min(kMostStrip, std::floor(kLeastStrip + spare / std::max(strips, 1.0)));
    setColumns(card);
    return card;
}

} // namespace

std::optional<BatchCard> batchCardOf(const Scene& scene) {
    if (scene.state.closeUp < 1.0F || !scene.state.active.valid() ||
        scene.model.schedule()->batchSize(scene.state.active) == 0) {
        return std::nullopt;
    }
    QRectF room = pictureArea(scene.canvas, scene.font, legendRows(scene.model, scene.canvas, scene.font));
    const QRectF clip = closeUpClip(scene);
    double trees = room.left();
    for (const Box& tree : scene.state.trees) {
        trees = std::max(trees, scene.camera.toPixel(Point{tree.right(), 0.0F}).x());
    }
    trees = clip.isNull() ? trees : std::min(trees, clip.right());
    constexpr double kForLinks = 0.06; // share of the width
    room.setLeft(trees + kForLinks * scene.canvas.width());
    const bool isLarge = isForAudience(scene.font); // smaller then, so that the card still finds a place
    const double largest = isLarge ? 1.0 : 1.7;     // times the text size
    const double least = isLarge ? 0.65 : 0.85;
    constexpr double kSmaller = 0.1;
    for (const bool hasWords : {true, false}) { // in a narrow picture, only the lines lead to the rows
        for (double growth = largest; growth > least; growth -= kSmaller) {
            const CardSize size{atSize(scene.font, pixelSize(scene.font) * growth), clip, hasWords};
            if (auto card = cardIn(scene, scene.state.active, room, growth > 1.0 ? BatchCard::kMostRows : 2, size)) {
                card->box.moveCenter(room.center());
                card->opacity = static_cast<double>(scene.state.closed);
                return card;
            }
        }
    }
    return std::nullopt;
}

namespace {

void paintStrip(QPainter& painter, const Scene& scene, const BatchCard::Strip& strip, const QRectF& box) {
    if (!strip.word.isEmpty()) {
        painter.setPen(scene.theme.text);
        painter.drawText(box, Qt::AlignCenter,
                         QFontMetricsF(painter.font()).elidedText(strip.word, Qt::ElideRight, box.width()));
        return;
    }
    const double cell = box.width() / static_cast<double>(std::max<std::size_t>(strip.cells.size(), 1));
    for (std::size_t place = 0; place < strip.cells.size(); ++place) {
        const QRectF part(box.left() + cell * static_cast<double>(place), box.top(), cell, box.height());
        const float magnitude = strip.cells[place];
        if (std::isfinite(magnitude)) {
            constexpr double kPalest = 0.08;
            const double share = kPalest + (1.0 - kPalest) * static_cast<double>(magnitude);
            painter.fillRect(part, mixedColor(strip.color, scene.theme.panel, share));
        } else {
            painter.fillRect(part, QBrush(scene.theme.warning, Qt::BDiagPattern));
        }
    }
    painter.setPen(QPen(scene.theme.rule, 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
}

/// A grid without numbers: it shows no single weights, only that all rows use the same ones.
void paintWeights(QPainter& painter, const Scene& scene, const QRectF& box) {
    constexpr int kLines = 6;
    painter.setPen(QPen(scene.theme.mutedText, 1.0));
    painter.setBrush(scene.theme.lane);
    painter.drawRect(box);
    painter.setPen(QPen(scene.theme.rule, 1.0));
    for (int line = 1; line < kLines; ++line) {
        const double x = box.left() + box.width() * line / kLines;
        const double y = box.top() + box.height() * line / kLines;
        painter.drawLine(QPointF(x, box.top() + 1.0), QPointF(x, box.bottom() - 1.0));
        painter.drawLine(QPointF(box.left() + 1.0, y), QPointF(box.right() - 1.0, y));
    }
}

class CardPainter {
public:
    CardPainter(QPainter& painter, const Scene& scene, const BatchCard& card)
        : m_painter(painter), m_scene(scene), m_card(card), m_line(QFontMetricsF(card.font).height()),
          m_inner(card.box.adjusted(kCardPadding, kCardPadding, -kCardPadding, -kCardPadding)),
          m_top(m_inner.top() + m_line * 1.3) {}

    void paint() {
        m_painter.setPen(QPen(m_scene.colorOf(m_scene.state.active), 1.4));
        m_painter.setBrush(m_scene.theme.panel);
        m_painter.drawRoundedRect(m_card.box, 7, 7);
        m_painter.setFont(headingFont(m_card.font));
        m_painter.setPen(m_scene.theme.text);
        m_painter.drawText(QRectF(m_inner.left(), m_inner.top(), m_inner.width(), m_line), Qt::AlignLeft,
                           m_card.heading);
        m_painter.setFont(m_card.font);
        double x = m_inner.left();
        words(x);
        x += m_card.wordsWidth;
        side(x, m_card.inputsWidth, &BatchCard::Row::inputs, m_card.rows.size());
        below(x, m_card.inputsWidth, m_card.inputs, QString());
        x += m_card.inputsWidth;
        if (!m_card.weights.isEmpty()) {
            x = joint(x, QStringLiteral("×"));
            paintWeights(m_painter, m_scene, QRectF(x, m_top + 2.0, m_card.weightsWidth, rowsHeight() - 4.0));
            below(x, m_card.weightsWidth, m_card.weights, translated("weights"));
            x += m_card.weightsWidth;
        }
        x = joint(x, QStringLiteral("→"));
        side(x, m_card.outputsWidth, &BatchCard::Row::outputs, computed());
        below(x, m_card.outputsWidth, m_card.outputs, QString());
        if (!m_card.more.isEmpty()) {
            m_painter.setPen(m_scene.theme.mutedText);
            m_painter.drawText(QRectF(m_inner.left(), m_inner.top(), m_inner.width(), m_line), Qt::AlignRight,
                               m_card.more);
        }
    }

private:
    [[nodiscard]] double rowsHeight() const { return m_card.rowHeight * static_cast<double>(m_card.rows.size()); }
    [[nodiscard]] std::size_t computed() const {
        return m_scene.state.stage == StoryStage::Run ? m_scene.rowsComputed() : 0;
    }

    void words(double x) {
        m_painter.setPen(m_scene.theme.text);
        for (std::size_t row = 0; row < m_card.rows.size(); ++row) {
            const QRectF place(x, m_top + m_card.rowHeight * static_cast<double>(row), m_card.wordsWidth - kCardPadding,
                               m_card.rowHeight);
            m_painter.drawText(
                place, Qt::AlignRight | Qt::AlignVCenter,
                QFontMetricsF(m_card.font).elidedText(m_card.rows[row].words, Qt::ElideRight, place.width()));
        }
    }

    double joint(double x, const QString& sign) {
        const double width = jointWidth(m_card.font);
        m_painter.setPen(m_scene.theme.mutedText);
        m_painter.drawText(QRectF(x, m_top, width, rowsHeight()), Qt::AlignCenter, sign);
        return x + width;
    }

    /// Writes two lines of text, centered below a column.
    void below(double left, double width, const QString& first, const QString& second) {
        m_painter.setPen(m_scene.theme.mutedText);
        const double top = m_top + rowsHeight() + 1.0;
        m_painter.drawText(QRectF(left, top, width, m_line), Qt::AlignCenter, first);
        if (!second.isEmpty()) {
            m_painter.drawText(QRectF(left, top + m_line, width, m_line), Qt::AlignCenter, second);
        }
    }

    /// Draws one side of the card, centered in its column; rows from `known` on are outlines.
    void side(double x, double width, std::vector<BatchCard::Strip> BatchCard::Row::*strips, std::size_t known) {
        for (std::size_t row = 0; row < m_card.rows.size(); ++row) {
            const auto& shown = m_card.rows[row].*strips;
            const double y = m_top + m_card.rowHeight * static_cast<double>(row);
            const double start = x + (width - stripsWidth(shown.size(), m_card.strip)) / 2.0;
            const QRectF bar(start, y + 1.0, kTreeBar, m_card.rowHeight - 2.0);
            m_painter.fillRect(bar, m_card.rows[row].tree);
            double left = bar.right() + kBetweenStrips;
            for (BatchCard::Strip strip : shown) {
                if (row >= known) {
                    strip.cells.clear();
                }
                paintStrip(m_painter, m_scene, strip, QRectF(left, y + 2.0, m_card.strip, m_card.rowHeight - 4.0));
                left += m_card.strip + kBetweenStrips;
            }
        }
    }

    QPainter& m_painter;
    const Scene& m_scene;
    const BatchCard& m_card;
    double m_line;
    QRectF m_inner;
    double m_top;
};

/// Draws the lines from the nodes to their rows, as far as the nodes are grouped.
void paintLinks(QPainter& painter, const Scene& scene, const BatchCard& card) {
    constexpr int kPieces = 24;
    const double come = static_cast<double>(scene.state.grouped);
    const double top = card.box.top() + kCardPadding + QFontMetricsF(card.font).height() * 1.3;
    painter.setPen(QPen(withAlpha(scene.theme.accent, 0.6), 1.4));
    painter.setBrush(Qt::NoBrush);
    for (std::size_t row = 0; row < card.rows.size(); ++row) {
        if (!card.clip.isNull() && !card.clip.contains(scene.pixelOf(card.rows[row].node))) {
            continue; // out of sight
        }
        const QPointF from = scene.pixelOf(card.rows[row].node) + QPointF(0.6 * scene.camera.scale, 0.0);
        const QPointF to(card.box.left(), top + card.rowHeight * (static_cast<double>(row) + 0.5));
        QPainterPath whole(from);
        const double bend = 0.5 * (to.x() - from.x());
        whole.cubicTo(from + QPointF(bend, 0.0), to - QPointF(bend, 0.0), to);
        QPainterPath part(from);
        for (int piece = 1; piece <= kPieces; ++piece) {
            part.lineTo(whole.pointAtPercent(come * piece / kPieces));
        }
        painter.drawPath(part);
    }
}

} // namespace

void paintBatchCard(QPainter& painter, const Scene& scene, const BatchCard& card) {
    painter.save();
    paintLinks(painter, scene, card);
    painter.setOpacity(painter.opacity() * card.opacity);
    CardPainter(painter, scene, card).paint();
    painter.restore();
}

} // namespace batchscope
