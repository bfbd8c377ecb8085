// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/recorded_state.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

TensorSummary summaryOf(std::span<const double> row) {
    TensorSummary summary;
    summary.width = static_cast<std::int32_t>(row.size());
    double sum = 0.0;
    double squares = 0.0;
    std::size_t finite = 0;
    for (const double value : row) {
        if (!std::isfinite(value)) {
            ++summary.notFinite;
            continue;
        }
        const auto narrow = static_cast<float>(value);
        summary.min = finite == 0 ? narrow : std::min(summary.min, narrow);
        summary.max = finite == 0 ? narrow : std::max(summary.max, narrow);
        sum += value;
        squares += value * value;
        ++finite;
    }
    summary.mean = finite == 0 ? 0.0F : static_cast<float>(sum / static_cast<double>(finite));
    summary.l2 = static_cast<float>(std::sqrt(squares));
    for (std::size_t index = 0; index < std::min(row.size(), TensorSummary::kFirstValues); ++index) {
        summary.first[index] = static_cast<float>(row[index]);
    }
    return summary;
}

std::vector<double> RecordedState::row(Value value) const {
    std::vector<double> numbers;
    read(value, numbers);
    return numbers;
}

} // namespace batchscope
