// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace.h"

namespace batchscope {

const char* phaseName(Phase phase) {
    switch (phase) {
    case Phase::Gather: return "gather";
    case Phase::Compute: return "compute";
    case Phase::Scatter: return "scatter";
    }
    return "";
}

BatchTime Trace::timeOf(BatchId batch) const {
    BatchTime time;
    for (const Event& event : events) {
        if (event.batch == batch) {
            time.phases[static_cast<std::size_t>(event.phase)] += event.duration;
            time.total += event.duration;
        }
    }
    return time;
}

const BatchExecution* Trace::executionOf(BatchId batch) const {
    return batch.valid() && batch.index() < batches.size() ? &batches[batch.index()] : nullptr;
}

std::span<const OperandExecution> Trace::operandsOf(BatchId batch) const {
    const BatchExecution* const execution = executionOf(batch);
    return execution == nullptr ? std::span<const OperandExecution>()
                                : std::span(operands).subspan(execution->firstOperand, execution->operands);
}

BatchExecution Trace::total() const {
    BatchExecution sum = start;
    for (const BatchExecution& batch : batches) {
        sum += batch;
    }
    return sum;
}

std::vector<std::chrono::nanoseconds> Trace::batchDurations(std::size_t count) const {
    std::vector<std::chrono::nanoseconds> durations(count, std::chrono::nanoseconds{0});
    for (const Event& event : events) {
        durations[event.batch.index()] += event.duration;
    }
    return durations;
}

} // namespace batchscope
