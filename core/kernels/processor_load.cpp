// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/processor_load.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include <sched.h>
#include <unistd.h>

namespace batchscope {

namespace {

/// Seconds between readings; the system counts in hundredths of a second.
constexpr double kInterval = 0.1;

/// After a long pause the average says little about the present, so the next reading comes soon.
constexpr double kLongPause = 1.0;
constexpr double kSoon = 0.05;

/// Removes and returns the next word; empty at the end.
std::string_view nextWord(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(word.size());
    return word;
}

/// Returns -1 if the word is not a number.
double numberOf(std::string_view word) {
    unsigned long long number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size() ? static_cast<double>(number) : -1.0;
}

/// Sums user, nice, system, irq, softirq and steal, without idle and iowait; user already includes guests.
double busyTicks(std::string_view line) {
    constexpr int kColumns = 8;
    constexpr int kIdle = 3;
    constexpr int kWaiting = 4;
    double ticks = 0.0;
    for (int column = 0; column < kColumns; ++column) {
        const double number = numberOf(nextWord(line));
        if (column != kIdle && column != kWaiting) {
            ticks += std::max(number, 0.0);
        }
    }
    return ticks;
}

} // namespace

double busySeconds(std::string_view procStat, double ticksPerSecond, const std::function<bool(int processor)>& isOurs) {
    constexpr std::string_view kName = "cpu";
    double ticks = 0.0;
    while (procStat.starts_with(kName)) { // these lines come first
        const std::size_t end = std::min(procStat.find('\n'), procStat.size());
        std::string_view line = procStat.substr(kName.size(), end - kName.size());
        procStat.remove_prefix(std::min(end + 1, procStat.size()));
        const bool isSum = line.starts_with(' ');
        const double processor = isSum ? -1.0 : numberOf(nextWord(line));
        if (processor >= 0.0 && isOurs(static_cast<int>(processor))) {
            ticks += busyTicks(line);
        }
    }
    return ticksPerSecond > 0.0 ? ticks / ticksPerSecond : 0.0;
}

int ourProcessors() {
    cpu_set_t ours;
    CPU_ZERO(&ours);
    const bool isKnown = sched_getaffinity(0, sizeof(ours), &ours) == 0;
    return std::max(1, isKnown ? CPU_COUNT(&ours) : static_cast<int>(std::thread::hardware_concurrency()));
}

ProcessorTimes processorTimes() {
    std::ifstream file("/proc/stat");
    std::ostringstream text;
    text << file.rdbuf();
    cpu_set_t ours;
    CPU_ZERO(&ours);
    timespec own = {};
    if (!file || sched_getaffinity(0, sizeof(ours), &ours) != 0 || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own) != 0) {
        return {};
    }
    const auto isOurs = [&](int processor) { return processor < CPU_SETSIZE && CPU_ISSET(processor, &ours); };
    return {busySeconds(text.str(), static_cast<double>(sysconf(_SC_CLK_TCK)), isOurs),
            static_cast<double>(own.tv_sec) + static_cast<double>(own.tv_nsec) * 1e-9};
}

double LoadMeter::others(double now) {
    if (now < m_next) {
        return m_others;
    }
    const ProcessorTimes times = m_read();
    const double passed = now - m_lastAt;
    if (m_hasReading && passed > 0.0) {
        m_others = std::max(0.0, (times.all - m_last.all - (times.own - m_last.own)) / passed);
    }
    m_next = now + (m_hasReading && passed < kLongPause ? kInterval : kSoon);
    m_hasReading = true;
    m_last = times;
    m_lastAt = now;
    return m_others;
}

int threadsThatFit(int wanted, int processors, double others) {
    // A load below half a processor does not cost the team a thread.
    const auto free = static_cast<int>(std::floor(static_cast<double>(processors) - others + 0.5));
    return std::max(1, std::min(wanted, std::min(processors, free)));
}

} // namespace batchscope
