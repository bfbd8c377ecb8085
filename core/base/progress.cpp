// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/progress.h"

namespace batchscope {

void RunControl::report(std::string_view stage, std::size_t done, std::size_t total) const {
    constexpr std::chrono::milliseconds kInterval(30);
    if (!m_sink) {
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    const bool finished = total != 0 && done >= total;
    if (!finished && now - m_last < kInterval) {
        return;
    }
    m_last = now;
    m_sink(stage, done, total);
}

} // namespace batchscope
