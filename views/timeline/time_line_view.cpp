// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/time_line_view.h"

#include "views/models/words.h"
#include "views/timeline/time_line_chart.h"

#include <QLabel>
#include <QVBoxLayout>

namespace batchscope {

TimeLineView::TimeLineView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_chart(new TimeLineChart(this)), m_legend(new QLabel(this)),
      m_note(new QLabel(this)) {
    m_legend->setText(tr("Colors are ops: full for compute, paler for gather and backward, palest for scatter. Gray: "
                         "stages of the whole run. Below a run on several threads: which of them worked when. Scroll "
                         "to zoom, double-click to fit."));
    for (QLabel* label : {m_legend, m_note}) {
        label->setWordWrap(true);
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setContentsMargins(8, 0, 8, 0);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 4);
    column->setSpacing(2);
    column->addWidget(m_chart, 1);
    column->addWidget(m_legend);
    column->addWidget(m_note);
    connect(m_chart, &TimeLineChart::batchChosen, this, &TimeLineView::goToBatch);
    connect(m_chart, &TimeLineChart::nodeChosen, &playback, &Playback::selectNode);
    connect(m_chart, &TimeLineChart::stepAsked, this, [this](int direction) {
        direction < 0 ? this->playback().back(StepUnit::Batch) : this->playback().forward(StepUnit::Batch);
    });
    setFocusProxy(m_chart);
}

void TimeLineView::catchUp(const Changes& changes) {
    const Parts& parts = changes.parts;
    if (parts.has(Part::Graph) || parts.has(Part::Schedule) || parts.has(Part::Trace) || parts.has(Part::Report)) {
        m_chart->setSnapshot(session().snapshot());
        m_note->setText(toText(timeLanesNote(snapshot())));
        m_note->setVisible(!m_note->text().isEmpty());
        m_legend->setVisible(!m_chart->lanes().empty());
    }
    m_chart->setPresent(presentBatch());
}

} // namespace batchscope
