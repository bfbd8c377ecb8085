// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a test that sets the process' threads must leave them as they were for the tests after it.
#pragma once

#include "core/exec/machine.h"

namespace batchscope::testing {

class ThreadSetting {
public:
    explicit ThreadSetting(int threads) : m_before(threadCount()) { setThreadCount(threads); }
    ThreadSetting(const ThreadSetting&) = delete;
    ThreadSetting& operator=(const ThreadSetting&) = delete;
    ~ThreadSetting() { setThreadCount(m_before); }

private:
    int m_before;
};

} // namespace batchscope::testing
