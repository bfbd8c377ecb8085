// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/lane.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

namespace batchscope {

namespace {

/// Our code throws nothing of its own, but memory may run out, and an exception that leaves a thread ends the program.
std::optional<Error> errorOf(const Job& job, const JobControl& control) {
    try {
        const Status status = job(control);
        return status ? std::nullopt : std::optional<Error>(status.error());
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Backend, fmt::format("cannot continue: {}", failure.what())};
    }
}

RequestEvent eventOf(const std::optional<Error>& error) {
    if (!error) {
        return RequestEvent::Succeed;
    }
    return error->code == ErrorCode::Cancelled ? RequestEvent::Yield : RequestEvent::Fail;
}

bool isUnderWay(RequestState state) {
    return state == RequestState::Running || state == RequestState::Stopping;
}

} // namespace

Lane::Lane(std::unique_ptr<Runner> runner, Post post)
    : m_post(std::move(post)), m_self(std::make_shared<Lane*>(this)), m_runner(std::move(runner)) {}

Lane::~Lane() {
    *m_self = nullptr;
    for (Entry& entry : m_entries) {
        entry.stop.request_stop();
    }
}

RequestId Lane::submit(Request request) {
    const RequestId id{++m_last};
    m_entries.push_back({.id = id, .request = std::move(request)});
    beginNext();
    return id;
}

void Lane::stop(RequestId id) {
    const Place place = placeOf(id);
    if (place == m_entries.end() || isOver(place->state)) {
        return;
    }
    step(*place, RequestEvent::Stop);
    place->stop.request_stop();
    if (isOver(place->state)) { // it never began; its end is told later, as any other: the caller may be busy
        m_post([self = m_self, id] {
            if (*self != nullptr) {
                (*self)->tellEnd(id, std::nullopt);
            }
        });
    }
}

void Lane::drop(RequestId id) {
    if (const Place place = placeOf(id); place != m_entries.end()) {
        place->dropped = true;
        if (place->state == RequestState::Waiting) {
            m_entries.erase(place);
        } else {
            stop(id);
        }
    }
}

std::optional<RequestState> Lane::stateOf(RequestId id) const {
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [id](const Entry& entry) { return entry.id == id; });
    return found == m_entries.end() ? std::nullopt : std::optional(found->state);
}

Lane::Place Lane::placeOf(RequestId id) {
    return std::find_if(m_entries.begin(), m_entries.end(), [id](const Entry& entry) { return entry.id == id; });
}

void Lane::step(Entry& entry, RequestEvent event) {
    const std::optional<RequestState> next = after(entry.state, event);
    BATCHSCOPE_CHECK(next);
    entry.state = *next;
}

void Lane::beginNext() {
    Place next = m_entries.end();
    for (Place place = m_entries.begin(); place != m_entries.end(); ++place) {
        if (isUnderWay(place->state)) {
            return;
        }
        const bool isBetter = next == m_entries.end() || place->request.urgency < next->request.urgency;
        if (place->state == RequestState::Waiting && isBetter) {
            next = place;
        }
    }
    if (next == m_entries.end()) {
        return;
    }
    step(*next, RequestEvent::Begin);
    m_runner->run(
        [job = next->request.prepare(), control = controlOf(*next), id = next->id, post = m_post, self = m_self] {
            const std::optional<Error> error = errorOf(job, control);
            post([self, id, error] {
                if (*self != nullptr) {
                    (*self)->end(id, error);
                }
            });
        });
}

JobControl Lane::controlOf(const Entry& entry) {
    const Post deliver = [post = m_post, self = m_self, id = entry.id](std::function<void()> message) {
        post([self, id, message = std::move(message)] {
            if (*self != nullptr) {
                (*self)->hear(id, message);
            }
        });
    };
    ProgressSink progress;
    if (entry.request.progress) {
        progress = [deliver, sink = entry.request.progress](std::string_view stage, std::size_t done,
                                                            std::size_t total) {
            deliver([sink, name = std::string(stage), done, total] { sink(name, done, total); });
        };
    }
    return {entry.stop.get_token(), std::move(progress), deliver};
}

void Lane::hear(RequestId id, const std::function<void()>& message) {
    if (const Place place = placeOf(id); place != m_entries.end() && !place->dropped) {
        message();
    }
}

void Lane::end(RequestId id, const std::optional<Error>& error) {
    const Place place = placeOf(id);
    BATCHSCOPE_CHECK(place != m_entries.end());
    step(*place, eventOf(error));
    const std::shared_ptr<Lane*> self = m_self;
    tellEnd(id, place->state == RequestState::Failed ? error : std::nullopt);
    if (*self != nullptr) { // whoever was told may have closed what the lane belongs to
        beginNext();        // only now: what was asked for just then may be more urgent than what waits
    }
}

void Lane::tellEnd(RequestId id, const std::optional<Error>& error) {
    const Place place = placeOf(id);
    BATCHSCOPE_CHECK(place != m_entries.end());
    const Entry entry = std::move(*place);
    m_entries.erase(place);
    if (entry.request.ended && !entry.dropped) {
        entry.request.ended(entry.state, error);
    }
}

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
