// SPDX-License-Identifier: GPL-3.0-or-later
//
// Helpers for tests of lanes: messages and jobs run when a test says so.
#pragma once

#include "core/jobs/lane.h"

#include <gtest/gtest.h>

#include <array>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string_view>
#include <utility>

namespace batchscope {

inline std::string_view nameOf(RequestState state) {
    constexpr std::array<std::string_view, 6> kNames = {"waiting", "running", "stopping",
                                                        "done",    "failed",  "cancelled"};
    return kNames.at(static_cast<std::size_t>(state));
}

/// Messages for the owner's thread, which here is the test's.
class Mail {
public:
    Post post() {
        return [this](std::function<void()> message) {
            const std::scoped_lock lock(m_mutex);
            m_messages.push_back(std::move(message));
            m_arrived.notify_one();
        };
    }

    /// Handles the oldest one; false when there is none.
    bool handleOne() {
        std::function<void()> message;
        {
            const std::scoped_lock lock(m_mutex);
            if (m_messages.empty()) {
                return false;
            }
            message = std::move(m_messages.front());
            m_messages.pop_front();
        }
        message();
        return true;
    }
    void handleAll() {
        while (handleOne()) {
        }
    }
    void wait() {
        std::unique_lock lock(m_mutex);
        m_arrived.wait(lock, [this] { return !m_messages.empty(); });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<std::function<void()>> m_messages;
};

/// Holds the job until the test has it run.
class HeldRunner final : public Runner {
public:
    explicit HeldRunner(std::function<void()>& held) : m_held(held) {}
    void run(std::function<void()> job) override {
        EXPECT_FALSE(m_held) << "two jobs at a time";
        m_held = std::move(job);
    }

private:
    std::function<void()>& m_held;
};

} // namespace batchscope
