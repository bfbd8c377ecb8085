// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_chooser.h"

#include "core/words/plot_words.h"
#include "views/models/words.h"
#include "views/plots/line_plot.h"
#include "views/plots/phases_plot.h"
#include "views/plots/split_plot.h"

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
      m_phases(new PhasesPlot(this)), m_split(new SplitPlot(this)) {
    build();
    connect(m_kinds, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] {
        listCells();
        showPlot();
    });
    connect(m_cells, qOverload<int>(&QComboBox::activated), this, [this](int place) {
        if (kind() == PlotKind::Split) {
            m_askedSplit = m_splits.at(static_cast<std::size_t>(place));
        } else {
            m_asked = m_measured.at(static_cast<std::size_t>(place));
        }
        showPlot();
    });
    for (const PlotWidget* plot :
         {static_cast<PlotWidget*>(m_lines), static_cast<PlotWidget*>(m_phases), static_cast<PlotWidget*>(m_split)}) {
        connect(plot, &PlotWidget::resultActivated, this, &PlotChooser::resultActivated);
    }
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
    m_stack->addWidget(m_phases);
    m_stack->addWidget(m_split);
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
    for (QWidget* plot :
         {static_cast<QWidget*>(m_lines), static_cast<QWidget*>(m_phases), static_cast<QWidget*>(m_split)}) {
        plot->setMinimumSize(220, 100);
    }
}

void PlotChooser::setReport(std::shared_ptr<const BenchReport> report, ShownNet shown) {
    m_report = std::move(report);
    m_shown = shown;
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
    return kind() == PlotKind::Phases  ? static_cast<const PlotWidget&>(*m_phases)
           : kind() == PlotKind::Split ? static_cast<const PlotWidget&>(*m_split)
                                       : *m_lines;
}

QString PlotChooser::emptyReason() const {
    if (!m_report) {
        return toText(words::kPlotNothingMeasured);
    }
    return toText(kind() == PlotKind::Phases  ? m_phases->bars().emptyReason
                  : kind() == PlotKind::Split ? m_split->split().emptyReason
                                              : m_lines->figure().emptyReason);
}

/// What the user chose stays chosen while more is measured.
void PlotChooser::listCells() {
    const auto placeIn = [](const auto& all, const auto& chosen) {
        const auto found = chosen ? std::find(all.begin(), all.end(), *chosen) : all.end();
        return found == all.end() ? -1 : static_cast<int>(found - all.begin());
    };
    m_measured = m_report ? phaseCells(*m_report) : std::vector<PhaseCell>();
    m_splits = m_report ? splitCells(*m_report) : std::vector<SplitCell>();
    const bool isSplit = kind() == PlotKind::Split;
    const QSignalBlocker quiet(m_cells);
    m_cells->clear();
    for (const std::string& name : isSplit ? splitCellNames(m_splits) : phaseCellNames(m_measured)) {
        m_cells->addItem(toText(name));
    }
    m_cells->setCurrentIndex(isSplit ? placeIn(m_splits, splitCell()) : placeIn(m_measured, cell()));
}

std::optional<PhaseCell> PlotChooser::cell() const {
    const bool isThere = m_asked && std::find(m_measured.begin(), m_measured.end(), *m_asked) != m_measured.end();
    return isThere ? m_asked : m_report ? largestCell(*m_report) : std::nullopt;
}

std::optional<SplitCell> PlotChooser::splitCell() const {
    const bool isThere = m_askedSplit && std::find(m_splits.begin(), m_splits.end(), *m_askedSplit) != m_splits.end();
    return isThere ? m_askedSplit : m_report ? largestSplit(*m_report) : std::nullopt;
}

void PlotChooser::showBars() {
    m_phases->setReport(m_report, cell().value_or(PhaseCell()), m_shown);
}

void PlotChooser::showSplit() {
    const std::optional<SplitCell> asked = splitCell();
    if (!m_report || !asked) {
        m_split->setSplit(m_report ? splitOfCell(*m_report, asked) : SpeedSplit());
        return;
    }
    const bool isOther = m_shown.isOther(asked->cell.dim);
    m_split->setSplit(splitOfCell(*m_report, asked), isOther ? SplitPlot::Shown::Other : SplitPlot::Shown::Present,
                      splitResults(*m_report, *asked));
}

/// Only the plot that is seen is drawn.
void PlotChooser::showPlot() {
    QStringList lines;
    m_notes.clear();
    const auto note = [this](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            m_notes << toText(text);
        }
    };
    QStringList marks;       // where there is room for them
    std::size_t choices = 0; // of batch sizes
    if (kind() == PlotKind::Phases) {
        showBars();
        choices = m_measured.size();
        lines << toText(m_phases->bars().caption);
        note(m_phases->bars().notes);
    } else if (kind() == PlotKind::Split) {
        showSplit();
        choices = m_splits.size();
        lines << toText(m_split->split().text) << toText(m_split->split().caption);
        note(m_split->split().notes);
    } else {
        m_lines->setKind(kind());
        m_lines->setReport(m_report, m_shown);
        lines << toText(m_lines->figure().caption);
        for (const PlotMark& mark : m_lines->figure().marks) {
            marks << toText(mark.name);
        }
    }
    m_cells->setVisible(choices > 1);
    m_empty->setText(emptyReason());
    m_stack->setCurrentWidget(plot().isEmpty()             ? static_cast<QWidget*>(m_empty)
                              : kind() == PlotKind::Phases ? static_cast<QWidget*>(m_phases)
                              : kind() == PlotKind::Split  ? static_cast<QWidget*>(m_split)
                                                           : m_lines);
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
