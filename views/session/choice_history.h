// SPDX-License-Identifier: GPL-3.0-or-later
//
// Undo and redo of every choice: net, policy, options, range and picked trees, files. A state is what was asked for and
// could be shown; what failed leaves none. The moment and the selection are kept by placeIn (core/session/kept_place.h)
// as after any other change.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/session_config.h"
#endif

#include <QObject>
#include <QString>

#include <vector>

namespace batchscope {

class Session;

class ChoiceHistory final : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMostStates = 200;

    explicit ChoiceHistory(Session& session, QObject* parent = nullptr);

    [[nodiscard]] bool canUndo() const { return !m_isPaused && m_wanted > 0; }
    [[nodiscard]] bool canRedo() const { return !m_isPaused && m_wanted + 1 < m_states.size(); }
    /// What would be undone or done again; empty where nothing can be.
    [[nodiscard]] QString undoText() const;
    [[nodiscard]] QString redoText() const;

    void undo();
    void redo();

    /// While it is paused, what is shown is not the user's own: nothing is remembered.
    void setPaused(bool paused);

signals:
    void changed();

private:
    void follow();
    void remember(const SessionConfig& config);
    void go(std::size_t state);
    [[nodiscard]] bool isShown(const SessionConfig& config) const;

    Session& m_session;
    std::vector<SessionConfig> m_states;
    std::size_t m_at = 0;     ///< the state that is shown
    std::size_t m_wanted = 0; ///< the state that was asked for; else m_at
    bool m_isPaused = false;
};

} // namespace batchscope
