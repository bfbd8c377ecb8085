// SPDX-License-Identifier: GPL-3.0-or-later
//
// The values of a finished run, read one by one on demand. The memory of the run is kept, so recording costs nothing
// during the run, and readers do not depend on its layout.
//
//     if (snapshot.recorded) { const TensorSummary summary = snapshot.recorded->summary({node, 0}); }
//
// The values are never written again: any number of threads may read them, also while the engine runs the next graph.
#pragma once

#include "core/graph/signature.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

/// A summary of one value (a row). Minimum, maximum, mean and norm are over its finite numbers.
struct TensorSummary {
    static constexpr std::size_t kFirstValues = 8;
    std::int32_t width = 0;
    float min = 0.0F;
    float max = 0.0F;
    float mean = 0.0F;
    float l2 = 0.0F;
    std::uint32_t notFinite = 0;
    std::array<float, kFirstValues> first = {}; ///< the first min(width, 8) values
};

[[nodiscard]] TensorSummary summaryOf(std::span<const double> row);

class RecordedState {
public:
    RecordedState() = default;
    RecordedState(const RecordedState&) = delete;
    RecordedState& operator=(const RecordedState&) = delete;
    virtual ~RecordedState() = default;

    /// Replaces `row` by the value, widened to double. Works for every output of every node of the graph that ran.
    virtual void read(Value value, std::vector<double>& row) const = 0;
    /// The memory kept for the numbers, in bytes.
    [[nodiscard]] virtual std::size_t bytes() const = 0;

    [[nodiscard]] std::vector<double> row(Value value) const;
    [[nodiscard]] TensorSummary summary(Value value) const { return summaryOf(row(value)); }
};

} // namespace batchscope
