// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/interrupt_watch.h"

#include <thread>

#include <unistd.h>

namespace batchscope {

InterruptWatch::InterruptWatch(std::initializer_list<int> signalNumbers, std::chrono::milliseconds oneRequest) {
    sigset_t watched{};
    sigemptyset(&watched);
    for (const int signal : signalNumbers) {
        struct sigaction present {};
        if (sigaction(signal, nullptr, &present) != 0 || present.sa_handler != SIG_IGN) {
            sigaddset(&watched, signal);
        }
    }
    pthread_sigmask(SIG_BLOCK, &watched, nullptr); // before any other thread starts: all inherit it
    // Sleeps until the process ends and may wake after this object is destroyed, so it uses only copies.
    std::thread([watched, oneRequest, stop = m_stop]() mutable {
        constexpr int kEndedBySignal = 128; // like shells
        int signal = 0;
        sigwait(&watched, &signal);
        const auto asked = std::chrono::steady_clock::now();
        stop.request_stop();
        do {
            sigwait(&watched, &signal);
        } while (std::chrono::steady_clock::now() - asked < oneRequest);
        _exit(kEndedBySignal + signal);
    }).detach();
}

} // namespace batchscope
