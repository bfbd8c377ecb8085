// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lines that rows take from block to block: one curve for each pair of blocks, and bundles where many go from one
// column of blocks to another, so that the folded graph shows where rows go, not a web.
#pragma once

#include "views/canvas/scene/scene.h"

#include <span>
#include <vector>

namespace batchscope {

/// A cubic curve, in pixels.
struct Arc {
    QPointF from;
    QPointF out; ///< control points
    QPointF in;
    QPointF to;

    /// 0 … 1: `from` … `to`.
    [[nodiscard]] QPointF at(double share) const;
};

/// From the source block's edge to the target's: blocks of one column are joined on their left, where all begin, others
/// from right to left.
[[nodiscard]] Arc arcOf(const Scene& scene, const Flow& flow);

/// Width of an arrow that brings so many rows: grows slowly, so that 2,000 rows still leave room for others.
[[nodiscard]] double flowWidth(std::size_t rows);

struct Stroke {
    Arc arc;
    std::size_t rows = 0;
    bool isViewed = false; ///< nothing is copied
};

/// All of these flows. Where at least three go from one column to the same other one, they meet beside their blocks and
/// share one curve between the columns.
[[nodiscard]] std::vector<Stroke> bundled(const Scene& scene, std::span<const Flow> flows);

} // namespace batchscope
