// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a session measures, waiting for it, and for what the window still has to do. GUI thread only.
#pragma once

#include "tests/support/waiting.h"
#include "views/session/session.h"

#include <chrono>

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

/// Handles queued events, also those that they queue in turn, until none is left: what a view does "from the event
/// loop" is done then, and whoever could still call back by a queued call has done so. Timers are not waited for; where
/// events keep coming, as while something moves, it ends after a hundred rounds.
void settle();

/// Returns when timers of this interval that run already have fired: one that begins now comes after them, however busy
/// the machine is.
void outlastTimersOf(std::chrono::milliseconds interval);

} // namespace batchscope::testing
