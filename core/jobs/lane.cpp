// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/lane.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

namespace batchscope {

namespace {

/// This program throws no exceptions, but memory may run out, and an exception that leaves a thread ends the program.
std::optional<Error> errorOf(const Job& job, const JobControl& control) {
    try {
        const Status status = job(control);
        return status ? std::nullopt : std::optional<Error>(status.error());
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Backend, fmt::format("cannot continue: {}", failure.what())};
    }
}

RequestState ending(RequestState state, const std::optional<Error>& error) {
    if (state == RequestState::Stopping || (error && error->code == ErrorCode::Cancelled)) {
        return RequestState::Cancelled;
    }
    return error ? RequestState::Failed : RequestState::Done;
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
    const bool hasBegun = place->state != RequestState::Waiting;
    place->state = hasBegun ? RequestState::Stopping : RequestState::Cancelled;
    place->stop.request_stop();
    if (!hasBegun) { // reported later, like every end: the caller may be busy
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
    next->state = RequestState::Running;
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
    place->state = ending(place->state, error);
    const std::shared_ptr<Lane*> self = m_self;
    tellEnd(id, place->state == RequestState::Failed ? error : std::nullopt);
    if (*self != nullptr) { // the callback may have destroyed the lane
        beginNext();        // only now: the callback may have submitted a more urgent request
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

bool isOver(RequestState state) {
    return state == RequestState::Done || state == RequestState::Failed || state == RequestState::Cancelled;
}

void JobThread::run(std::function<void()> job) {
    const std::scoped_lock lock(m_mutex);
    BATCHSCOPE_CHECK(!m_next);
    m_next = std::move(job);
    if (!m_thread.joinable()) {
        m_thread = std::jthread([this](const std::stop_token& stop) { loop(stop); });
    }
    m_wake.notify_one();
}

void JobThread::loop(const std::stop_token& stop) {
    for (;;) {
        std::function<void()> job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return static_cast<bool>(m_next); })) {
                return;
            }
            job = std::exchange(m_next, nullptr);
        }
        job();
    }
}

} // namespace batchscope
