// SPDX-License-Identifier: GPL-3.0-or-later
//
// What happens at a moment of the animation, in plain words made from the real data: the caption of the window, of
// every exported frame and of screen readers.
#pragma once

#include "core/session/snapshot.h"

#include <string>

namespace batchscope {

/// Two layers, of one or two sentences each.
struct Caption {
    std::string what;    ///< happens; empty without a schedule
    std::string because; ///< why that may be done, or what it saves; empty where there is nothing to say
    [[nodiscard]] std::string text() const; ///< both
};

/// Times are told where the snapshot has a trace. Cost: linear in the nodes of the present batch, and in its
/// candidates.
[[nodiscard]] Caption captionAt(const Snapshot& snapshot, double t);

} // namespace batchscope
