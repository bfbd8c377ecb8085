// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/number_plot.h"

#include "views/models/words.h"
#include "views/plots/plot_style.h"

#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kBarShare = 0.86;

} // namespace

NumberPlot::NumberPlot(QWidget* parent) : PlotWidget(parent) {
    m_plot->setAccessibleName(tr("Treebank statistics"));
    m_plot->setAccessibleDescription(tr("Bar chart; the table next to it shows the same figures."));
    m_plot->setFocusPolicy(Qt::NoFocus); // the table is worked by keys
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->setMinimumSize(160, 90);
    connect(m_plot, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        const auto bar = barAt(event->pos());
        if (event->button() == Qt::LeftButton && bar) {
            emit barClicked(static_cast<int>(*bar));
        }
    });
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { showToolTip(*event); });
}

std::unique_ptr<PlotWidget> NumberPlot::copyForPage(int width) const {
    auto page = std::make_unique<NumberPlot>();
    page->becomePage(width);
    page->m_scale = m_scale;
    page->setSeries(m_series);
    return page;
}

void NumberPlot::setSeries(NumberSeries series) {
    m_series = std::move(series);
    rebuild();
}

void NumberPlot::setScale(Scale scale) {
    m_scale = scale;
    rebuild();
}

void NumberPlot::rebuild() {
    styleAxes(*m_plot, theme());
    m_plot->clearPlottables();
    m_plot->xAxis->setLabel(m_series.what);
    m_plot->yAxis->setLabel(m_series.counted);
    fitAxes();
    if (m_series.ranks) {
        addRanks();
    } else {
        addBars();
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

/// All trees behind, those that were found before them.
void NumberPlot::addBars() {
    const Theme& theme = this->theme();
    const double base = isLogarithmic() ? kLogFloor : 0.0;
    const auto add = [&](std::uint64_t NumberBar::*count, const QColor& colour, const QString& name) {
        QVector<double> centres;
        QVector<double> heights;
        for (const NumberBar& bar : m_series.bars) {
            if (bar.*count > 0) {
                centres.push_back(bar.centre);
                heights.push_back(static_cast<double>(bar.*count) - base); // bars start at their base
            }
        }
        QCPBars* bars = new QCPBars(m_plot->xAxis, m_plot->yAxis); // the plot owns it
        bars->setWidth((m_series.bars.empty() ? 1.0 : m_series.bars.front().width) * kBarShare);
        bars->setBaseValue(base);
        bars->setPen(Qt::NoPen);
        bars->setBrush(colour);
        bars->setAntialiased(false);
        bars->setName(name);
        if (!m_series.hasFound) { // of one series, the axis says what it is
            bars->removeFromLegend();
        }
        bars->setData(centres, heights, true);
    };
    QColor behind = theme.accent;
    constexpr float kFaint = 0.30F;
    behind.setAlphaF(m_series.hasFound ? kFaint : 1.0F);
    add(&NumberBar::all, behind, tr("all trees"));
    if (m_series.hasFound) {
        add(&NumberBar::found, theme.accent, tr("matching trees"));
    }
}

void NumberPlot::addRanks() {
    QVector<double> ranks;
    QVector<double> counts;
    for (const NumberBar& bar : m_series.bars) {
        ranks.push_back(bar.centre);
        counts.push_back(static_cast<double>(bar.all));
    }
    QCPGraph* curve = m_plot->addGraph();
    curve->removeFromLegend();
    curve->setPen(QPen(theme().accent, 1.5));
    constexpr double kDot = 4.0;
    constexpr qsizetype kMostDots = 60;
    if (ranks.size() <= kMostDots) {
        curve->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, kDot));
    }
    curve->setData(ranks, counts, true);
}

void NumberPlot::fitAxes() {
    double most = 1.0;
    for (const NumberBar& bar : m_series.bars) {
        most = std::max(most, static_cast<double>(bar.all));
    }
    if (isLogarithmic()) {
        constexpr double kRoom = 1.6;
        constexpr double kDecade = 12.0; // less than a power of ten would show no second label
        m_plot->yAxis->setScaleType(QCPAxis::stLogarithmic);
        m_plot->yAxis->setTicker(QSharedPointer<LogCountTicker>::create());
        m_plot->yAxis->setRange(kLogFloor, std::max(most * kRoom, kDecade));
    } else {
        constexpr double kRoom = 1.06;
        m_plot->yAxis->setScaleType(QCPAxis::stLinear);
        m_plot->yAxis->setTicker(QSharedPointer<CountTicker>::create());
        m_plot->yAxis->setRange(0.0, most * kRoom);
    }
    m_plot->xAxis->setScaleType(m_series.ranks ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const bool none = m_series.bars.empty();
    const double width = none ? 1.0 : m_series.bars.front().width;
    const double first = none ? 0.0 : m_series.bars.front().centre;
    const double last = none ? 1.0 : m_series.bars.back().centre;
    if (m_series.ranks) {
        m_plot->xAxis->setTicker(QSharedPointer<LogCountTicker>::create());
        m_plot->xAxis->setRange(kLogFloor, std::max(last * 1.5, 12.0));
    } else {
        m_plot->xAxis->setTicker(QSharedPointer<CountTicker>::create());
        m_plot->xAxis->setRange(first - width, last + width);
    }
    nameBars();
}

/// Names below the bars, when there is room for them.
void NumberPlot::nameBars() {
    constexpr std::size_t kLevel = 14; // more names are turned
    constexpr double kTurned = 60.0;
    constexpr double kUpright = 90.0;
    if (!m_series.named) {
        m_plot->xAxis->setTickLabelRotation(0.0);
        return;
    }
    const int line = QFontMetrics(plotFont()).height();
    const double turned = isPage() && !namesFit(line) ? kUpright : kTurned;
    const bool turns = m_series.bars.size() > kLevel || (isPage() && !namesFit(widestName()));
    m_plot->xAxis->setTickLabelRotation(turns ? turned : 0.0);
    auto names = QSharedPointer<QCPAxisTickerText>::create();
    for (const NumberBar& bar : m_series.bars) {
        names->addTick(bar.centre, bar.label);
    }
    m_plot->xAxis->setTicker(names);
}

/// With a gap to the next one.
int NumberPlot::widestName() const {
    const QFontMetrics metrics(plotFont());
    int widest = 0;
    for (const NumberBar& bar : m_series.bars) {
        widest = std::max(widest, metrics.horizontalAdvance(bar.label + QStringLiteral("  ")));
    }
    return widest;
}

/// Names that take this width each, below a page: on the screen, bars are named before the plot has its width.
bool NumberPlot::namesFit(int each) const {
    constexpr int kAxisShare = 6; // of the width is left of the bars
    return each * static_cast<int>(m_series.bars.size()) <= width() - width() / kAxisShare;
}

std::optional<std::size_t> NumberPlot::barAt(const QPoint& at) const {
    if (m_series.bars.empty() || !m_plot->axisRect()->rect().contains(at)) {
        return std::nullopt;
    }
    const double x = m_plot->xAxis->pixelToCoord(at.x());
    const auto next = std::lower_bound(m_series.bars.begin(), m_series.bars.end(), x,
                                       [](const NumberBar& bar, double value) { return bar.centre < value; });
    auto nearest = next == m_series.bars.end() ? std::prev(next) : next;
    if (nearest != m_series.bars.begin() && x - std::prev(nearest)->centre < nearest->centre - x) {
        nearest = std::prev(nearest);
    }
    const bool hit = m_series.ranks || std::abs(nearest->centre - x) <= nearest->width / 2.0;
    return hit ? std::optional(static_cast<std::size_t>(nearest - m_series.bars.begin())) : std::nullopt;
}

void NumberPlot::showToolTip(const QMouseEvent& event) {
    const auto place = barAt(event.pos());
    if (!place) {
        QToolTip::hideText();
        m_plot->setCursor(Qt::ArrowCursor);
        return;
    }
    const NumberBar& bar = m_series.bars[*place];
    QString text = tr("%1: %2 %3").arg(bar.label, countText(bar.all), m_series.counted);
    if (m_series.hasFound) {
        text += tr(", %1 of them found").arg(countText(bar.found));
    }
    if (!bar.filter.isEmpty()) {
        text += tr("\nClick: %1").arg(bar.filter);
        m_plot->setCursor(Qt::PointingHandCursor);
    }
    QToolTip::showText(event.globalPosition().toPoint(), text, m_plot);
}

} // namespace batchscope
