// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much other processes used the machine while something was timed: read from the kernel before and after, so the
// timed work itself pays nothing.
#pragma once

#include "core/base/clock.h"
#include "core/trace/speed_report.h"

namespace batchscope {

/// Watches from its construction on. Where the system does not tell (no /proc), no other process is seen.
class LoadProbe {
public:
    /// `threads` are those that the work may use.
    explicit LoadProbe(int threads);
    /// Since construction. Others are counted in ticks of a hundredth of a second: watch for a tenth at least.
    [[nodiscard]] MachineLoad load() const;

private:
    struct Counters {
        double waited = 0.0;   ///< seconds that threads of this process were ready and had no processor
        double own = 0.0;      ///< processor seconds of this process
        double everyone = 0.0; ///< processor seconds of all, stolen ones among them
    };
    [[nodiscard]] static Counters now();

    int m_threads;
    Clock::time_point m_start;
    Counters m_before;
};

} // namespace batchscope
