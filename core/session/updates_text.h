// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fewer updates, or other gradients? With larger mini-batches an epoch has fewer updates, and that changes what is
// learned. Folding must not be blamed for it: whether it changes a gradient is compared (run_report.h).
#pragma once

#include "core/trace/run_report.h"

#include <cstddef>
#include <optional>
#include <string>

namespace batchscope {

struct EpochUpdates {
    std::size_t trees = 0; ///< of an epoch, at least 1
    std::size_t batch = 0; ///< trees of one update, at least 1
    [[nodiscard]] std::size_t updates() const { return (trees + batch - 1) / batch; }
};

/// How many updates an epoch has with these mini-batches and with one tree each, whether folding changes them (empty:
/// not compared), and what to compare then.
[[nodiscard]] std::string updatesText(const EpochUpdates& epoch, const std::optional<GradientReport>& gradients);

} // namespace batchscope
