// SPDX-License-Identifier: GPL-3.0-or-later
//
// The net, the binarization and the training that the user chose, kept while the session shows others: those that the
// open trees need, or inference because they cannot be trained on. config() is what the next file begins with, and what
// is remembered between starts. WindowMessages calls the follow… functions when the session decides or shows something.
#pragma once

#include "core/session/session_config.h"

#include <optional>

namespace batchscope {

class Session;

class OwnChoice {
public:
    explicit OwnChoice(const Session& session) : m_session(session) {}

    /// The session's config with the user's own choice in place of what replaced it.
    [[nodiscard]] SessionConfig config() const;
    /// What the session decided on instead, last.
    [[nodiscard]] const GraphOptions& replacement() const { return m_replacement; }

    /// Whether these options are the net and the binarization that were decided on last, not chosen.
    [[nodiscard]] bool isReplacement(const GraphOptions& options) const;

    /// The session's config was replaced, as Session::noticed says.
    void followReplacement(const GraphOptions& asked);
    /// Training was turned off, as Session::trainingEnded says.
    void followTrainingEnd() { m_trainsNext = true; }
    /// Whether other options than the replacement are shown; then the user has chosen again, and what was replaced is
    /// forgotten.
    bool followGraph(const GraphOptions& shown);
    /// Whether this is the training that was turned off before; then it is no longer kept.
    bool followWork(Work shown);

private:
    const Session& m_session;
    GraphOptions m_replacement;
    std::optional<GraphOptions> m_replaced; // the user's own, while the replacement is shown
    bool m_trainsNext = false;              // the user chose training, which these trees do not allow
};

} // namespace batchscope
