// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: one thread that alone runs the pipeline and LibTorch, so that the window never waits. One job runs, one waits;
// a newer job stops the running one and replaces the waiting one. Beside that of core/tree/tree_cache.h, this is the
// only mutex of the program.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace batchscope {

class Worker {
public:
    /// Runs on the worker thread; polls the token.
    using Job = std::function<void(std::stop_token)>;

    Worker();
    /// Stops the running job and waits for it.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Any thread.
    void submit(Job job);
    /// Stops the running job and forgets the waiting one. Any thread.
    void cancel();

private:
    void loop(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::optional<Job> m_waiting; // guarded by m_mutex
    std::stop_source m_running;   // guarded by m_mutex: of the job that runs or ran last
    std::jthread m_thread;        // last: it uses all of the above
};

} // namespace batchscope
