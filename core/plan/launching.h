// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many batches one launch may serve. Batching is measured as regular over folded on the same kernels, so a regular
// run must not be batched in disguise: what passes gain by putting rows of several nodes into one launch belongs to
// folding and is off there; what they gain by doing less for each node is on in both (README.md).
#pragma once

#include "core/schedule/schedule.h"

#include <cstdint>

namespace batchscope {

enum class Launching : std::uint8_t {
    Shared,   ///< a launch takes every row that is ready and wanted, whichever batch reads it
    PerBatch, ///< a launch takes only what its own batch reads; with batches of one, rows of one node
};

/// PerBatch where every node runs alone, as under the policy `regular`; Shared under every other.
[[nodiscard]] inline Launching launchingOf(const Schedule& schedule) {
    return schedule.rule == BatchRule::OneByOne ? Launching::PerBatch : Launching::Shared;
}

} // namespace batchscope
