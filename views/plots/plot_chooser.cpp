// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_chooser.h"

#include "views/models/words.h"
#include "views/plots/bar_plots.h"
#include "views/plots/line_plot.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

PlotChooser::PlotChooser(QWidget* parent)
    : QWidget(parent), m_kinds(new QComboBox(this)), m_cells(new QComboBox(this)), m_caption(new QLabel(this)),
      m_empty(new QLabel(this)), m_stack(new QStackedWidget(this)), m_lines(new LinePlot(this)),
      m_bars(new BarPlot(this)) {
    build();
    connect(m_kinds, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] {
        listCells();
        showPlot();
    });
    connect(m_cells, qOverload<int>(&QComboBox::activated), this, [this](int place) {
        m_asked[kind()] = m_measured.at(static_cast<std::size_t>(place));
        showPlot();
    });
    showPlot();
}

void PlotChooser::build() {
    for (const PlotKindEntry& entry : plotKinds()) {
        m_kinds->addItem(toText(entry.title));
        m_kinds->setItemData(m_kinds->count() - 1, toText(entry.about), Qt::ToolTipRole);
    }
    m_kinds->setObjectName(QStringLiteral("timing-plot-kind"));
    m_kinds->setAccessibleName(tr("Plot"));
    m_kinds->setToolTip(tr("Choose what is plotted."));
    m_cells->setObjectName(QStringLiteral("timing-plot-cell"));
    m_cells->setAccessibleName(tr("Batch size of the bars"));
    m_cells->setToolTip(tr("Choose the measurement whose bars are shown."));
    m_cells->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_caption->setObjectName(QStringLiteral("timing-plot-caption"));
    m_caption->setAccessibleName(tr("What all curves have in common"));
    m_caption->installEventFilter(this);
    m_caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_empty->setObjectName(QStringLiteral("timing-plot-empty"));
    m_empty->setAccessibleName(tr("Why this plot is empty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_lines);
    m_stack->addWidget(m_bars);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(10, 4, 10, 0);
    bar->setSpacing(10);
    bar->addWidget(m_kinds);
    bar->addWidget(m_cells);
    bar->addWidget(m_caption, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(bar);
    column->addWidget(m_stack, 1);
    m_lines->setMinimumSize(220, 100);
    m_bars->setMinimumSize(220, 100);
}

void PlotChooser::setReport(std::shared_ptr<const BenchReport> report) {
    m_report = std::move(report);
    listCells();
    showPlot();
}

void PlotChooser::setKind(PlotKind kind) {
    m_kinds->setCurrentIndex(static_cast<int>(kind));
}

PlotKind PlotChooser::kind() const {
    return plotKinds()[static_cast<std::size_t>(m_kinds->currentIndex())].kind;
}

const PlotWidget& PlotChooser::plot() const {
    return isOfCurves(kind()) ? static_cast<const PlotWidget&>(*m_lines) : *m_bars;
}

QString PlotChooser::emptyReason() const {
    if (!m_report) {
        return tr("Nothing has been measured yet.");
    }
    return isOfCurves(kind()) ? toText(m_lines->figure().emptyReason) : m_whyEmpty;
}

/// What the user chose stays chosen while more is measured.
void PlotChooser::listCells() {
    m_measured = m_report && !isOfCurves(kind()) ? barCells(*m_report, kind()) : std::vector<BenchKey>();
    const QSignalBlocker quiet(m_cells);
    m_cells->clear();
    for (const std::string& name : cellNames(m_measured)) {
        m_cells->addItem(toText(name));
    }
    if (const std::optional<BenchKey> chosen = cell()) {
        m_cells->setCurrentIndex(
            static_cast<int>(std::find(m_measured.begin(), m_measured.end(), *chosen) - m_measured.begin()));
    }
}

std::optional<BenchKey> PlotChooser::cell() const {
    const auto asked = m_asked.find(kind());
    const bool isThere =
        asked != m_asked.end() && std::find(m_measured.begin(), m_measured.end(), asked->second) != m_measured.end();
    return isThere ? std::optional(asked->second) : largestCell(m_measured);
}

void PlotChooser::showBars() {
    const std::optional<BenchKey> shown = cell();
    if (kind() == PlotKind::Phases) {
        const BenchReport& report = m_report ? *m_report : BenchReport();
        const PhaseBars bars = phaseBarsOf(report, shown.value_or(BenchKey()));
        m_whyEmpty = toText(bars.emptyReason);
        m_bars->setFigure(phasesFigure(bars, report));
        return;
    }
    const SpeedSplit split = m_report ? splitOfCell(*m_report, shown) : SpeedSplit();
    m_whyEmpty = toText(split.emptyReason);
    m_bars->setFigure(splitFigure(split));
    m_captionText = toText(split.text);
    for (const std::string& text : split.notes) {
        m_notes << toText(text);
    }
}

/// Only the plot that is seen is drawn.
void PlotChooser::showPlot() {
    QStringList lines;
    m_notes.clear();
    QStringList marks; // where there is room for them
    m_captionText.clear();
    if (!isOfCurves(kind())) {
        showBars();
        lines << m_captionText << m_bars->figure().caption;
    } else {
        m_lines->setKind(kind());
        m_lines->setReport(m_report);
        lines << toText(m_lines->figure().caption);
        for (const PlotMark& mark : m_lines->figure().marks) {
            marks << toText(mark.name);
        }
    }
    m_cells->setVisible(m_measured.size() > 1);
    m_empty->setText(emptyReason());
    m_stack->setCurrentWidget(plot().isEmpty()     ? static_cast<QWidget*>(m_empty)
                              : isOfCurves(kind()) ? static_cast<QWidget*>(m_lines)
                                                   : m_bars);
    lines << m_notes;
    lines.removeAll(QString());
    m_notes << marks;
    m_captionText = lines.join(QStringLiteral(" · "));
    m_caption->setToolTip((lines + marks).join(u'\n'));
    elideCaption();
}

void PlotChooser::elideCaption() {
    m_caption->setText(m_caption->fontMetrics().elidedText(m_captionText, Qt::ElideRight, m_caption->width()));
}

bool PlotChooser::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_caption && event->type() == QEvent::Resize) {
        elideCaption();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace batchscope
