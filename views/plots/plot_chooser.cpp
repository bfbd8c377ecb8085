// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_chooser.h"

#include "core/words/plot_words.h"
#include "views/models/words.h"
#include "views/plots/line_plot.h"
#include "views/plots/phases_plot.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

PlotChooser::PlotChooser(QWidget* parent)
    : QWidget(parent), m_kinds(new QComboBox(this)), m_cells(new QComboBox(this)), m_caption(new QLabel(this)),
      m_empty(new QLabel(this)), m_stack(new QStackedWidget(this)), m_lines(new LinePlot(this)),
      m_phases(new PhasesPlot(this)) {
    build();
    connect(m_kinds, qOverload<int>(&QComboBox::currentIndexChanged), this, &PlotChooser::showPlot);
    connect(m_cells, qOverload<int>(&QComboBox::activated), this, [this](int place) {
        m_asked = m_measured.at(static_cast<std::size_t>(place));
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
    m_cells->setToolTip(tr("Choose the measurement whose phases are shown."));
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
    for (QWidget* plot : {static_cast<QWidget*>(m_lines), static_cast<QWidget*>(m_phases)}) {
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
    return kind() == PlotKind::Phases ? static_cast<const PlotWidget&>(*m_phases) : *m_lines;
}

QString PlotChooser::emptyReason() const {
    if (!m_report) {
        return toText(words::kPlotNothingMeasured);
    }
    return toText(kind() == PlotKind::Phases ? m_phases->bars().emptyReason : m_lines->figure().emptyReason);
}

/// What the user chose stays chosen while more is measured.
void PlotChooser::listCells() {
    m_measured = m_report ? phaseCells(*m_report) : std::vector<PhaseCell>();
    const QSignalBlocker quiet(m_cells);
    m_cells->clear();
    for (const std::string& name : phaseCellNames(m_measured)) {
        m_cells->addItem(toText(name));
    }
    const auto found = std::find(m_measured.begin(), m_measured.end(), cell());
    m_cells->setCurrentIndex(found == m_measured.end() ? -1 : static_cast<int>(found - m_measured.begin()));
}

PhaseCell PlotChooser::cell() const {
    const bool isThere = m_asked && std::find(m_measured.begin(), m_measured.end(), *m_asked) != m_measured.end();
    if (isThere) {
        return *m_asked;
    }
    return m_report ? largestCell(*m_report).value_or(PhaseCell()) : PhaseCell();
}

/// Only the plot that is seen is drawn.
void PlotChooser::showPlot() {
    QStringList lines;
    const bool hasBars = kind() == PlotKind::Phases;
    m_notes.clear();
    if (hasBars) {
        m_phases->setReport(m_report, cell(), m_shown);
        lines << toText(m_phases->bars().caption);
        m_notes << toText(words::kPhasesDoNotAddUp);
    } else {
        m_lines->setKind(kind());
        m_lines->setReport(m_report, m_shown);
        lines << toText(m_lines->figure().caption);
        for (const std::string& note : m_lines->figure().notes) {
            m_notes << toText(note);
        }
        lines << m_notes;
    }
    const bool isEmpty = plot().isEmpty();
    m_cells->setVisible(hasBars && m_measured.size() > 1);
    m_empty->setText(emptyReason());
    m_stack->setCurrentWidget(isEmpty   ? static_cast<QWidget*>(m_empty)
                              : hasBars ? static_cast<QWidget*>(m_phases)
                                        : m_lines);
    lines.removeAll(QString());
    m_captionText = lines.join(QStringLiteral(" · "));
    m_caption->setToolTip(hasBars && !isEmpty ? m_captionText % u'\n' % m_notes.join(u'\n') : m_captionText);
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
