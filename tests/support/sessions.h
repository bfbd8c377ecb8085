// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a session measures, waiting for it, and for what the window still has to do. GUI thread only.
#pragma once

#include "tests/support/waiting.h"
#include "views/session/session.h"

#include <QTest>

#include <chrono>
#include <functional>

namespace batchscope::testing {

/// Whether runs of this session are measured. Off for whoever asserts nothing of it: measuring is most of what a test
/// would wait for, and how long it takes depends on what else runs.
void setTiming(Session& session, Timing timing);

/// A session on lanes of its own, of which nothing is measured.
struct UnmeasuredSession {
    Lanes lanes;
    Session session{lanes};

    UnmeasuredSession() { setTiming(session, Timing::Off); }
};

/// Until no request and no sweep runs or waits; false after kPatience.
[[nodiscard]] bool waitIdle(const Session& session);

/// Waits for the signal of the session that finds `isTime`, and calls `act` within it: after the event loop has turned,
/// on a busy machine, what the test wants to meet may be over. False after kPatience.
template <typename Signal>
[[nodiscard]] bool actWithin(Session& session, Signal signal, const std::function<bool()>& isTime,
                             const std::function<void()>& act) {
    bool hasActed = false;
    const QMetaObject::Connection connection = QObject::connect(&session, signal, &session, [&] {
        if (!hasActed && isTime()) {
            hasActed = true; // first: what it does may be signaled, too
            act();
        }
    });
    const bool came = QTest::qWaitFor([&] { return hasActed; }, kPatienceMs);
    QObject::disconnect(connection);
    return came;
}

/// Handles queued events, also those that they queue in turn, until none is left: what a view does "from the event
/// loop" is done then, and whoever could still call back by a queued call has done so. Timers are not waited for; where
/// events keep coming, as while something moves, it ends after a hundred rounds.
void settle();

/// Returns when timers of this interval that run already have fired: one that begins now comes after them, however busy
/// the machine is.
void outlastTimersOf(std::chrono::milliseconds interval);

} // namespace batchscope::testing
