// SPDX-License-Identifier: GPL-3.0-or-later
//
// What happens at a moment of the animation, in plain words made from the real data: the caption of the window, of
// every exported frame and of screen readers.
#pragma once

#include "core/session/snapshot.h"

#include <string>

namespace batchscope {

/// One or two sentences; empty without a schedule. Times are told where the snapshot has a trace. Cost: linear in the
/// nodes of the present batch, and in its candidates.
[[nodiscard]] std::string captionAt(const Snapshot& snapshot, double t);

} // namespace batchscope
