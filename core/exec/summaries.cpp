// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/summaries_torch.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

template <typename T>
TensorSummary summaryOf(std::span<const T> row) {
    TensorSummary summary;
    summary.width = static_cast<std::int32_t>(row.size());
    double sum = 0.0;
    double squares = 0.0;
    std::size_t finite = 0;
    for (const T element : row) {
        const auto value = static_cast<double>(element);
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

TensorSummary summaryAt(const at::Tensor& store, std::size_t row) {
    const auto width = static_cast<std::size_t>(store.size(1));
    if (store.scalar_type() == at::kFloat) {
        return summaryOf(std::span<const float>(store.data_ptr<float>() + row * width, width));
    }
    return summaryOf(std::span<const double>(store.data_ptr<double>() + row * width, width));
}

} // namespace

Status recordSummaries(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan, Execution& execution,
                       const RunControl& control) {
    constexpr std::size_t kNodesBetweenPolls = 1024;
    Trace& trace = execution.trace();
    trace.summaryOffsets.reserve(graph.size() + 1);
    trace.summaryOffsets.push_back(0);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        if (index % kNodesBetweenPolls == 0 && control.stopRequested()) {
            return cancelledError();
        }
        const NodeId node(index);
        for (std::uint32_t output = 0; output < graph.opOf(node).outputs(); ++output) {
            const Block place = rowOf(schedule, plan, {node, output});
            trace.summaries.push_back(summaryAt(execution.stores().stores[place.store], place.firstRow));
        }
        trace.summaryOffsets.push_back(static_cast<std::uint32_t>(trace.summaries.size()));
    }
    return Ok{};
}

} // namespace batchscope
