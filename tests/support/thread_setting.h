// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sets the number of threads of the process for one test, which gets that many however busy the machine is, and
// restores the number for later tests.
#pragma once

#include "core/exec/machine.h"
#include "core/kernels/thread_team.h"

namespace batchscope::testing {

class ThreadSetting {
public:
    explicit ThreadSetting(int threads, TeamPolicy policy = TeamPolicy::Always) : m_before(threadCount()) {
        setThreadCount(threads);
        setTeamPolicy(policy);
    }
    ThreadSetting(const ThreadSetting&) = delete;
    ThreadSetting& operator=(const ThreadSetting&) = delete;
    ~ThreadSetting() {
        setTeamPolicy(TeamPolicy::Adaptive);
        setThreadCount(m_before);
    }

private:
    int m_before;
};

} // namespace batchscope::testing
