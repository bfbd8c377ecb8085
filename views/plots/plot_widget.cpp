// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_widget.h"

#include "views/plots/plot_style.h"

#include <QApplication>
#include <QFontInfo>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

namespace {

/// The window's font under its real name: a file must not refer to a desktop's alias such as "Sans Serif".
QFont pageFont() {
    QFont font(QFontInfo(QApplication::font()).family());
    font.setPixelSize(PlotWidget::kPagePoints * PlotWidget::kUnitsPerPoint);
    font.setHintingPreference(QFont::PreferNoHinting); // widths must not depend on the resolution
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
    return font;
}

/// The width of the widest label of the y axis if its labels are names; else 0.
int widestTick(const QCustomPlot& plot) {
    const auto names = plot.yAxis->ticker().dynamicCast<QCPAxisTickerText>();
    int widest = 0;
    const QStringList texts = names ? QStringList(names->ticks().values()) : QStringList();
    for (const QString& text : texts) {
        widest = std::max(widest, QFontMetrics(plot.yAxis->tickLabelFont()).horizontalAdvance(text));
    }
    return widest;
}

/// Breaks the text after commas so that no line is wider than `width`, as far as there are commas.
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
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        QToolTip::showText(event->globalPosition().toPoint(), tipAt(event->pos()), m_plot); // no text: hides
    });
}

void PlotWidget::letZoom(Qt::Orientations orientations) {
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeDrag(orientations);
    m_plot->axisRect()->setRangeZoom(orientations);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this] {
        fitAxes();
        m_plot->replot();
    });
}

void PlotWidget::labelBelow(const QString& label, const std::string& caption) {
    const QString below = isPage() ? QString::fromStdString(caption) : QString();
    m_plot->xAxis->setLabel(QStringList({label, below}).join(u'\n').trimmed());
}

void PlotWidget::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

bool PlotWidget::arrangeLegend() {
    constexpr int kAxesLines = 9; // ticks, a title and the least height of the data, in lines of text
    constexpr int kAxesLetters = 40;
    const QFontMetrics metrics(m_plot->font());
    const int widest = widestLegendEntry(*m_plot);
    const int line = metrics.height();
    const int entries = m_plot->legend->itemCount();
    const int perLine = legendEntriesPerLine(*m_plot, width());
    if (isPage()) {
        moveLegend(LegendPlace::Nowhere, perLine); // see page()
        return false;
    }
    const int lines = (entries + perLine - 1) / perLine;
    const bool isLow = height() < (lines + kAxesLines) * line;
    const bool fitsBeside =
        height() > (entries + 1) * line && width() > widest + kAxesLetters * metrics.averageCharWidth();
    moveLegend(!isLow       ? LegendPlace::Above
               : fitsBeside ? LegendPlace::Beside
                            : LegendPlace::Nowhere,
               isLow && fitsBeside ? 1 : perLine);
    return isLow;
}

void PlotWidget::moveLegend(LegendPlace place, int entriesPerLine) {
    QCPLegend* const legend = m_plot->legend;
    legend->setWrap(entriesPerLine);
    legend->setFillOrder(QCPLegend::foColumnsFirst, true); // also rearranges the present entries
    if (place == m_legendPlace) {
        return;
    }
    m_legendPlace = place;
    if (place == LegendPlace::Above) {
        placeLegendAbove(*m_plot, entriesPerLine);
        return;
    }
    legend->layout()->take(legend);
    QCPLayoutGrid& grid = *m_plot->plotLayout();
    grid.simplify(); // removes the row or column that became empty
    if (place == LegendPlace::Beside) {
        grid.addElement(0, 1, legend);
        grid.setColumnStretchFactor(1, kLeastStretch);
    } else {
        m_plot->axisRect()->insetLayout()->addElement(legend, Qt::AlignTop | Qt::AlignRight);
    }
    grid.setRowStretchFactor(0, 1.0);
    legend->setVisible(place != LegendPlace::Nowhere);
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
    page->breakLongNames();
    constexpr int kIconGap = 10; // unclipped lines of a legend extend slightly beyond their place
    page->m_plot->legend->setIconTextPadding(kIconGap);
    if (page->m_plot->legend->itemCount() > 0) {
        placeLegendAbove(*page->m_plot, legendEntriesPerLine(*page->m_plot, width));
    }
    return page;
}

void PlotWidget::breakLongNames() {
    const QFontMetrics metrics(m_plot->legend->font());
    for (int place = 0; place < m_plot->plottableCount(); ++place) {
        QCPAbstractPlottable& plottable = *m_plot->plottable(place);
        plottable.setName(brokenToFit(plottable.name(), metrics, width() - kLegendEntryGaps));
    }
    QStringList lines = m_plot->xAxis->label().split(u'\n');
    const int room = width() - std::max(kLegendEntryGaps, widestTick(*m_plot) + kLegendEntryGaps / 2);
    for (QString& line : lines) { // centered below the axis, which starts to the right of the y labels
        line = brokenToFit(line, QFontMetrics(m_plot->xAxis->labelFont()), room);
    }
    m_plot->xAxis->setLabel(lines.join(u'\n'));
}

} // namespace batchscope
