// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls what a session measures, and waits for the session and for pending work of the window. GUI thread only.
#pragma once

#include "tests/support/waiting.h"
#include "views/session/session.h"

#include <QTest>

#include <chrono>
#include <functional>

namespace batchscope::testing {

/// Turns the measuring of this session's runs on or off. Turn it off unless a test asserts something about times:
/// measuring would take most of the waiting time, and its duration depends on what else runs.
void setTiming(Session& session, Timing timing);

/// A session with separate lanes that measures nothing.
struct UnmeasuredSession {
    Lanes lanes;
    Session session{lanes};

    UnmeasuredSession() { setTiming(session, Timing::Off); }
};

/// Waits until no request and no sweep runs or waits; false after kPatience.
[[nodiscard]] bool waitIdle(const Session& session);

/// Waits for a signal of the session during which `isTime` is true, and calls `act` within it: on a busy machine, the
/// state that the test needs may be over after the event loop has turned. False after kPatience.
template <typename Signal>
[[nodiscard]] bool actWithin(Session& session, Signal signal, const std::function<bool()>& isTime,
                             const std::function<void()>& act) {
    bool hasActed = false;
    const QMetaObject::Connection connection = QObject::connect(&session, signal, &session, [&] {
        if (!hasActed && isTime()) {
            hasActed = true; // set first, because `act` may emit the signal, too
            act();
        }
    });
    const bool came = QTest::qWaitFor([&] { return hasActed; }, kPatienceMs);
    QObject::disconnect(connection);
    return came;
}

/// Handles queued events, and those that they queue in turn, until none is left: then views have done their work "from
/// the event loop", and no queued call is pending. Does not wait for timers. Ends after a hundred rounds if events keep
/// coming, for example while something moves.
void settle();

/// Returns when the running timers of this interval have fired, however busy the machine is.
void outlastTimersOf(std::chrono::milliseconds interval);

} // namespace batchscope::testing
