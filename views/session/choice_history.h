// SPDX-License-Identifier: GPL-3.0-or-later
//
// Undo and redo of every choice: net, policy, options, range and picked trees, files. A state is a config that was
// requested and shown; a config that failed leaves no state. As after any other change, placeIn
// (core/session/kept_place.h) keeps the moment and the selection.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/session_config.h"
#endif

#include <QUndoStack>

namespace batchscope {

class Session;

class ChoiceHistory final : public QUndoStack {
    Q_OBJECT

public:
    explicit ChoiceHistory(Session& session, QObject* parent = nullptr);

    /// While paused, the user has not chosen what is shown: nothing is recorded, and nothing can be undone.
    void setPaused(bool paused);
    [[nodiscard]] bool isPaused() const { return m_isPaused; }

signals:
    /// Undo or redo became available or unavailable.
    void changed();

private:
    class Choice;

    void follow();
    void go(const SessionConfig& config);

    Session& m_session;
    SessionConfig m_present; ///< the choices that are shown, or that undo or redo requested
    bool m_isPaused = false;
};

} // namespace batchscope
