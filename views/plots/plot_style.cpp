// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_style.h"

#include "views/models/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

namespace batchscope {

namespace {

void styleAxis(QCPAxis& axis, const Theme& theme, const QFont& font) {
    const QPen line(theme.rule, 1.0);
    axis.setBasePen(line);
    axis.setTickPen(line);
    axis.setSubTickPen(line);
    axis.setTickLabelColor(theme.mutedText);
    axis.setLabelColor(theme.mutedText);
    axis.setTickLabelFont(font);
    axis.setLabelFont(font);
    axis.setTickLengthIn(0);
    axis.setTickLengthOut(4);
    axis.setSubTicks(false);
    QColor faint = theme.rule;
    constexpr float kFaint = 0.55F;
    faint.setAlphaF(kFaint);
    axis.grid()->setPen(QPen(faint, 1.0, Qt::SolidLine));
    axis.grid()->setSubGridVisible(false);
    axis.grid()->setZeroLinePen(QPen(theme.rule, 1.0));
}

QString tickLabel(PlotUnit unit, double tick) {
    constexpr double kNothing = 1e-15; // ticks at 0 have rounding errors
    if (std::abs(tick) < kNothing) {
        return QStringLiteral("0");
    }
    const bool isBetween = unit == PlotUnit::Count && (tick < 1.0 || std::abs(tick - std::round(tick)) > 1e-6);
    return isBetween ? QString() : unitText(unit, tick);
}

class UnitTicker final : public QCPAxisTicker {
public:
    explicit UnitTicker(PlotUnit unit) : m_unit(unit) {}

protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/) override {
        return tickLabel(m_unit, tick);
    }
    double getTickStep(const QCPRange& range) override {
        const double step = QCPAxisTicker::getTickStep(range);
        return m_unit == PlotUnit::Count ? std::max(1.0, std::round(step)) : step;
    }

private:
    PlotUnit m_unit;
};

class LogUnitTicker final : public QCPAxisTickerLog {
public:
    explicit LogUnitTicker(PlotUnit unit) : m_unit(unit) {
        if (unit == PlotUnit::Factor) {
            setLogBase(2.0); // ticks at powers of two
            setSubTickCount(0);
        }
    }

protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/) override {
        return tick <= 0.0 ? QString() : tickLabel(m_unit, tick);
    }

private:
    PlotUnit m_unit;
};

} // namespace

void styleAxes(QCustomPlot& plot, const Theme& theme) {
    const QFont font = plot.font();
    plot.setBackground(QBrush(theme.panel));
    plot.axisRect()->setBackground(QBrush(theme.panel));
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        styleAxis(*axis, theme, font);
    }
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setFont(font);
    plot.legend->setTextColor(theme.text);
}

int widestLegendEntry(const QCustomPlot& plot) {
    const QFontMetrics metrics(plot.legend->font());
    int widest = 1;
    for (int place = 0; place < plot.legend->itemCount(); ++place) {
        if (auto* entry = qobject_cast<QCPPlottableLegendItem*>(plot.legend->item(place))) {
            const QStringList lines = entry->plottable()->name().split(u'\n');
            for (const QString& line : lines) {
                widest = std::max(widest, metrics.horizontalAdvance(line) + kLegendEntryGaps);
            }
        }
    }
    return widest;
}

int legendEntriesPerLine(const QCustomPlot& plot, int width) {
    return std::max(1, width / widestLegendEntry(plot));
}

void placeLegendAbove(QCustomPlot& plot, int entriesPerLine) {
    QCPLegend* const legend = plot.legend;
    legend->setWrap(entriesPerLine);
    legend->setFillOrder(QCPLegend::foColumnsFirst, true); // also rearranges the present entries
    legend->layout()->take(legend);
    QCPLayoutGrid& grid = *plot.plotLayout();
    grid.simplify(); // removes the row or column that became empty
    grid.insertRow(0);
    grid.addElement(0, 0, legend);
    grid.setRowStretchFactor(0, kLeastStretch);
    legend->setVisible(true);
}

QString unitText(PlotUnit unit, double value) {
    switch (unit) {
    case PlotUnit::Arms: break;
    case PlotUnit::Count: return countText(static_cast<std::uint64_t>(std::llround(std::max(0.0, value))));
    case PlotUnit::Seconds: return secondsText(value);
    case PlotUnit::Factor: return QString::number(value, 'g', 3) % QChar(u'×');
    }
    return {};
}

void setUnit(QCPAxis& axis, PlotUnit unit, bool isLogarithmic) {
    axis.setScaleType(isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (isLogarithmic) {
        axis.setTicker(QSharedPointer<LogUnitTicker>::create(unit));
    } else {
        axis.setTicker(QSharedPointer<UnitTicker>::create(unit));
    }
}

QCPBars* addBars(QCPAxis& along, QCPAxis& lengths, double width, const QColor& color, const QString& name) {
    auto* const bars = new QCPBars(&along, &lengths);
    bars->setWidth(width);
    bars->setPen(Qt::NoPen);
    bars->setBrush(color);
    bars->setName(name);
    if (name.isEmpty()) {
        bars->removeFromLegend();
    }
    return bars;
}

namespace {

constexpr std::array<Qt::PenStyle, 4> kDashes = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};

/// Markers that can be filled.
constexpr std::array<QCPScatterStyle::ScatterShape, 5> kShapes = {
    QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare, QCPScatterStyle::ssDiamond, QCPScatterStyle::ssTriangle,
    QCPScatterStyle::ssTriangleInverted};
static_assert(kShapes.size() * kDashes.size() == kCurveLooks);

/// Ops 0 and 1 have colors similar to folded and regular, so they are skipped.
QColor colorOfPlace(const Theme& theme, std::size_t place) {
    return place == 0 ? theme.folded : theme.op(OpId(place + 1));
}

std::string armWithoutOff(const std::string& arm) {
    return arm.substr(0, arm.find("@off"));
}

} // namespace

std::vector<CurveLook> curveLooks(const PlotFigure& figure, const Theme& theme) {
    std::map<std::pair<std::string, CurvePart>, std::size_t> places; // numbers in the order of the curves
    std::vector<CurveLook> looks;
    for (std::size_t index = 0; index < figure.curves.size(); ++index) {
        const PlotCurve& curve = figure.curves[index];
        const std::string arm = armWithoutOff(curve.key.arm);
        CurveLook look;
        look.color = theme.regular;
        if (arm != "regular") {
            look.color = colorOfPlace(theme, places.emplace(std::pair(arm, curve.part), places.size()).first->second);
        }
        look.marker = index % kShapes.size();
        look.dash = kDashes[(look.marker + index / kShapes.size()) % kDashes.size()]; // neighbors differ in both
        looks.push_back(look);
    }
    return looks;
}

QCPScatterStyle markerOf(const CurveLook& look, const QColor& fill, double size) {
    return {kShapes[look.marker], QPen(look.color, 1.4), QBrush(fill), size};
}

} // namespace batchscope
