// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/recording_history.h"

#include "core/base/check.h"

#include <utility>

namespace batchscope {

void RecordingHistory::add(RecordedRun run) {
    BATCHSCOPE_CHECK(run.values != nullptr);
    std::erase_if(m_runs, [&run](const RecordedRun& before) { return before.config == run.config; });
    m_runs.push_back(std::move(run));
    while (m_runs.size() > 1 && (m_runs.size() > m_bound.runs || bytes() > m_bound.bytes)) {
        m_runs.erase(m_runs.begin());
    }
}

std::size_t RecordingHistory::bytes() const {
    std::size_t bytes = 0;
    for (const RecordedRun& run : m_runs) {
        bytes += run.values->bytes();
    }
    return bytes;
}

} // namespace batchscope
