// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/roof_position.h"

#include <algorithm>

namespace batchscope {

std::optional<RoofPosition> roofPosition(const BatchView& batch, std::chrono::nanoseconds duration,
                                         const MachineRoof& roof) {
    const double seconds = std::chrono::duration<double>(duration).count();
    if (!(batch.flops > 0.0) || batch.bytesMoved == 0 || !(seconds > 0.0) || !roof.isKnown()) {
        return std::nullopt;
    }
    RoofPosition position;
    position.intensity = batch.flops / static_cast<double>(batch.bytesMoved);
    position.flops = batch.flops / seconds;
    const double ofMemory = position.intensity * roof.bytes;
    position.isMemoryBound = ofMemory < roof.flops;
    position.roof = std::min(ofMemory, roof.flops);
    return position;
}

} // namespace batchscope
