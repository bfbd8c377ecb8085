// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long a sweep goes on, guessed from the cells that are measured: whoever waits wants to know whether it is seconds
// or hours. A cell is taken to cost what the most similar one cost, in proportion to its trees and steps. That is too
// much where a step has fixed costs, so the guess falls faster than time goes by; it never ends in waiting for longer
// than was said, unless other processes use the machine.
#pragma once

#include "core/exec/work.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace batchscope {

/// What is known of a cell before it is measured.
struct PlannedCell {
    std::string model;
    Work work = Work::Inference;
    int threads = 1;
    std::int32_t dim = 0;
    std::size_t trees = 0; ///< a step
    std::size_t steps = 0; ///< planned, of all arms
};

class RemainingTime {
public:
    /// In the order in which they are measured.
    explicit RemainingTime(std::vector<PlannedCell> cells) : m_cells(std::move(cells)) {}

    /// The next cell took this long.
    void add(double seconds) { m_seconds.push_back(seconds); }
    /// Seconds from now on, where `share` (0 to 1) of the next cell took `spent` seconds. None while nothing is known,
    /// and none after the last cell.
    [[nodiscard]] std::optional<double> left(double share, double spent) const;

private:
    std::vector<PlannedCell> m_cells;
    std::vector<double> m_seconds; // of the first ones
};

} // namespace batchscope
