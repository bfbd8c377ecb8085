// SPDX-License-Identifier: GPL-3.0-or-later
//
// A Lane runs one job at a time, for work that must not overlap: two pictures side by side that share the lane for
// LibTorch cannot disturb each other's timing. Each piece of work is a Request; the lane keeps its state and decides
// which of its callbacks are still called.
//
// A lane belongs to the thread that made it (the window's): all members and callbacks are called on this thread. Only a
// request's job runs elsewhere, in the lane's Runner. So no state is shared between threads, and no mutex is needed.
//
//     const RequestId id = lane.submit({.prepare = [&] {
//         return [input = shown()](const JobControl& control) -> Status {   // on the lane's thread
//             const Picture picture = draw(input, control.run());
//             control.deliver([this, picture] { show(picture); });          // back on the owner's thread
//             return Ok{};
//         };
//     }});
//     lane.drop(id); // none of its callbacks is called after this
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace batchscope {

/// Waiting ▸ Running ▸ Done, Failed or, if it was asked to end early, Cancelled. A stop makes a waiting request
/// Cancelled and a running one Stopping. A Stopping request ends as Cancelled whatever its job returns, since the job
/// may have checked the token for the last time or fail while it ends.
enum class RequestState {
    Waiting,   ///< its job has not started
    Running,   ///< its job runs
    Stopping,  ///< its job was asked to stop and has not ended
    Done,      ///< its job succeeded
    Failed,    ///< its job ended with an error
    Cancelled, ///< it was stopped before or while its job ran
};

/// True for the final states Done, Failed and Cancelled.
[[nodiscard]] bool isOver(RequestState state);

/// Runs jobs outside the owner's thread, one at a time: a lane passes the next job only after the last has ended. The
/// destructor waits for the running job.
class Runner {
public:
    Runner() = default;
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;
    virtual ~Runner() = default;
    virtual void run(std::function<void()> job) = 0;
};

/// Schedules a message to run later on the owner's thread, in the order of the calls. May be called from any thread.
using Post = std::function<void(std::function<void()> message)>;

/// Identifies a request of one lane; never reused.
enum class RequestId : std::uint64_t {};

/// The interface of a job to its lane. Valid until the job returns.
class JobControl {
public:
    JobControl(std::stop_token stop, ProgressSink progress, Post deliver)
        : m_run(std::move(stop), std::move(progress)), m_deliver(std::move(deliver)) {}

    /// The job polls it for a stop and reports progress to it, which reaches Request::progress.
    [[nodiscard]] const RunControl& run() const { return m_run; }
    /// Runs `message` later on the owner's thread, unless the request has been dropped by then.
    void deliver(std::function<void()> message) const { m_deliver(std::move(message)); }

private:
    RunControl m_run;
    Post m_deliver;
};

/// Runs on the lane's thread. An exception that leaves it becomes a Backend error.
using Job = std::function<Status(const JobControl& control)>;

/// From most to least urgent. A measurement waits until no picture is waiting; running jobs are not interrupted.
enum class Urgency {
    Picture,     ///< the user is waiting for it
    Measurement, ///< takes long, as the user expects
};

struct Request {
    /// Makes the job. Called on the owner's thread just before the job starts, so that it uses the state at that time.
    /// Must not call the lane.
    std::function<Job()> prepare = {};
    /// Receives the stage, units done and total units (0 if unknown), at most every 30 ms. May be empty.
    ProgressSink progress = {};
    /// Called once when the request is over, with the error if it failed; never if it was dropped. May be empty.
    std::function<void(RequestState state, const std::optional<Error>& error)> ended = {};
    Urgency urgency = Urgency::Picture;
};

class Lane {
public:
    Lane(std::unique_ptr<Runner> runner, Post post);
    /// Stops the running job and waits for it. No more callbacks are called.
    ~Lane();
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    /// Starts the request at once if no job is running. Equally urgent requests run in the order of submission.
    RequestId submit(Request request);
    /// Cancels a waiting request, or asks a running job to end. Its further messages and its end are still passed on,
    /// since it may have results worth keeping. Has no effect on a request that is over.
    void stop(RequestId id);
    /// Like stop(), but calls none of its callbacks any more, so the caller can continue immediately.
    void drop(RequestId id);

    /// None for a request whose end was reported, or that was dropped before it started.
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

    std::vector<Entry> m_entries; // requests whose end was not reported, in the order of submit()
    std::uint64_t m_last = 0;
    Post m_post;
    std::shared_ptr<Lane*> m_self; // points to null once the lane is destroyed: pending messages may outlive it
    std::unique_ptr<Runner> m_runner;
};

// Keeps only the newest request of a series: each ask() replaces the one before. Used for input that is typed, dragged
// or chosen, when a new request may come before the last result. Several objects may share a lane: each replaces only
// its own request.

class Newest {
public:
    explicit Newest(Lane& lane) : m_lane(lane) {}
    ~Newest() { drop(); }
    Newest(const Newest&) = delete;
    Newest& operator=(const Newest&) = delete;

    /// Submits `request` and drops the one before.
    void ask(Request request) {
        drop();
        m_id = m_lane.submit(std::move(request));
    }
    /// Call Lane::stop() or Lane::drop() for the newest request.
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

    /// None if its end was reported, if it was dropped, or before the first ask().
    [[nodiscard]] std::optional<RequestState> state() const { return m_id ? m_lane.stateOf(*m_id) : std::nullopt; }
    [[nodiscard]] bool isOpen() const { return state().has_value(); }
    /// The newest request unless dropped; callers compare it to detect a newer one.
    [[nodiscard]] std::optional<RequestId> id() const { return m_id; }

private:
    Lane& m_lane;
    std::optional<RequestId> m_id;
};

// The thread of a Lane. It starts with the first job, so that an unused lane costs nothing.

class JobThread final : public Runner {
public:
    void run(std::function<void()> job) override;

private:
    void loop(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::function<void()> m_next; // guarded by m_mutex; empty: none
    std::jthread m_thread;        // last: it uses all of the above
};

} // namespace batchscope
