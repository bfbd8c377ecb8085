// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/peak_memory.h"

#include <fstream>
#include <string>

namespace batchscope {

void restartPeakMemory() {
    std::ofstream("/proc/self/clear_refs") << "5"; // Linux: resets VmHWM
}

std::size_t peakMemory() {
    constexpr std::size_t kKibi = 1024;
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (std::size_t kibibytes = 0; word == "VmHWM:" && status >> kibibytes) {
            return kibibytes * kKibi;
        }
    }
    return 0;
}

} // namespace batchscope
