// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/paint/top_strip.h"

#include "core/base/text.h"
#include "views/canvas/paint/painters.h"
#include "views/canvas/scene/canvas_text.h"

#include <QPainterPath>

#include <algorithm>
#include <numeric>

namespace batchscope {

namespace {

QString number(std::size_t value) {
    return QString::fromStdString(withThousands(value));
}

constexpr double kLegendRow = 1.3; // lines, as in pictureArea

constexpr std::size_t kMostEntries = 60; // more never fit into two rows

QString legendName(const SceneModel& model, OpId op) {
    const QString name = model.opName(op);
    const bool isAlone = model.graph().ops.ops[op].batchable == Batchable::No;
    return isAlone ? translated("%1, unbatchable").arg(name) : name;
}

std::vector<LegendEntry> opEntries(const SceneModel& model) {
    std::vector<LegendEntry> entries;
    const auto& counts = model.opCounts();
    for (std::size_t op = 0; op < counts.size(); ++op) {
        if (counts[op] > 0) {
            // Where equal nodes share a row: as many rows as are computed.
            const std::size_t repeats = model.opRepeats().empty() ? 0 : model.opRepeats()[op];
            const QString count = repeats == 0 ? number(counts[op])
                                               : translated(counts[op] - repeats == 1 ? "%1 → %2 row" : "%1 → %2 rows")
                                                     .arg(number(counts[op]), number(counts[op] - repeats));
            entries.push_back({OpId(op), {}, legendName(model, OpId(op)), count, 0.0});
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
Legend inRows(std::vector<LegendEntry> entries, std::size_t all, const QFontMetricsF& metrics,
              const std::vector<double>& widths) {
    const double line = metrics.height();
    const double padding = line * 0.8;
    Legend legend(1);
    double x = padding;
    std::size_t done = 0;
    for (LegendEntry& entry : entries) {
        entry.width = line * 2.0 + metrics.horizontalAdvance(entry.name) + metrics.horizontalAdvance(entry.count);
        const QString more = translated("+%1 more").arg(all - done);
        const double moreWidth = metrics.horizontalAdvance(more) + line * 0.6;
        const auto isLastRow = [&] { return legend.size() == widths.size(); };
        const auto fits = [&] {
            const double kept = isLastRow() && done + 1 < all ? moreWidth : 0.0;
            return x + entry.width <= widths[legend.size() - 1] - kept;
        };
        while (!fits() && !isLastRow()) {
            legend.emplace_back();
            x = padding;
        }
        if (!fits() && done == 0) { // a legend that only counts what is not there says nothing
            const double others = entry.width - metrics.horizontalAdvance(entry.name) + (all > 1 ? moreWidth : 0.0);
            entry.name = metrics.elidedText(entry.name, Qt::ElideRight, widths.back() - x - others);
            entry.width = line * 2.0 + metrics.horizontalAdvance(entry.name) + metrics.horizontalAdvance(entry.count);
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
Legend legendOf(const SceneModel& model, StoryStage stage, const QFontMetricsF& metrics,
                const std::vector<double>& widths) {
    if (stage == StoryStage::Signatures) {
        return inRows(signatureEntries(model), model.signatureNames().size(), metrics, widths);
    }
    std::vector<LegendEntry> entries = opEntries(model);
    const std::size_t all = entries.size();
    return inRows(std::move(entries), all, metrics, widths);
}

double widthOf(const std::vector<LegendEntry>& row, double line) {
    return std::accumulate(row.begin(), row.end(), line * 0.8,
                           [](double sum, const LegendEntry& entry) { return sum + entry.width; });
}

bool isWhole(const Legend& legend) {
    return std::all_of(legend.begin(), legend.end(), [](const auto& row) {
        return std::all_of(row.begin(), row.end(), [](const LegendEntry& entry) { return entry.op.valid(); });
    });
}

using Pairs = std::vector<std::pair<QString, QString>>;

enum class Amount { Whole, Brief };

/// What folding has bought when `begun` batches have begun: label and value pairs, brief ones for a narrow picture.
Pairs totalsAt(const SceneModel& model, StoryStage stage, std::size_t begun, Amount amount) {
    const Snapshot& snapshot = model.snapshot();
    const QString nodes = number(model.graph().size());
    const bool isBrief = amount == Amount::Brief;
    if (!snapshot.schedule || stage < StoryStage::Group) {
        return {{isBrief ? translated("nodes") : translated("nodes, one by one"), nodes}};
    }
    const QString batches = number(snapshot.schedule->batchCount());
    if (isBatchStage(stage)) {
        Pairs result{{translated("batch"), translated("%1 of %2").arg(number(begun), batches)}};
        if (!isBrief && snapshot.schedule->rule != BatchRule::OneByOne) {
            result.emplace_back(translated("instead of"), translated("%1 nodes").arg(nodes));
        }
        return result;
    }
    if (isBrief) {
        return {{translated("batches"), batches}};
    }
    Pairs result{{translated("nodes → batches"), translated("%1 → %2").arg(nodes, batches)}};
    if (snapshot.metrics) {
        result.emplace_back(translated("lower bound"), number(snapshot.metrics->lowerBound));
    }
    return result;
}

QFont strongOf(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

double widthOf(const Pairs& totals, const QFont& font) {
    const QFontMetricsF labels(font);
    const QFontMetricsF values(strongOf(font));
    const double line = labels.height();
    return std::accumulate(totals.begin(), totals.end(), line * 0.4, [&](double sum, const auto& pair) {
        return sum + labels.horizontalAdvance(pair.first) + values.horizontalAdvance(pair.second) + line * 1.3;
    });
}

constexpr double kGrowth = 0.25; // of the totals, in the folded graph: the result is what all the rest was for

/// The width that the totals have at most, at any moment.
double widestTotals(const SceneModel& model, const QFont& font, Amount amount) {
    const auto width = [&](StoryStage stage, double growth) {
        const std::size_t batches = model.schedule() != nullptr ? model.schedule()->batchCount() : 0;
        return widthOf(totalsAt(model, stage, batches, amount), atSize(font, pixelSize(font) * growth));
    };
    return std::max(
        {width(StoryStage::Source, 1.0), width(StoryStage::Run, 1.0), width(StoryStage::Folded, 1.0 + kGrowth)});
}

/// How legend and totals share the top edge; the same at all moments.
struct Shares {
    std::vector<double> legendWidths; ///< of each row, in pixels
    bool totalsBelow = false;         ///< beside the second row of the legend instead of the first
    Amount amount = Amount::Whole;
};

/// With both kinds of entries, of ops and of signatures.
bool fitsWhole(const SceneModel& model, const QFont& font, const std::vector<double>& widths) {
    const QFontMetricsF metrics(font);
    return isWhole(legendOf(model, StoryStage::Source, metrics, widths)) &&
           isWhole(legendOf(model, StoryStage::Signatures, metrics, widths));
}

Shares sharesOf(const SceneModel& model, const QRectF& canvas, const QFont& font) {
    constexpr double kLeastHeight = 260.0; // for a second row
    constexpr double kEnough = 0.42;       // of the width, for a legend of two rows
    const double whole = canvas.width() - 2.0 * overlayMargin(font);
    const bool isHigh = canvas.height() >= kLeastHeight;
    Shares shares;
    const QFontMetricsF metrics(font);
    const double least =
        metrics.horizontalAdvance(translated("+%1 more").arg(99)) + metrics.height() * 1.4 + overlayMargin(font);
    double totals = widestTotals(model, font, Amount::Whole);
    if (totals > whole - least || (!isHigh && totals > whole * (1.0 - kEnough))) {
        shares.amount = Amount::Brief;
        totals = widestTotals(model, font, Amount::Brief);
    }
    const double beside = std::max(whole - totals - overlayMargin(font), 0.0);
    shares.legendWidths.assign(isHigh ? 2 : 1, beside);
    if (isHigh && beside < kEnough * whole && !fitsWhole(model, font, shares.legendWidths)) {
        shares.legendWidths.front() = whole;
        shares.totalsBelow = true;
    }
    return shares;
}

double rowTop(const QRectF& canvas, const QFont& font, std::size_t row) {
    const double line = QFontMetricsF(font).height();
    return canvas.top() + overlayMargin(font) + line * (0.2 + kLegendRow * static_cast<double>(row));
}

void placeLegend(TopStrip& strip, const Scene& scene) {
    const double line = QFontMetricsF(scene.font).height();
    const double left = scene.canvas.left() + overlayMargin(scene.font);
    double width = 0.0;
    for (std::size_t row = 0; row < strip.legend.size(); ++row) {
        strip.rows.emplace_back(left, rowTop(scene.canvas, scene.font, row), widthOf(strip.legend[row], line),
                                line * kLegendRow);
        width = std::max(width, strip.rows.back().width());
    }
    strip.legendBox = {left, scene.canvas.top() + overlayMargin(scene.font), width,
                       line * (0.4 + kLegendRow * static_cast<double>(strip.legend.size()))};
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
        painter.setBrush(entry.signature.valid() ? scene.colourOf(entry.signature) : scene.theme.op(entry.op));
        painter.drawPath(glyphPath(Theme::shape(entry.op), {x + line * 0.35, middle.y()}, line * 0.33));
        x += line * 0.95;
        write(entry.name, scene.theme.text);
        x += metrics.horizontalAdvance(entry.name) + line * 0.35;
    }
    write(entry.count, scene.theme.mutedText);
}

/// Around the rows, in a step where one is shorter than those above: the totals may stand beside it.
QPainterPath legendGround(const TopStrip& strip) {
    const double padding = strip.legendBox.bottom() - strip.rows.back().bottom();
    QPainterPath ground;
    double width = 0.0;
    for (std::size_t row = strip.rows.size(); row-- > 0;) {
        width = std::max(width, strip.rows[row].width());
        const QRectF box(strip.legendBox.topLeft(),
                         QPointF(strip.legendBox.left() + width, strip.rows[row].bottom() + padding));
        ground = ground.united(overlayGround(box));
    }
    return ground;
}

void paintLegend(QPainter& painter, const Scene& scene, const TopStrip& strip) {
    const double line = QFontMetricsF(scene.font).height();
    paintOverlayGround(painter, scene,
                       strip.totalsBox.intersects(strip.legendBox) ? legendGround(strip)
                                                                   : overlayGround(strip.legendBox));
    for (std::size_t row = 0; row < strip.legend.size(); ++row) {
        double x = strip.legendBox.left() + line * 0.6;
        for (const LegendEntry& entry : strip.legend[row]) {
            paintEntry(painter, scene, entry, {x, strip.rows[row].center().y()});
            x += entry.width;
        }
    }
}

void paintTotals(QPainter& painter, const Scene& scene, const TopStrip& strip) {
    const QFont strong = strongOf(strip.totalsFont);
    const QFontMetricsF labels(strip.totalsFont);
    const QFontMetricsF values(strong);
    const double line = labels.height();
    const QRectF& box = strip.totalsBox;
    paintOverlayGround(painter, scene, box);
    double x = box.left() + line * 0.7;
    const auto write = [&](const QString& text, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(QRectF(x, box.top(), box.width(), box.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    for (const auto& [label, value] : strip.totals) {
        painter.setFont(strip.totalsFont);
        write(label, scene.theme.mutedText);
        x += labels.horizontalAdvance(label) + line * 0.4;
        painter.setFont(strong);
        write(value, scene.state.stage == StoryStage::Folded ? scene.theme.accent : scene.theme.text);
        x += values.horizontalAdvance(value) + line * 0.9;
    }
    painter.setFont(scene.font);
}

} // namespace

TopStrip topStripOf(const Scene& scene) {
    const QFont& font = scene.font;
    const StoryState& state = scene.state;
    const Shares shares = sharesOf(scene.model, scene.canvas, font);
    TopStrip strip;
    strip.legend = legendOf(scene.model, state.stage, QFontMetricsF(font), shares.legendWidths);
    placeLegend(strip, scene);
    const double grown = state.stage == StoryStage::Folded ? kGrowth * static_cast<double>(state.folded) : 0.0;
    strip.totalsFont = atSize(font, pixelSize(font) * (1.0 + grown));
    const std::size_t begun = state.active.valid() ? state.active.index() + 1 : 0;
    strip.totals = totalsAt(scene.model, state.stage, begun, shares.amount);
    const double margin = overlayMargin(font);
    const double width = widthOf(strip.totals, strip.totalsFont);
    const double top = shares.totalsBelow ? rowTop(scene.canvas, font, 1) + 0.9 * margin : scene.canvas.top() + margin;
    strip.totalsBox = {scene.canvas.right() - margin - width, top, width,
                       QFontMetricsF(strip.totalsFont).height() * 1.7};
    return strip;
}

void paintTopStrip(QPainter& painter, const Scene& scene, const TopStrip& strip) {
    paintLegend(painter, scene, strip);
    paintTotals(painter, scene, strip);
}

std::size_t legendRows(const SceneModel& model, const QRectF& canvas, const QFont& font) {
    if (!model.hasPicture()) {
        return 1;
    }
    // The same at all moments, so that the picture does not jump.
    const Shares shares = sharesOf(model, canvas, font);
    const QFontMetricsF metrics(font);
    return shares.totalsBelow ? 3
                              : std::max(legendOf(model, StoryStage::Source, metrics, shares.legendWidths).size(),
                                         legendOf(model, StoryStage::Signatures, metrics, shares.legendWidths).size());
}

OpId legendOpAt(const SceneModel& model, StoryStage stage, const QRectF& canvas, const QFont& font, QPointF pixel) {
    if (!model.hasPicture()) {
        return {};
    }
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    const Legend legend = legendOf(model, stage, metrics, sharesOf(model, canvas, font).legendWidths);
    for (std::size_t row = 0; row < legend.size(); ++row) {
        double x = canvas.left() + overlayMargin(font) + line * 0.4;
        for (const LegendEntry& entry : legend[row]) {
            if (QRectF(x, rowTop(canvas, font, row), entry.width, line * kLegendRow).contains(pixel)) {
                return entry.op;
            }
            x += entry.width;
        }
    }
    return {};
}

} // namespace batchscope
