// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/choice_history.h"

#include "core/session/session_choice.h"
#include "views/session/session.h"

#include <utility>

namespace batchscope {

class ChoiceHistory::Choice final : public QUndoCommand {
public:
    Choice(ChoiceHistory& history, SessionConfig before, SessionConfig after)
        : m_history(history), m_before(std::move(before)), m_after(std::move(after)) {}

    void undo() override { m_history.go(m_before); }
    void redo() override {
        if (!std::exchange(m_isNew, false)) { // which is shown already
            m_history.go(m_after);
        }
    }

private:
    ChoiceHistory& m_history;
    SessionConfig m_before;
    SessionConfig m_after;
    bool m_isNew = true;
};

ChoiceHistory::ChoiceHistory(Session& session, QObject* parent) : QUndoStack(parent), m_session(session) {
    constexpr int kMostChoices = 200;
    setUndoLimit(kMostChoices);
    // Queued: whoever is told of trees may ask for other options at once, and only what stays is a choice.
    connect(&session, &Session::snapshotChanged, this, &ChoiceHistory::follow, Qt::QueuedConnection);
    connect(this, &QUndoStack::indexChanged, this, &ChoiceHistory::changed);
}

void ChoiceHistory::follow() {
    const SessionConfig& config = m_session.config();
    const Snapshot& snapshot = *m_session.snapshot();
    const bool isShown = snapshot.schedule != nullptr && sameChoices(snapshot.config, config);
    if (m_isPaused || config.files.empty() || !isShown || sameChoices(config, m_present)) {
        return;
    }
    const SessionConfig before = std::exchange(m_present, config);
    if (!before.files.empty()) {
        push(new Choice(*this, before, config));
    }
}

void ChoiceHistory::go(const SessionConfig& config) {
    m_present = config;
    m_session.setConfig(withChoicesOf(config, m_session.config()));
}

void ChoiceHistory::setPaused(bool paused) {
    m_isPaused = paused;
    emit changed();
}

} // namespace batchscope
