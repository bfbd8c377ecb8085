// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/live_view.h"

#include <QEvent>
#include <QShowEvent>

#include <utility>

namespace batchscope {

LiveView::LiveView(Session& session, Playback& playback, QWidget* parent)
    : QWidget(parent), m_session(session), m_playback(playback) {
    m_changes.parts = Parts(Part::Treebank) | Part::Graph | Part::Schedule | Part::Passes | Part::Trace | Part::Report;
    m_changes.step = m_changes.selection = m_changes.bench = m_changes.look = true;
    connect(&session, &Session::snapshotChanged, this, &LiveView::noteParts);
    connect(&session, &Session::benchChanged, this, [this] { note(&Changes::bench); });
    connect(&session, &Session::busyChanged, this, [this] { note(&Changes::bench); });
    connect(&playback, &Playback::stepChanged, this, [this] { note(&Changes::step); });
    connect(&playback, &Playback::selectionChanged, this, [this] { note(&Changes::selection); });
}

BatchId LiveView::presentBatch() const {
    const Storyboard* story = m_playback.storyboard();
    return story == nullptr ? BatchId() : batchAt(*story, m_playback.time());
}

void LiveView::goToBatch(BatchId batch) {
    const Storyboard* story = m_playback.storyboard();
    if (story == nullptr || !batch.valid() || batch.index() >= story->batchCount()) {
        return;
    }
    m_playback.selectBatch(batch);
    m_playback.glideTo(static_cast<double>(story->stopAfter(batch)));
}

void LiveView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    deliver();
}

void LiveView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::FontChange:
    case QEvent::StyleChange:
    case QEvent::LanguageChange: note(&Changes::look); break;
    default: break;
    }
}

void LiveView::noteParts(Parts parts) {
    m_changes.parts = m_changes.parts | parts;
    wake();
}

void LiveView::note(bool Changes::*change) {
    m_changes.*change = true;
    wake();
}

void LiveView::wake() {
    if (!m_awake && isVisible()) {
        m_awake = true;
        QMetaObject::invokeMethod(this, &LiveView::deliver, Qt::QueuedConnection);
    }
}

void LiveView::deliver() {
    m_awake = false;
    if (!isVisible()) {
        return; // showEvent delivers them later
    }
    const Changes changes = std::exchange(m_changes, {});
    if (changes.parts.any() || changes.step || changes.selection || changes.bench || changes.look) {
        catchUp(changes);
    }
}

} // namespace batchscope
