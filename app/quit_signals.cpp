// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/quit_signals.h"

#include "core/base/check.h"

#include <QSocketNotifier>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>

#include <fcntl.h>
#include <unistd.h>

namespace batchscope {

namespace {

constexpr std::array kSignals = {SIGTERM, SIGHUP, SIGINT};

std::array<int, 2> quitPipe = {-1, -1};    // read end, write end; of the only object
std::atomic<std::int64_t> quitAskedAt = 0; // in milliseconds of the monotonic clock; 0: not yet
static_assert(decltype(quitAskedAt)::is_always_lock_free, "a signal handler may not wait for a lock");

std::int64_t millisecondsNow() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

extern "C" void onQuitSignal(int signal) {
    constexpr int kEndedBySignal = 128; // as shells count
    constexpr std::int64_t kSameRequest = 1000;
    const std::int64_t now = millisecondsNow();
    std::int64_t asked = 0;
    if (!quitAskedAt.compare_exchange_strong(asked, now)) {
        if (now - asked > kSameRequest) {
            _exit(kEndedBySignal + signal);
        }
        return;
    }
    const int before = errno; // of what was interrupted
    const char byte = 1;
    (void)!write(quitPipe[1], &byte, 1);
    errno = before;
}

void handle(int signal) {
    struct sigaction present {};
    if (sigaction(signal, nullptr, &present) == 0 && present.sa_handler == SIG_IGN) {
        return;
    }
    struct sigaction wanted {};
    wanted.sa_handler = onQuitSignal;
    wanted.sa_flags = SA_RESTART;
    sigemptyset(&wanted.sa_mask);
    sigaction(signal, &wanted, nullptr);
}

} // namespace

QuitSignals::QuitSignals(QObject* parent) : QObject(parent) {
    BATCHSCOPE_CHECK(quitPipe[0] < 0);
    quitAskedAt = 0;
    if (pipe2(quitPipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return; // no descriptors are left: signals end the program as they always did
    }
    m_notifier = new QSocketNotifier(quitPipe[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &QuitSignals::read);
    for (const int signal : kSignals) {
        handle(signal);
    }
}

QuitSignals::~QuitSignals() {
    if (m_notifier == nullptr) {
        return;
    }
    const bool isQuitting = quitAskedAt != 0; // then the handler stays: the second signal of one request may come late
    for (const int signal : kSignals) {
        struct sigaction present {};
        if (!isQuitting && sigaction(signal, nullptr, &present) == 0 && present.sa_handler == onQuitSignal) {
            std::signal(signal, SIG_DFL);
        }
    }
    m_notifier->setEnabled(false);
    close(quitPipe[0]);
    close(quitPipe[1]);
    quitPipe = {-1, -1};
}

void QuitSignals::read() {
    m_notifier->setEnabled(false);
    emit quitRequested();
}

} // namespace batchscope
