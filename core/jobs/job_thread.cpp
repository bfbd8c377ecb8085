// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/job_thread.h"

#include <utility>

namespace batchscope {

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
