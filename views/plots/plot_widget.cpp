// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_widget.h"

#include "views/plots/plot_style.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFontInfo>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

namespace {

/// The window's own, by its real name: a file must not ask for what a desktop calls "Sans Serif".
QFont pageFont() {
    QFont font(QFontInfo(QApplication::font()).family());
    font.setPixelSize(PlotWidget::kPagePoints * PlotWidget::kUnitsPerPoint);
    font.setHintingPreference(QFont::PreferNoHinting); // widths must not depend on the resolution
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
    return font;
}

/// Of the y axis, where its labels are names; else 0.
int widestTick(const QCustomPlot& plot) {
    const auto names = plot.yAxis->ticker().dynamicCast<QCPAxisTickerText>();
    int widest = 0;
    const QStringList texts = names ? QStringList(names->ticks().values()) : QStringList();
    for (const QString& text : texts) {
        widest = std::max(widest, QFontMetrics(plot.yAxis->tickLabelFont()).horizontalAdvance(text));
    }
    return widest;
}

/// Breaks the text behind commas so that no line is wider than `width`, as far as there are commas.
QString brokenToFit(const QString& text, const QFontMetrics& metrics, int width) {
    const QString comma = QStringLiteral(", ");
    QString broken;
    QString line;
    for (const QString& part : text.split(comma)) {
        const QString longer = line.isEmpty() ? part : QString(line % comma % part);
        if (line.isEmpty() || metrics.horizontalAdvance(longer) <= width) {
            line = longer;
            continue;
        }
        broken += line % QStringLiteral(",\n");
        line = part;
    }
    return broken + line;
}

} // namespace

PlotWidget::PlotWidget(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_plot);
    // QCustomPlot lets no event of the mouse through to what it stands in.
    m_plot->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_plot, &QWidget::customContextMenuRequested, this, [this](const QPoint& place) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, m_plot->mapTo(this, place), m_plot->mapToGlobal(place));
        QCoreApplication::sendEvent(this, &event);
    });
}

std::optional<std::size_t> PlotWidget::resultAt(const QPoint& /*place*/) const {
    return std::nullopt;
}

bool PlotWidget::activateResult(const QPoint& place) {
    const std::optional<std::size_t> result = resultAt(m_plot->mapTo(this, place));
    if (result) {
        emit resultActivated(*result);
    }
    return result.has_value();
}

const Theme& PlotWidget::theme() const {
    return m_isPage ? paperTheme() : themeOf(*this);
}

QFont PlotWidget::plotFont() const {
    return m_plot->font();
}

void PlotWidget::becomePage(int width) {
    m_isPage = true;
    m_plot->setFont(pageFont());
    resize(width, width);
}

std::unique_ptr<PlotWidget> PlotWidget::page(int width) const {
    std::unique_ptr<PlotWidget> page = copyForPage(width);
    page->followView(*this);
    page->fitPage();
    page->breakLongNames();
    constexpr int kIconGap = 10; // lines of a legend end a little behind their place, where nothing clips them
    page->m_plot->legend->setIconTextPadding(kIconGap);
    if (page->m_plot->legend->itemCount() > 0) {
        placeLegendAbove(*page->m_plot, legendEntriesPerLine(*page->m_plot, width));
    }
    return page;
}

void PlotWidget::followView(const PlotWidget& shown) {
    const QCustomPlot& from = *shown.m_plot;
    for (const auto axis : {&QCustomPlot::xAxis, &QCustomPlot::yAxis}) {
        (m_plot->*axis)->setScaleType((from.*axis)->scaleType());
        (m_plot->*axis)->setRange((from.*axis)->range());
        (m_plot->*axis)->setRangeReversed((from.*axis)->rangeReversed());
    }
    for (int place = 0; place < std::min(m_plot->plottableCount(), shown.m_plot->plottableCount()); ++place) {
        if (!shown.m_plot->plottable(place)->visible()) {
            m_plot->plottable(place)->setVisible(false);
            m_plot->plottable(place)->removeFromLegend();
        }
    }
    for (int place = 0; place < std::min(m_plot->itemCount(), shown.m_plot->itemCount()); ++place) {
        if (!shown.m_plot->item(place)->visible()) { // never the other way: a page has no marks of the moment
            m_plot->item(place)->setVisible(false);
        }
    }
}

void PlotWidget::breakLongNames() {
    const QFontMetrics metrics(m_plot->legend->font());
    for (int place = 0; place < m_plot->plottableCount(); ++place) {
        QCPAbstractPlottable& plottable = *m_plot->plottable(place);
        plottable.setName(brokenToFit(plottable.name(), metrics, width() - kLegendEntryGaps));
    }
    QStringList lines = m_plot->xAxis->label().split(u'\n');
    const int room = width() - std::max(kLegendEntryGaps, widestTick(*m_plot) + kLegendEntryGaps / 2);
    for (QString& line : lines) { // centered below the axis, which begins right of its neighbor's labels
        line = brokenToFit(line, QFontMetrics(m_plot->xAxis->labelFont()), room);
    }
    m_plot->xAxis->setLabel(lines.join(u'\n'));
}

} // namespace batchscope
