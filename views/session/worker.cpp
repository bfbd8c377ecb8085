// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/worker.h"

namespace batchscope {

Worker::Worker() : m_thread([this](const std::stop_token& stop) { loop(stop); }) {}

Worker::~Worker() {
    cancel();
    m_thread.request_stop(); // wakes the wait below
}

void Worker::submit(Job job) {
    const std::scoped_lock lock(m_mutex);
    m_running.request_stop();
    m_waiting = std::move(job);
    m_wake.notify_one();
}

void Worker::cancel() {
    const std::scoped_lock lock(m_mutex);
    m_running.request_stop();
    m_waiting.reset();
}

void Worker::loop(const std::stop_token& stop) {
    for (;;) {
        Job job;
        std::stop_token jobStop;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return m_waiting.has_value(); })) {
                return;
            }
            job = std::move(*m_waiting);
            m_waiting.reset();
            m_running = std::stop_source();
            jobStop = m_running.get_token();
        }
        job(jobStop);
    }
}

} // namespace batchscope
