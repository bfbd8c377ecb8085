// SPDX-License-Identifier: GPL-3.0-or-later
//
// Undo and redo of every choice: net, policy, options, range and picked trees, files. A state is what was asked for and
// could be shown; what failed leaves none. The moment and the selection are kept by placeIn (core/session/kept_place.h)
// as after any other change.
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

    /// While it is paused, what is shown is not the user's own: nothing is remembered, and nothing can be undone.
    void setPaused(bool paused);
    [[nodiscard]] bool isPaused() const { return m_isPaused; }

signals:
    /// Whether something can be undone or done again.
    void changed();

private:
    class Choice;

    void follow();
    void go(const SessionConfig& config);

    Session& m_session;
    SessionConfig m_present; ///< the choices that are shown, or were asked for by undo or redo
    bool m_isPaused = false;
};

} // namespace batchscope
