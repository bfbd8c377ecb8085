// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/legend.h"

#include "core/base/text.h"
#include "views/canvas/paint/painters.h"
#include "views/canvas/scene/canvas_text.h"

#include <algorithm>
#include <numeric>

namespace batchscope {

namespace {

QString number(std::size_t value) {
    return QString::fromStdString(withThousands(value));
}

constexpr double kLegendRow = 1.3; // lines, as in pictureArea

using Rows = std::vector<std::vector<LegendEntry>>;

constexpr std::size_t kMostEntries = 60; // more never fit into two rows

QString legendName(const SceneModel& model, OpId op) {
    const QString name = model.opTitle(op);
    const bool isAlone = model.graph().ops.ops[op].batchable == Batchable::No;
    return isAlone ? translated("%1, unbatchable").arg(name) : name;
}

std::vector<LegendEntry> opEntries(const SceneModel& model) {
    std::vector<LegendEntry> entries;
    const auto& counts = model.opCounts();
    for (std::size_t op = 0; op < counts.size(); ++op) {
        if (counts[op] > 0) {
            entries.push_back({OpId(op), {}, legendName(model, OpId(op)), number(counts[op]), 0.0});
        }
    }
    return entries;
}

std::vector<LegendEntry> signatureEntries(const SceneModel& model) {
    std::vector<LegendEntry> entries;
    const auto& names = model.signatureNames();
    for (std::size_t index = 0; index < std::min(names.size(), kMostEntries); ++index) {
        const SignatureId signature(index);
        entries.push_back({model.graph().signatures[signature].op, signature, names[index],
                           QStringLiteral("×") + number(model.signatureCounts()[index]), 0.0});
    }
    return entries;
}

/// The entries, of `all`, in rows of at most so many pixels; what does not fit is counted at the end.
Rows inRows(std::vector<LegendEntry> entries, std::size_t all, const QFontMetricsF& metrics, double width,
            std::size_t mostRows) {
    const double line = metrics.height();
    const double padding = line * 0.8;
    Rows legend(1);
    double x = padding;
    std::size_t done = 0;
    for (LegendEntry& entry : entries) {
        entry.width = line * 2.0 + metrics.horizontalAdvance(entry.name) + metrics.horizontalAdvance(entry.count);
        const QString more = translated("+%1 more").arg(all - done);
        const double moreWidth = metrics.horizontalAdvance(more) + line * 0.6;
        const auto isLastRow = [&] { return legend.size() == mostRows; };
        const auto fits = [&] {
            const double kept = isLastRow() && done + 1 < all ? moreWidth : 0.0;
            return x + entry.width <= width - kept;
        };
        while (!fits() && !isLastRow()) {
            legend.emplace_back();
            x = padding;
        }
        if (!fits()) {
            legend.back().push_back({{}, {}, {}, more, moreWidth});
            break;
        }
        x += entry.width;
        legend.back().push_back(std::move(entry));
        ++done;
    }
    return legend;
}

/// Ops in use; while signatures are what is shown, those.
Rows rowsOf(const SceneModel& model, StoryStage stage, const QRectF& canvas, const QFont& font) {
    constexpr double kLeastHeight = 260.0; // for a second row
    const QFontMetricsF metrics(font);
    const double width = canvas.width() - 2.0 * overlayMargin(font);
    const std::size_t most = canvas.height() >= kLeastHeight ? 2 : 1;
    if (stage == StoryStage::Signatures) {
        return inRows(signatureEntries(model), model.signatureNames().size(), metrics, width, most);
    }
    std::vector<LegendEntry> entries = opEntries(model);
    const std::size_t all = entries.size();
    return inRows(std::move(entries), all, metrics, width, most);
}

double widthOf(const std::vector<LegendEntry>& row, double line) {
    return std::accumulate(row.begin(), row.end(), line * 0.8,
                           [](double sum, const LegendEntry& entry) { return sum + entry.width; });
}

double heightOf(std::size_t rows, const QFont& font) {
    return QFontMetricsF(font).height() * (0.4 + kLegendRow * static_cast<double>(rows));
}

QRectF boxOf(const Rows& rows, const QRectF& canvas, const QFont& font) {
    const double line = QFontMetricsF(font).height();
    double width = 0.0;
    for (const auto& row : rows) {
        width = std::max(width, widthOf(row, line));
    }
    const double height = heightOf(rows.size(), font);
    return {canvas.left() + overlayMargin(font), canvas.bottom() - overlayMargin(font) - height, width, height};
}

/// Left middle of the first entry.
QPointF rowStart(const QRectF& box, double line, std::size_t row) {
    return {box.left() + line * 0.6, box.top() + line * (0.2 + kLegendRow * (static_cast<double>(row) + 0.5))};
}

void paintEntry(QPainter& painter, const Scene& scene, const LegendEntry& entry, QPointF middle) {
    const QFontMetricsF metrics(scene.font);
    const double line = metrics.height();
    double x = middle.x();
    const auto write = [&](const QString& text, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(QRectF(x, middle.y() - line, entry.width + line, line * 2.0),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    };
    if (entry.op.valid()) {
        painter.setPen(Qt::NoPen);
        const QColor fill = entry.signature.valid() ? scene.colourOf(entry.signature) : scene.theme.op(entry.op);
        drawGlyph(painter, entry.op, {x + line * 0.35, middle.y()}, line * 0.33, fill);
        x += line * 0.95;
        write(entry.name, scene.theme.text);
        x += metrics.horizontalAdvance(entry.name) + line * 0.35;
    }
    write(entry.count, scene.theme.mutedText);
}

} // namespace

Legend legendOf(const Scene& scene) {
    Legend legend;
    legend.rows = rowsOf(scene.model, scene.state.stage, scene.canvas, scene.font);
    legend.box = boxOf(legend.rows, scene.canvas, scene.font);
    return legend;
}

void paintLegend(QPainter& painter, const Scene& scene, const Legend& legend) {
    if (legend.rows.front().empty()) {
        return;
    }
    paintOverlayGround(painter, scene, legend.box);
    for (std::size_t row = 0; row < legend.rows.size(); ++row) {
        QPointF place = rowStart(legend.box, QFontMetricsF(scene.font).height(), row);
        for (const LegendEntry& entry : legend.rows[row]) {
            paintEntry(painter, scene, entry, place);
            place.rx() += entry.width;
        }
    }
}

std::size_t legendRows(const SceneModel& model, const QRectF& canvas, const QFont& font) {
    if (!model.hasPicture()) {
        return 1;
    }
    return std::max(rowsOf(model, StoryStage::Source, canvas, font).size(),
                    rowsOf(model, StoryStage::Signatures, canvas, font).size());
}

double legendTop(const SceneModel& model, const QRectF& canvas, const QFont& font) {
    return canvas.bottom() - overlayMargin(font) - heightOf(legendRows(model, canvas, font), font);
}

QRectF legendBox(const SceneModel& model, StoryStage stage, const QRectF& canvas, const QFont& font) {
    return boxOf(rowsOf(model, stage, canvas, font), canvas, font);
}

} // namespace batchscope
