// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/painters.h"

#include "core/base/text.h"
#include "views/canvas/minimap.h"
#include "views/canvas/scene_painter.h"

#include <QCoreApplication>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace batchscope {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("batchscope::CanvasView", text);
}

QString number(std::size_t value) {
    return QString::fromStdString(withThousands(value));
}

void ground(QPainter& painter, const Scene& scene, const QRectF& box) {
    painter.setPen(QPen(withAlpha(scene.theme.rule, 0.9), 1.0));
    painter.setBrush(withAlpha(scene.theme.panel, 0.88));
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
}

double margin(const QFont& font) {
    return std::round(pixelSize(font) * 0.7);
}

double margin(const Scene& scene) {
    return margin(scene.font);
}

/// How many of the text's characters fit into the width, whole words only; at least one word.
qsizetype fittingWords(const QString& text, const QFontMetricsF& metrics, double width) {
    qsizetype fitting = 0;
    for (qsizetype end = text.indexOf(u' '); end >= 0; end = text.indexOf(u' ', end + 1)) {
        if (fitting > 0 && metrics.horizontalAdvance(text.left(end)) > width) {
            break;
        }
        fitting = end;
    }
    return fitting > 0 ? fitting : text.size();
}

constexpr double kLegendRow = 1.3; // lines, as in pictureArea

constexpr std::size_t kMostEntries = 60; // more never fit into two rows

struct LegendEntry {
    OpId op;               ///< invalid: only text
    SignatureId signature; ///< invalid: all of the op's
    QString name;
    QString count;
    double width = 0.0;
};

std::vector<LegendEntry> opEntries(const SceneModel& model) {
    std::vector<LegendEntry> entries;
    const auto& counts = model.opCounts();
    for (std::size_t op = 0; op < counts.size(); ++op) {
        if (counts[op] > 0) {
            // Where equal nodes share a row: as many rows as are computed.
            const std::size_t repeats = model.opRepeats().empty() ? 0 : model.opRepeats()[op];
            const QString count = repeats == 0
                                      ? number(counts[op])
                                      : tr("%1 → %2 rows").arg(number(counts[op]), number(counts[op] - repeats));
            entries.push_back({OpId(op), {}, model.opName(OpId(op)), count, 0.0});
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

/// The entries, of `all`, in rows of at most `most` pixels, as many rows as given; what does not fit is counted at the
/// end.
std::vector<std::vector<LegendEntry>> inRows(std::vector<LegendEntry> entries, std::size_t all,
                                             const QFontMetricsF& metrics, double most, std::size_t rows) {
    const double line = metrics.height();
    const double padding = line * 0.8;
    std::vector<std::vector<LegendEntry>> legend(1);
    double x = padding;
    std::size_t done = 0;
    for (LegendEntry& entry : entries) {
        entry.width = line * 2.0 + metrics.horizontalAdvance(entry.name) + metrics.horizontalAdvance(entry.count);
        const QString more = tr("+%1 more").arg(all - done);
        const double moreWidth = metrics.horizontalAdvance(more) + line * 0.6;
        const bool isLastRow = legend.size() == rows;
        const double room = isLastRow && done + 1 < all ? most - moreWidth : most;
        if (x + entry.width > room && !isLastRow) {
            legend.emplace_back();
            x = padding;
        } else if (x + entry.width > room) {
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
std::vector<std::vector<LegendEntry>> legendOf(const SceneModel& model, StoryStage stage, const QFontMetricsF& metrics,
                                               double most, std::size_t rows) {
    if (stage == StoryStage::Signatures) {
        return inRows(signatureEntries(model), model.signatureNames().size(), metrics, most, rows);
    }
    std::vector<LegendEntry> entries = opEntries(model);
    const std::size_t all = entries.size();
    return inRows(std::move(entries), all, metrics, most, rows);
}

double widthOf(const std::vector<LegendEntry>& row, double line) {
    return std::accumulate(row.begin(), row.end(), line * 0.8,
                           [](double sum, const LegendEntry& entry) { return sum + entry.width; });
}

void paintLegendEntry(QPainter& painter, const Scene& scene, const LegendEntry& entry, QPointF middle) {
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
        painter.setBrush(entry.signature.valid() ? scene.colourOf(entry.signature) : scene.theme.op(entry.op));
        painter.drawPath(glyphPath(Theme::shape(entry.op), {x + line * 0.35, middle.y()}, line * 0.33));
        x += line * 0.95;
        write(entry.name, scene.theme.text);
        x += metrics.horizontalAdvance(entry.name) + line * 0.35;
    }
    write(entry.count, scene.theme.mutedText);
}

using Legend = std::vector<std::vector<LegendEntry>>;

Legend legendOf(const Scene& scene) {
    const double most = scene.canvas.width() - 2.0 * margin(scene);
    return legendOf(scene.model, scene.state.stage, QFontMetricsF(scene.font), most,
                    legendRows(scene.model, scene.canvas, scene.font));
}

QRectF legendBox(const Scene& scene, const Legend& legend) {
    const double line = QFontMetricsF(scene.font).height();
    double width = 0.0;
    for (const auto& row : legend) {
        width = std::max(width, widthOf(row, line));
    }
    return {scene.canvas.left() + margin(scene), scene.canvas.top() + margin(scene), width,
            line * (0.4 + kLegendRow * static_cast<double>(legend.size()))};
}

/// Shape, colour, name and count of each op in use.
void paintLegend(QPainter& painter, const Scene& scene, const Legend& legend, const QRectF& box) {
    const double line = QFontMetricsF(scene.font).height();
    ground(painter, scene, box);
    double y = box.top() + line * (0.2 + kLegendRow / 2.0);
    for (const auto& row : legend) {
        double x = box.left() + line * 0.6;
        for (const LegendEntry& entry : row) {
            paintLegendEntry(painter, scene, entry, {x, y});
            x += entry.width;
        }
        y += line * kLegendRow;
    }
}

/// What folding has bought up to this moment: label and value pairs.
std::vector<std::pair<QString, QString>> totals(const Scene& scene) {
    const Snapshot& snapshot = scene.model.snapshot();
    const QString nodes = number(scene.model.graph().size());
    if (!snapshot.schedule || scene.state.stage < StoryStage::Group) {
        return {{tr("nodes, one by one"), nodes}};
    }
    const QString batches = number(snapshot.schedule->batchCount());
    if (isBatchStage(scene.state.stage)) {
        const std::size_t begun = scene.state.active.valid() ? scene.state.active.index() + 1 : 0;
        return {{tr("batch"), tr("%1 of %2").arg(number(begun), batches)},
                {tr("instead of"), tr("%1 nodes").arg(nodes)}};
    }
    std::vector<std::pair<QString, QString>> result{{tr("nodes → batches"), tr("%1 → %2").arg(nodes, batches)}};
    if (snapshot.metrics) {
        result.emplace_back(tr("lower bound"), number(snapshot.metrics->lowerBound));
    }
    return result;
}

struct Totals {
    std::vector<std::pair<QString, QString>> pairs;
    QFont plain;
    QFont strong;
    QRectF box; ///< empty in too narrow a window; the strip and other views say it too
};

Totals totalsOf(const Scene& scene, double legendRight) {
    // The result is what all the rest was for.
    const double growth =
        scene.state.stage == StoryStage::Folded ? 1.0 + 0.25 * static_cast<double>(scene.state.folded) : 1.0;
    const QFont plain = atSize(scene.font, pixelSize(scene.font) * growth);
    Totals result{totals(scene), plain, plain, {}};
    result.strong.setWeight(QFont::DemiBold);
    const QFontMetricsF labels(plain);
    const QFontMetricsF values(result.strong);
    const double line = labels.height();
    double width = line * 0.4;
    for (const auto& [label, value] : result.pairs) {
        width += labels.horizontalAdvance(label) + values.horizontalAdvance(value) + line * 1.3;
    }
    const QRectF box(scene.canvas.right() - margin(scene) - width, scene.canvas.top() + margin(scene), width,
                     line * 1.7);
    if (box.left() >= legendRight + margin(scene)) {
        result.box = box;
    }
    return result;
}

void paintTotals(QPainter& painter, const Scene& scene, const Totals& totals) {
    const auto& [pairs, plain, strong, box] = totals;
    if (box.isEmpty()) {
        return;
    }
    const QFontMetricsF labels(plain);
    const QFontMetricsF values(strong);
    const double line = labels.height();
    const double width = box.width();
    ground(painter, scene, box);
    double x = box.left() + line * 0.7;
    for (const auto& [label, value] : pairs) {
        painter.setFont(plain);
        painter.setPen(scene.theme.mutedText);
        painter.drawText(QRectF(x, box.top(), width, box.height()), Qt::AlignLeft | Qt::AlignVCenter, label);
        x += labels.horizontalAdvance(label) + line * 0.4;
        painter.setFont(strong);
        painter.setPen(scene.state.stage == StoryStage::Folded ? scene.theme.accent : scene.theme.text);
        painter.drawText(QRectF(x, box.top(), width, box.height()), Qt::AlignLeft | Qt::AlignVCenter, value);
        x += values.horizontalAdvance(value) + line * 0.9;
    }
    painter.setFont(scene.font);
}

void paintCaption(QPainter& painter, const Scene& scene, const CaptionStrip& strip) {
    if (strip.lines.isEmpty()) {
        return;
    }
    ground(painter, scene, strip.box);
    painter.setPen(scene.theme.text);
    const QFontMetricsF metrics(scene.font);
    const double padding = metrics.height() * 0.8;
    const double line = metrics.height();
    double y = strip.box.center().y() - line * static_cast<double>(strip.lines.size()) / 2.0;
    for (const QString& text : strip.lines) {
        painter.drawText(QRectF(strip.box.left() + padding - 1.0, y, strip.box.width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        y += line;
    }
}

struct Overlays {
    Legend legend;
    QRectF legendBox;
    Totals totals;
    CaptionStrip caption;
    std::optional<Minimap> minimap;
};

Overlays overlaysOf(const Scene& scene) {
    Overlays overlays;
    overlays.legend = legendOf(scene);
    overlays.legendBox = legendBox(scene, overlays.legend);
    overlays.totals = totalsOf(scene, overlays.legendBox.right());
    overlays.caption = captionStrip(scene.canvas, scene.font, scene.options.caption);
    const double bottom = overlays.caption.lines.isEmpty() ? scene.canvas.bottom() : overlays.caption.box.top();
    overlays.minimap = minimapOf(scene.model, scene.state.view, scene.camera, scene.canvas, scene.font, bottom);
    return overlays;
}

} // namespace

std::size_t legendRows(const SceneModel& model, const QRectF& canvas, const QFont& font) {
    constexpr double kLeastHeight = 260.0;
    if (!model.hasPicture() || canvas.height() < kLeastHeight) {
        return 1;
    }
    // The same at all moments, so that the picture does not jump.
    const double most = canvas.width() - 2.0 * margin(font);
    const QFontMetricsF metrics(font);
    return std::max(legendOf(model, StoryStage::Source, metrics, most, 2).size(),
                    legendOf(model, StoryStage::Signatures, metrics, most, 2).size());
}

OpId legendOpAt(const SceneModel& model, StoryStage stage, const QRectF& canvas, const QFont& font, QPointF pixel) {
    if (!model.hasPicture()) {
        return {};
    }
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    const auto legend =
        legendOf(model, stage, metrics, canvas.width() - 2.0 * margin(font), legendRows(model, canvas, font));
    QRectF row(canvas.left() + margin(font), canvas.top() + margin(font) + line * 0.2, 0.0, line * kLegendRow);
    for (const auto& entries : legend) {
        double x = row.left() + line * 0.4;
        for (const LegendEntry& entry : entries) {
            if (QRectF(x, row.top(), entry.width, row.height()).contains(pixel)) {
                return entry.op;
            }
            x += entry.width;
        }
        row.translate(0.0, line * kLegendRow);
    }
    return {};
}

CaptionStrip captionStrip(const QRectF& canvas, const QFont& font, const QString& text) {
    CaptionStrip strip;
    strip.text = text;
    if (text.isEmpty()) {
        return strip;
    }
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    const double padding = line * 0.8;
    const double most = canvas.width() - 2.0 * margin(font);
    const double inner = most - 2.0 * padding;
    const double free = canvas.bottom() - pictureArea(canvas, font, 1).bottom();
    const bool second = free >= 2.75 * line + margin(font);
    QString rest = text;
    if (second && metrics.horizontalAdvance(text) > inner) {
        const qsizetype first = fittingWords(text, metrics, inner);
        strip.lines.append(metrics.elidedText(text.left(first), Qt::ElideRight, inner));
        rest = text.mid(first).trimmed();
    }
    if (!rest.isEmpty()) {
        strip.lines.append(metrics.elidedText(rest, Qt::ElideRight, inner));
    }
    strip.cut = strip.lines.join(u' ') != text;
    double widest = 0.0;
    for (const QString& shown : strip.lines) {
        widest = std::max(widest, metrics.horizontalAdvance(shown));
    }
    const double width = std::min(most, widest + 2.0 * padding);
    const double height = line * (static_cast<double>(strip.lines.size()) + 0.75);
    strip.box = {canvas.center().x() - width / 2.0, canvas.bottom() - margin(font) - height, width, height};
    return strip;
}

void reserveOverlays(const Scene& scene, LabelSpace& labels) {
    const Overlays overlays = overlaysOf(scene);
    labels.reserve(overlays.legendBox);
    labels.reserve(overlays.totals.box);
    labels.reserve(overlays.caption.box);
    if (overlays.minimap) {
        labels.reserve(overlays.minimap->box);
    }
}

void paintOverlays(QPainter& painter, const Scene& scene) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(scene.font);
    const Overlays overlays = overlaysOf(scene);
    paintLegend(painter, scene, overlays.legend, overlays.legendBox);
    paintTotals(painter, scene, overlays.totals);
    paintCaption(painter, scene, overlays.caption);
    if (overlays.minimap) {
        paintMinimap(painter, scene, *overlays.minimap, scene.options.minimap);
    }
    painter.restore();
}

} // namespace batchscope
