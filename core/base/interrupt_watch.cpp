// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/interrupt_watch.h"

#include <thread>

#include <unistd.h>

namespace batchscope {

InterruptWatch::InterruptWatch() {
    sigemptyset(&m_signals);
    sigaddset(&m_signals, SIGINT);
    sigaddset(&m_signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &m_signals, nullptr); // before any other thread starts: all inherit it
    std::thread([this] { wait(); }).detach();        // sleeps until the process ends
}

void InterruptWatch::wait() {
    constexpr int kInterrupted = 130;
    int signal = 0;
    sigwait(&m_signals, &signal);
    m_stop.request_stop();
    sigwait(&m_signals, &signal);
    _exit(kInterrupted);
}

} // namespace batchscope
