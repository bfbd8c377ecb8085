// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/inspector_view.h"

#include "views/inspector/pages.h"
#include "views/models/words.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace batchscope {

InspectorView::InspectorView(Session& session, Playback& playback, QWidget* parent)
    : PageView(session, playback, tr("Inspector"), parent),
      m_overviewButton(addButton(Subject::Overview, tr("Overview"))),
      m_batchButton(addButton(Subject::Batch, tr("Batch"))), m_nodeButton(addButton(Subject::Node, tr("Node"))) {
    QButtonGroup* group = new QButtonGroup(this);
    QHBoxLayout* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 0);
    bar->setSpacing(4);
    for (QToolButton* button : {m_overviewButton, m_batchButton, m_nodeButton}) {
        group->addButton(button);
        bar->addWidget(button);
    }
    bar->addStretch();
    static_cast<QVBoxLayout*>(layout())->insertLayout(0, bar);
}

QToolButton* InspectorView::addButton(Subject subject, const QString& text) {
    QToolButton* button = new QToolButton(this);
    button->setText(text);
    button->setCheckable(true);
    button->setAccessibleName(text);
    connect(button, &QToolButton::clicked, this, [this, subject] { hold(subject); });
    return button;
}

void InspectorView::hold(Subject subject) {
    m_subject = subject;
    m_held = subject != finest();
    render();
}

InspectorView::Subject InspectorView::finest() const {
    if (!snapshot().schedule) {
        return Subject::Overview;
    }
    if (playback().focus().node.valid()) {
        return Subject::Node;
    }
    return shownBatch().valid() ? Subject::Batch : Subject::Overview;
}

BatchId InspectorView::shownBatch() const {
    const BatchId selected = playback().focus().batch;
    return selected.valid() ? selected : presentBatch();
}

void InspectorView::catchUp(const Changes& changes) {
    if (changes.selection || changes.parts.has(Part::Schedule)) {
        m_held = false;
    }
    // While a node is shown, a playback step does not change the page.
    const bool onlyStep = changes.step && !changes.selection && !changes.parts.any() && !changes.look && !changes.bench;
    if (onlyStep && m_subject == Subject::Node) {
        m_batchButton->setEnabled(shownBatch().valid());
        return;
    }
    render();
}

void InspectorView::render() {
    const Subject before = m_subject;
    const Subject finestSubject = finest();
    if (!m_held || m_subject > finestSubject) {
        m_subject = finestSubject;
        m_held = false;
    }
    m_batchButton->setEnabled(snapshot().schedule && shownBatch().valid());
    m_nodeButton->setEnabled(finestSubject == Subject::Node);
    (m_subject == Subject::Node    ? m_nodeButton
     : m_subject == Subject::Batch ? m_batchButton
                                   : m_overviewButton)
        ->setChecked(true);

    PageWriter page = writer();
    switch (m_subject) {
    case Subject::Node:
        if (m_indexed != snapshot().graph) {
            m_indexed = snapshot().graph;
            m_consumers = std::make_unique<ConsumerIndex>(*m_indexed);
        }
        writeNodePage(page, snapshot(), *m_consumers, playback().focus().node);
        break;
    case Subject::Batch: writeBatchPage(page, snapshot(), shownBatch()); break;
    case Subject::Overview: writeOverviewPage(page, snapshot(), session().busy() ? Awaited::Yes : Awaited::No); break;
    }
    showPage(page.take(), before == m_subject ? Scroll::Keep : Scroll::ToTop);
}

void InspectorView::follow(const QString& scheme, std::size_t /*index*/) {
    if (scheme == QStringLiteral("speed")) {
        emit speedUpAsked();
    } else if (scheme == QStringLiteral("slow")) {
        emit whySlowAsked();
    }
}

} // namespace batchscope
