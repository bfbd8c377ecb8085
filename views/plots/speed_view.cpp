// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/speed_view.h"

#include "core/session/execution_text.h"
#include "core/trace/speed_text.h"
#include "views/models/words.h"
#include "views/plots/bar_plots.h"
#include "views/tables/table_look.h"
#include "views/theme/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <array>

namespace batchscope {

namespace {

Cell rangeCell(const std::string& low, const std::string& high, double value) {
    return {low + "–" + high, value};
}

Cell factorCell(const SplitRow& row, double SpeedRatio::*value) {
    return row.step.factor ? Cell{factorText(row.step.factor->ratio.*value), row.step.factor->ratio.*value}
                           : noFigure();
}

constexpr auto kSplitColumns = std::to_array<Column<SplitRow>>({
    {"order", "order", [](const SplitRow& row) { return textCell(row.way); },
     "Which of the two came first; the product is the same", Align::Left},
    {"arm", "arm", [](const SplitRow& row) { return textCell(row.step.name); }, "What was timed", Align::Left},
    {"median_s", "time", [](const SplitRow& row) { return secondsCell(row.step.time.seconds); },
     "Median time of a run"},
    {"ci_low_s", "95% range",
     [](const SplitRow& row) {
         const MedianRange& range = row.step.time.range;
         return rangeCell(formatSeconds(range.low), formatSeconds(range.high), range.low);
     },
     "Where the median is, with 95% confidence"},
    {"ci_high_s", "", [](const SplitRow& row) { return secondsCell(row.step.time.range.high); }},
    {"faster_by", "faster by",
     [](const SplitRow& row) {
         return row.step.factor ? textCell(std::string(speedPartName(row.step.factor->part))) : noFigure();
     },
     "What makes this row faster than the one above it", Align::Left},
    {"factor", "factor", [](const SplitRow& row) { return factorCell(row, &SpeedRatio::value); },
     "Time of the row above / time of this row"},
    {"factor_low", "95% range",
     [](const SplitRow& row) {
         return row.step.factor ? rangeCell(factorText(row.step.factor->ratio.low),
                                            factorText(row.step.factor->ratio.high), row.step.factor->ratio.low)
                                : noFigure();
     },
     "Where the factor is, by the ranges of both medians"},
    {"factor_high", "", [](const SplitRow& row) { return factorCell(row, &SpeedRatio::high); }},
});

} // namespace

SpeedView::SpeedView(Session& session, Playback& playback, QWidget* parent)
    : PlotView(session, playback, parent), m_headline(new QLabel(this)), m_caption(new QLabel(this)),
      m_empty(new QLabel(this)), m_measure(new QPushButton(tr("&Measure"), this)), m_plot(new BarPlot(this)),
      m_model(std::make_unique<RowsModel<SplitRow>>(kSplitColumns)), m_table(new QTableView(this)),
      m_stack(new QStackedWidget(this)) {
    build();
}

void SpeedView::build() {
    constexpr int kMargin = 10;
    m_headline->setObjectName(QStringLiteral("speed-headline"));
    m_headline->setAccessibleName(tr("The speed-up and its parts"));
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_headline->setWordWrap(true);
    m_caption->setObjectName(QStringLiteral("speed-caption"));
    m_caption->setAccessibleName(tr("What the times are of"));
    m_caption->setWordWrap(true);
    m_empty->setObjectName(QStringLiteral("speed-empty"));
    m_empty->setAccessibleName(tr("Why the speed-up is not split"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_measure->setObjectName(QStringLiteral("measure-speed-up"));
    connect(m_measure, &QPushButton::clicked, this, &SpeedView::measure);
    constexpr int kLines = 13; // of text: two ways of three bars with their names, and the axis
    m_plot->setMinimumSize(320, kLines * fontMetrics().height());
    auto* const bars = new QScrollArea(this); // in a low panel
    bars->setWidget(m_plot);
    bars->setWidgetResizable(true);
    bars->setFrameShape(QFrame::NoFrame);
    bars->setFocusPolicy(Qt::NoFocus); // the plot has it
    m_table->setModel(m_model.get());
    m_table->setAccessibleName(tr("Steps of the speed-up"));
    dressTable(*m_table);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setMinimumSize(220, 90);
    QWidget* const none = new QWidget(this);
    auto* const reason = new QVBoxLayout(none);
    reason->addStretch();
    reason->addWidget(m_empty);
    reason->addWidget(m_measure, 0, Qt::AlignHCenter);
    reason->addStretch();
    m_stack->addWidget(none);
    QWidget* const picture = new QWidget(this);
    auto* const parts = new QHBoxLayout(picture);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->addWidget(bars, 3);
    parts->addWidget(m_table, 2);
    m_stack->addWidget(picture);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(kMargin, kMargin, kMargin, 0);
    column->addWidget(m_headline);
    column->addWidget(m_caption);
    column->addWidget(m_stack, 1);
}

const PlotWidget& SpeedView::plot() const {
    return *m_plot;
}

QString SpeedView::emptyReason() const {
    return m_plot->isEmpty() ? m_empty->text() : QString();
}

void SpeedView::catchUp(const Changes& changes) {
    if (changes.look) {
        QPalette muted = palette();
        muted.setColor(QPalette::WindowText, themeOf(*this).mutedText);
        m_caption->setPalette(muted);
        m_plot->restyle();
    }
    if (!changes.parts.any() && !changes.bench && !changes.look) { // bench: also whether the session is busy
        return;
    }
    const RunReport* const report = snapshot().report.get();
    if (report != nullptr && report->speed) {
        showSplit(splitOf(*report->speed, whyNoEngine(snapshot().config.graph)));
        return;
    }
    SpeedSplit none;
    none.emptyReason = session().busy()    ? std::string_view("Measuring…")
                       : report == nullptr ? "Open a treebank; its run is timed then."
                                           : "Not measured: canceled. Choose Run again to measure again.";
    showSplit(none);
}

/// What was canceled is measured anew, what the user had turned off is turned on.
void SpeedView::measure() {
    SessionConfig config = session().config();
    if (config.run.timing == Timing::Measured) {
        session().reload();
        return;
    }
    config.run.timing = Timing::Measured;
    session().setConfig(config);
}

void SpeedView::showSplit(const SpeedSplit& split) {
    QStringList captions = {toText(split.caption)};
    for (const std::string& note : split.notes) {
        captions << toText(note);
    }
    m_headline->setText(toText(split.text));
    m_caption->setText(captions.join(QStringLiteral(" · ")));
    m_headline->setVisible(!split.isEmpty());
    m_caption->setVisible(!split.isEmpty());
    m_empty->setText(toText(split.emptyReason));
    m_plot->setFigure(splitFigure(split));
    std::vector<SplitRow> rows;
    for (const SplitWay& way : split.ways) {
        for (const SplitStep& step : way.steps) {
            rows.push_back({way.name, step});
        }
    }
    m_model->setRows(std::move(rows));
    m_model->showFilled(*m_table);
    fitColumns(*m_table);
    m_stack->setCurrentIndex(split.isEmpty() ? 0 : 1);
    m_measure->setVisible(snapshot().treebank != nullptr && !session().busy());
}

} // namespace batchscope
