// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/execution_text.h"
#include "core/session/tree_labels.h"
#include "core/trace/recorded_state.h"
#include "views/inspector/page_writer.h"
#include "views/inspector/pages.h"
#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QImage>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr int kCellWidth = 26;
constexpr int kHeight = 14;

constexpr std::size_t kMostUsers = 24;
constexpr std::size_t kMostWords = 24;

/// How the node's batch reads the arguments of a slot.
QString operandText(const Snapshot& snapshot, BatchId batch, std::size_t slot) {
    QStringList ways;
    for (const OperandView& operand : operandsOf(snapshot, batch)) {
        if (operand.slot == slot) {
            ways << QString::fromStdString(operandUseText(operand, batch));
        }
    }
    return ways.isEmpty() ? translated("not read") : ways.join(QStringLiteral("; "));
}

/// A constant as text: `784 numbers: 0 0.5 …`.
QString constantText(std::span<const double> numbers) {
    constexpr std::size_t kShown = 4;
    QStringList first;
    for (const double number : numbers.first(std::min(numbers.size(), kShown))) {
        first << QString::number(number, 'g', 3);
    }
    return translated("%1 numbers: %2%3")
        .arg(countText(numbers.size()), first.join(QChar(u' ')),
             numbers.size() > kShown ? QStringLiteral(" …") : QString());
}

/// The source of an argument, and its level.
std::pair<Html, Html> argumentText(const PageWriter& page, const Snapshot& snapshot, NodeId node, std::size_t slot,
                                   const Argument& argument) {
    const OpGraph& graph = *snapshot.graph;
    const Html none = plain(QStringLiteral("–"));
    if (argument.kind == ArgumentClass::Constant) {
        return {plain(constantText(graph.constants[argument.constant()])), none};
    }
    if (argument.kind == ArgumentClass::Integer) {
        const QString meaning = toText(integerText(snapshot, node, slot));
        return {plain(meaning.isEmpty() ? QString::number(argument.payload)
                                        : QStringLiteral("%1 “%2”").arg(argument.payload).arg(meaning)),
                none};
    }
    Html from = nodeLink(page, snapshot, argument.node());
    if (graph.opOf(argument.node()).outputs() > 1) {
        from = from + page.muted(translated(" output %1").arg(argument.output));
    }
    return {from, plain(countText(graph.levels[argument.node()]))};
}

/// The value that the folded run wrongly read for an argument of the node; null if no misreading is known.
const Misreading* misreadingOf(const Snapshot& snapshot, NodeId node) {
    const bool isKnown = snapshot.report && snapshot.report->cause && snapshot.report->cause->node == node &&
                         snapshot.report->cause->misreading;
    return isKnown ? &*snapshot.report->cause->misreading : nullptr;
}

void writeArguments(PageWriter& page, const Snapshot& snapshot, NodeId node) {
    const OpGraph& graph = *snapshot.graph;
    const Op& op = graph.opOf(node);
    if (op.arguments.empty()) {
        return;
    }
    page.section(translated("Arguments, %1").arg(QString::fromStdString(executorText(snapshot))));
    std::vector<std::vector<Html>> rows;
    const Misreading* const misreading = misreadingOf(snapshot, node);
    std::uint32_t place = 0;
    for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
        const QString kind = QString::fromLatin1(argumentClassName(op.arguments[slot].kind));
        const QString how = operandText(snapshot, snapshot.schedule->places[node].batch, slot);
        for (const Argument& argument : graph.slotOf(node, slot)) {
            auto [from, level] = argumentText(page, snapshot, node, slot, argument);
            if (misreading != nullptr && misreading->argument == place) {
                const NodeId reader = misreading->rowOf.valid() ? misreading->rowOf : node; // the word's node
                from = from + plain(QStringLiteral(" ")) + page.warning(translated("but read was")) +
                       plain(QStringLiteral(" ")) + argumentText(page, snapshot, reader, slot, misreading->read).first;
            }
            ++place;
            rows.push_back({plain(QString::number(slot)), page.muted(kind), from, level, page.muted(how)});
        }
    }
    page.table({{translated("Slot"), PageWriter::Align::Left},
                {translated("Kind"), PageWriter::Align::Left},
                {translated("From"), PageWriter::Align::Left},
                {translated("Level"), PageWriter::Align::Right},
                {translated("In the batch"), PageWriter::Align::Left}},
               rows);
}

void writeUsers(PageWriter& page, const Snapshot& snapshot, const ConsumerIndex& consumers, NodeId node) {
    const auto users = consumers.users(node); // once per argument, in id order
    page.section(translated("Used by"));
    if (users.empty()) {
        page.paragraph(page.muted(translated("No other node uses it: its value is an output of the graph.")));
        return;
    }
    std::vector<NodeId> distinct(users.begin(), users.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    Html text;
    for (std::size_t index = 0; index < std::min(distinct.size(), kMostUsers); ++index) {
        text = text + (index == 0 ? Html{} : Html{QStringLiteral("<br>")}) + nodeLink(page, snapshot, distinct[index]) +
               page.muted(translated(" level %1").arg(snapshot.graph->levels[distinct[index]]));
    }
    if (distinct.size() > kMostUsers) {
        text = text + page.muted(translated("<br>and %1 more").arg(countText(distinct.size() - kMostUsers)));
    }
    page.paragraph(text);
}

QString number(float value) {
    return QString::number(static_cast<double>(value), 'g', 4);
}

void writeValues(PageWriter& page, const Snapshot& snapshot, NodeId node) {
    page.section(translated("Values"));
    if (!snapshot.recorded) {
        page.paragraph(page.muted(snapshot.trace ? translated("Not recorded, because the graph is too large.")
                                                 : translated("Not run yet.")));
        return;
    }
    for (std::uint32_t output = 0; output < snapshot.graph->opOf(node).outputs(); ++output) {
        const TensorSummary summary = snapshot.recorded->summary({node, output});
        const auto shown = static_cast<std::size_t>(
            std::clamp(summary.width, 0, static_cast<std::int32_t>(TensorSummary::kFirstValues)));
        QStringList first;
        for (std::size_t index = 0; index < shown; ++index) {
            first << QString::number(static_cast<double>(summary.first[index]), 'f', 3);
        }
        page.paragraph(page.strong(translated("Output %1").arg(output)) +
                       page.muted(translated("  [%1]").arg(summary.width)));
        page.paragraph(page.image(heatStrip(summary, page.theme(), page.pixelRatio())));
        page.row(translated("First values"),
                 plain(first.join(QStringLiteral("  ")) +
                       (static_cast<std::size_t>(summary.width) > shown ? QStringLiteral("  …") : QString())));
        page.row(translated("Range"), plain(translated("%1 … %2").arg(number(summary.min), number(summary.max))));
        page.row(translated("Mean, norm"), plain(translated("%1, %2").arg(number(summary.mean), number(summary.l2))));
        if (summary.notFinite > 0) {
            page.row(translated("Non-finite"), page.warning(countText(summary.notFinite)));
        }
    }
}

void writeTreePlace(PageWriter& page, const Snapshot& snapshot, NodeId node) {
    const Origin& origin = snapshot.graph->origins[node];
    if (!origin.tree.valid() || !origin.treeNode.valid()) {
        return;
    }
    if (const std::optional<ProgramCall> call = programCallOf(*snapshot.treebank, *snapshot.graph, node)) {
        page.section(translated("In the program"));
        page.row(translated("Call"), plain(toText(call->name)));
        page.row(translated("Place"), plain(fileName(toText(call->place))));
        page.row(translated("Instance"), page.link(QStringLiteral("tree:%1").arg(origin.tree.value),
                                                   translated("instance %1").arg(ordinalText(origin.tree.index()))));
        return;
    }
    const Tree tree = shownTree(snapshot, origin.tree);
    if (origin.treeNode.index() >= tree.size()) {
        return;
    }
    page.section(translated("In the tree"));
    page.row(translated("Tree"),
             page.link(QStringLiteral("tree:%1").arg(origin.tree.value),
                       translated("tree %1").arg(ordinalText(origin.tree.index()))) +
                 page.muted(QStringLiteral("  ") + fileName(toText(snapshot.treebank->place(origin.tree)))));
    page.row(translated("Covers"), plain(QStringLiteral("“%1”").arg(
                                       toText(wordsBelow(*snapshot.treebank, tree, origin.treeNode, kMostWords)))));
    const QString label = toText(snapshot.treebank->labels.text(tree.labels[origin.treeNode.index()]));
    if (!label.isEmpty()) {
        page.row(translated("Label"), plain(label));
    }
    const SourcePosition& position = tree.positions[origin.treeNode.index()];
    if (position.line > 0) {
        page.row(translated("Position"),
                 plain(translated("line %1, column %2").arg(position.line).arg(position.column)));
    }
}

/// The color of a finite value: one hue below zero, one above, pale at zero, deepest if |value| is `largest`.
QColor valueColor(const Theme& theme, double value, double largest) {
    constexpr double kTiny = 1e-12;
    const auto share = static_cast<float>(std::clamp(std::abs(value) / std::max(largest, kTiny), 0.0, 1.0));
    const QColor& to = value < 0.0 ? theme.regular : theme.folded;
    const auto part = [share](float a, float b) { return a + (b - a) * share; };
    return QColor::fromRgbF(part(theme.lane.redF(), to.redF()), part(theme.lane.greenF(), to.greenF()),
                            part(theme.lane.blueF(), to.blueF()));
}

} // namespace

QImage heatStrip(const TensorSummary& summary, const Theme& theme, double pixelRatio) {
    const int cells = std::clamp(summary.width, 1, static_cast<int>(TensorSummary::kFirstValues));
    QImage image(QSize(qRound(cells * kCellWidth * pixelRatio), qRound(kHeight * pixelRatio)),
                 QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(pixelRatio);
    image.fill(Qt::transparent);
    const float largest = std::max({std::abs(summary.min), std::abs(summary.max), 1e-12F});
    QPainter painter(&image);
    for (int cell = 0; cell < cells; ++cell) {
        const float value = summary.first[static_cast<std::size_t>(cell)];
        const QRect rect(cell * kCellWidth, 0, kCellWidth - 1, kHeight);
        if (!std::isfinite(value)) {
            painter.fillRect(rect, QBrush(theme.warning, Qt::BDiagPattern));
            continue;
        }
        painter.fillRect(rect, valueColor(theme, static_cast<double>(value), static_cast<double>(largest)));
    }
    painter.setPen(theme.rule);
    for (int cell = 0; cell < cells; ++cell) {
        painter.drawRect(QRectF(cell * kCellWidth + 0.5, 0.5, kCellWidth - 2.0, kHeight - 1.0));
    }
    return image;
}

void writeNodePage(PageWriter& page, const Snapshot& snapshot, const ConsumerIndex& consumers, NodeId node) {
    const OpGraph& graph = *snapshot.graph;
    const Schedule& schedule = *snapshot.schedule;
    const Place& place = schedule.places[node];
    const QString caption = toText(captionOf(snapshot, node));
    const Html name = page.op(graph.nodeOps[node], QString::fromStdString(graph.opOf(node).name));
    page.title(caption.isEmpty() ? name : name + plain(QStringLiteral(" “%1”").arg(caption)),
               page.muted(translated("node %1").arg(nodeNumber(node))));
    page.row(translated("Batch"),
             page.link(QStringLiteral("batch:%1").arg(place.batch.value),
                       translated("batch %1").arg(ordinalText(place.batch.index()))) +
                 plain(translated(", row %1").arg(rowText(place.row, schedule.batchSize(place.batch)))));
    page.row(translated("Level"), plain(countText(graph.levels[node])));
    if (graph.roundCount() > 1) {
        page.row(translated("Round"),
                 plain(translated("%1 of %2, separated by sync points")
                           .arg(countText(graph.roundOf(node) + 1), countText(graph.roundCount()))));
    }
    page.row(translated("Signature"),
             plain(QString::fromStdString(signatureText(graph.signatures[graph.nodeSignatures[node]], graph.ops))));
    writeArguments(page, snapshot, node);
    writeUsers(page, snapshot, consumers, node);
    writeValues(page, snapshot, node);
    writeTreePlace(page, snapshot, node);
}

} // namespace batchscope
