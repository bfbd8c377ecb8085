// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/choice_history.h"

#include "core/session/session_choice.h"
#include "views/session/session.h"

namespace batchscope {

ChoiceHistory::ChoiceHistory(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    // Queued: whoever is told of trees may ask for other options at once, and only what stays is a choice.
    connect(&session, &Session::snapshotChanged, this, &ChoiceHistory::follow, Qt::QueuedConnection);
    const auto giveUp = [this] {
        m_wanted = m_at;
        emit changed();
    };
    connect(&session, &Session::failed, this, [this, giveUp] { // a sweep may have failed, too
        const bool isStillWanted = !m_states.empty() && sameChoices(m_states[m_wanted], m_session.config());
        if (!isStillWanted) {
            giveUp();
        }
    });
    connect(&session, &Session::cancelled, this, giveUp);
}

/// Whether what was asked for last is what is shown.
bool ChoiceHistory::isShown(const SessionConfig& config) const {
    const Snapshot& snapshot = *m_session.snapshot();
    return snapshot.schedule != nullptr && sameChoices(snapshot.config, config);
}

void ChoiceHistory::follow() {
    const SessionConfig& config = m_session.config();
    if (m_isPaused || config.files.empty() || !isShown(config)) {
        return;
    }
    if (m_wanted < m_states.size() && sameChoices(m_states[m_wanted], config)) {
        m_at = m_wanted;
    } else if (m_states.empty() || !sameChoices(m_states[m_at], config)) {
        remember(config);
    } else if (m_wanted != m_at) { // chosen by hand again, before what was asked for could be shown
        m_wanted = m_at;
    } else {
        return;
    }
    emit changed();
}

void ChoiceHistory::remember(const SessionConfig& config) {
    if (!m_states.empty()) {
        m_states.resize(m_at + 1); // what could have been done again
    }
    m_states.push_back(config);
    if (m_states.size() > kMostStates) {
        m_states.erase(m_states.begin());
    }
    m_at = m_wanted = m_states.size() - 1;
}

void ChoiceHistory::go(std::size_t state) {
    m_wanted = state;
    m_session.setConfig(withChoicesOf(m_states[state], m_session.config()));
    emit changed();
}

void ChoiceHistory::undo() {
    if (canUndo()) {
        go(m_wanted - 1);
    }
}

void ChoiceHistory::redo() {
    if (canRedo()) {
        go(m_wanted + 1);
    }
}

QString ChoiceHistory::undoText() const {
    return canUndo() ? QString::fromStdString(choiceChangeText(m_states[m_wanted - 1], m_states[m_wanted])) : QString();
}

QString ChoiceHistory::redoText() const {
    return canRedo() ? QString::fromStdString(choiceChangeText(m_states[m_wanted], m_states[m_wanted + 1])) : QString();
}

void ChoiceHistory::setPaused(bool paused) {
    m_isPaused = paused;
    emit changed();
}

} // namespace batchscope
