// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/interrupt_watch.h"

#include <csignal>
#include <thread>

#include <unistd.h>

namespace batchscope {

InterruptWatch::InterruptWatch() {
    sigset_t signals{};
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr); // before any other thread starts: all inherit it
    // Sleeps until the process ends, and so may wake when this object is gone: what it reads is its own.
    std::thread([signals, stop = m_stop]() mutable {
        constexpr int kInterrupted = 130;
        int signal = 0;
        sigwait(&signals, &signal);
        stop.request_stop();
        sigwait(&signals, &signal);
        _exit(kInterrupted);
    }).detach();
}

} // namespace batchscope
