// SPDX-License-Identifier: GPL-3.0-or-later
//
// A Lane runs one job at a time, whichever caller submitted it, for work that must not overlap: two pictures side by
// side that share the lane for LibTorch cannot disturb each other's timing. Each piece of work is a Request; the lane
// keeps its state and alone decides which of its callbacks are still called.
//
// A lane belongs to the thread that made it (the window's): every member is called on it, and so is every callback.
// Only a request's job runs elsewhere, in the lane's Runner. So no state is shared between threads, and nothing here
// needs a mutex.
//
//     const RequestId id = lane.submit({.prepare = [&] {
//         return [input = shown()](const JobControl& control) -> Status {   // on the lane's thread
//             const Picture picture = draw(input, control.run());
//             control.deliver([this, picture] { show(picture); });          // back on the owner's
//             return Ok{};
//         };
//     }});
//     lane.drop(id); // no callback of it comes after this
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

/// Waiting ▸ Running ▸ Done, Failed or, where it ended early because something asked it to, Cancelled. A stop makes a
/// waiting request Cancelled and a running one Stopping, which ends as Cancelled whatever its job returns: it may be
/// past its last look at the token, or fail on its way out.
enum class RequestState {
    Waiting,   ///< its turn has not come
    Running,   ///< its job runs
    Stopping,  ///< its job was asked to stop, and has not ended
    Done,      ///< its job ended well
    Failed,    ///< its job ended with an error
    Cancelled, ///< it was stopped, before its job began or while it ran
};

/// Done, Failed and Cancelled: nothing follows.
[[nodiscard]] bool isOver(RequestState state);

/// Runs jobs outside the owner's thread, one at a time: a lane gives the next one only when the last has ended. Its
/// destructor waits for the one that runs.
class Runner {
public:
    Runner() = default;
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;
    virtual ~Runner() = default;
    virtual void run(std::function<void()> job) = 0;
};

/// Has a message run on the owner's thread, later, in the order of the calls. Called from any thread.
using Post = std::function<void(std::function<void()> message)>;

/// Names a request of one lane; never used twice.
enum class RequestId : std::uint64_t {};

/// What a job gets from its lane. Valid until the job returns.
class JobControl {
public:
    JobControl(std::stop_token stop, ProgressSink progress, Post deliver)
        : m_run(std::move(stop), std::move(progress)), m_deliver(std::move(deliver)) {}

    /// Polled for the stop; its progress reaches Request::progress.
    [[nodiscard]] const RunControl& run() const { return m_run; }
    /// Has `message` run on the owner's thread, unless the request was dropped before then.
    void deliver(std::function<void()> message) const { m_deliver(std::move(message)); }

private:
    RunControl m_run;
    Post m_deliver;
};

/// Runs on the lane's thread. Exceptions that leave it count as an error of the machine (Backend).
using Job = std::function<Status(const JobControl& control)>;

/// The most urgent first. A measurement waits until no picture does; nothing that runs is interrupted.
enum class Urgency {
    Picture,     ///< the user looks at an empty place
    Measurement, ///< takes long, and the user knows it
};

struct Request {
    /// Called when the turn has come, on the owner's thread, so that the job starts from the state at that time. Must
    /// not call the lane.
    std::function<Job()> prepare = {};
    /// Stage, units done and units in all (0 when not known), at most every 30 ms. May be empty.
    ProgressSink progress = {};
    /// Called once when it is over, with the error of a failed one; never when it was dropped. May be empty.
    std::function<void(RequestState state, const std::optional<Error>& error)> ended = {};
    Urgency urgency = Urgency::Picture;
};

class Lane {
public:
    Lane(std::unique_ptr<Runner> runner, Post post);
    /// Stops what runs and waits for it. No callback of any request comes any more.
    ~Lane();
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    /// Begins at once when nothing runs. Among equally urgent requests the first one asked for comes first.
    RequestId submit(Request request);
    /// Takes back a waiting request, asks a running one to end. What it still delivers, and its end, are passed on: it
    /// may have something worth keeping. Does nothing to one that is over.
    void stop(RequestId id);
    /// Stops it, too, but passes nothing more of it on: the caller can continue immediately.
    void drop(RequestId id);

    /// Nothing for a request whose end was reported, or that was dropped before it began.
    [[nodiscard]] std::optional<RequestState> stateOf(RequestId id) const;

private:
    struct Entry {
        RequestId id = {};
        RequestState state = RequestState::Waiting;
        Request request;
        std::stop_source stop = {};
        bool dropped = false;
    };
    using Place = std::vector<Entry>::iterator;

    [[nodiscard]] Place placeOf(RequestId id);
    void beginNext();
    void hear(RequestId id, const std::function<void()>& message);
    void end(RequestId id, const std::optional<Error>& error);
    void tellEnd(RequestId id, const std::optional<Error>& error);
    [[nodiscard]] JobControl controlOf(const Entry& entry);

    std::vector<Entry> m_entries; // those whose end was not reported, in the order of submit()
    std::uint64_t m_last = 0;
    Post m_post;
    std::shared_ptr<Lane*> m_self; // null when the lane is gone: messages that are under way may outlive it
    std::unique_ptr<Runner> m_runner;
};

// The newest request of a series: each ask() replaces the one before. For what is typed, dragged or chosen, where the
// next question comes before the last answer and only the newest one counts. Several of these may share a lane: each
// replaces its own request only.

class Newest {
public:
    explicit Newest(Lane& lane) : m_lane(lane) {}
    ~Newest() { drop(); }
    Newest(const Newest&) = delete;
    Newest& operator=(const Newest&) = delete;

    /// Replaces the last one, of which nothing more is passed on.
    void ask(Request request) {
        drop();
        m_id = m_lane.submit(std::move(request));
    }
    /// As Lane::stop() and Lane::drop(), of the last one.
    void stop() {
        if (m_id) {
            m_lane.stop(*m_id);
        }
    }
    void drop() {
        if (m_id) {
            m_lane.drop(*m_id);
            m_id.reset();
        }
    }

    /// Nothing when its end was reported, when it was dropped, or before anything was asked for.
    [[nodiscard]] std::optional<RequestState> state() const { return m_id ? m_lane.stateOf(*m_id) : std::nullopt; }
    [[nodiscard]] bool isOpen() const { return state().has_value(); }
    /// The request asked for last and not dropped; to see whether another one has come since.
    [[nodiscard]] std::optional<RequestId> id() const { return m_id; }

private:
    Lane& m_lane;
    std::optional<RequestId> m_id;
};

} // namespace batchscope
