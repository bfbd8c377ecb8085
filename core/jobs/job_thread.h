// SPDX-License-Identifier: GPL-3.0-or-later
//
// The thread of a Lane. It starts with the first job, so that an unused lane costs nothing.
#pragma once

#include "core/jobs/lane.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace batchscope {

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
