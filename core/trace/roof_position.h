// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a batch is under the machine's roofline (Williams, Waterman and Patterson 2009): how much it computes for each
// byte that it moves, how fast it did, and how fast the machine could. So it can be told whether a launch is slow
// because it is small, because memory is, or not at all.
//
//     roof(intensity) = min(multiply-adds of the machine, intensity · bytes that its memory moves)
//
// The roof of memory is that of copies far beyond the caches; a batch whose rows are in a cache may pass it.
#pragma once

#include "core/trace/batch_view.h"

#include <chrono>
#include <optional>

namespace batchscope {

/// The most that the machine does a second, on as many threads as the run had; 0: not measured.
struct MachineRoof {
    double flops = 0.0; ///< a fused multiply-add counts as two
    double bytes = 0.0; ///< moved: read and written
    bool operator==(const MachineRoof&) const = default;
    [[nodiscard]] bool isKnown() const { return flops > 0.0 && bytes > 0.0; }
};

struct RoofPosition {
    double intensity = 0.0;     ///< floating-point operations a byte
    double flops = 0.0;         ///< a second
    double roof = 0.0;          ///< operations a second that the machine could do at this intensity
    bool isMemoryBound = false; ///< the roof is that of memory

    [[nodiscard]] double share() const { return flops / roof; }
};

/// Of the forward pass of a batch that took so long. None where nothing was computed, or what was is not known (plain
/// bodies), or the machine was not measured.
[[nodiscard]] std::optional<RoofPosition> roofPosition(const BatchView& batch, std::chrono::nanoseconds duration,
                                                       const MachineRoof& roof);

} // namespace batchscope
