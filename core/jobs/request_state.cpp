// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/request_state.h"

namespace batchscope {

namespace {

struct Transition {
    RequestState from;
    RequestEvent event;
    RequestState to;
};

/// What is not here cannot happen. A job that was asked to stop may be past its last look at the token, or fail on its
/// way out: it is cancelled all the same, because nobody waits for its result or its error.
constexpr std::array kTransitions = {
    Transition{RequestState::Waiting, RequestEvent::Begin, RequestState::Running},
    Transition{RequestState::Waiting, RequestEvent::Stop, RequestState::Cancelled},
    Transition{RequestState::Running, RequestEvent::Stop, RequestState::Stopping},
    Transition{RequestState::Running, RequestEvent::Succeed, RequestState::Done},
    Transition{RequestState::Running, RequestEvent::Fail, RequestState::Failed},
    Transition{RequestState::Running, RequestEvent::Yield, RequestState::Cancelled},
    Transition{RequestState::Stopping, RequestEvent::Stop, RequestState::Stopping},
    Transition{RequestState::Stopping, RequestEvent::Succeed, RequestState::Cancelled},
    Transition{RequestState::Stopping, RequestEvent::Fail, RequestState::Cancelled},
    Transition{RequestState::Stopping, RequestEvent::Yield, RequestState::Cancelled},
};

} // namespace

std::optional<RequestState> after(RequestState state, RequestEvent event) {
    for (const Transition& transition : kTransitions) {
        if (transition.from == state && transition.event == event) {
            return transition.to;
        }
    }
    return std::nullopt;
}

bool isOver(RequestState state) {
    return state == RequestState::Done || state == RequestState::Failed || state == RequestState::Cancelled;
}

} // namespace batchscope
