// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/memory_text.h"

#include "core/base/counted.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

struct MemoryPeakWords {
    std::string_view size;
    double share = 0.0; ///< of what is held, 0 … 1
    std::string_view batch;
    std::string_view op;
    std::string_view rows;
    bool isForwardAlone = false; ///< the run trains, and this is what it would need without its backward pass
};

constexpr std::string_view kConstantHolder = "constants";

/// "At most 3.1 MiB of it (26%) are still needed at one time, in batch 12 (children ×40)."
std::string neededAtMost(const MemoryPeakWords& peak) {
    constexpr double kPercent = 100.0;
    const std::string size = fmt::format("{} of it ({:.0f}%)", peak.size, kPercent * peak.share);
    const std::string batch = fmt::format("in batch {} ({} ×{})", peak.batch, peak.op, peak.rows);
    return peak.isForwardAlone ? fmt::format("A forward pass alone would need at most {} at one time, {}.", size, batch)
                               : fmt::format("At most {} are still needed at one time, {}.", size, batch);
}

std::string readUntil(std::string_view first, std::string_view last) {
    return first == last ? fmt::format("read until batch {}", last)
                         : fmt::format("read until batches {} to {}", first, last);
}

} // namespace

std::string memorySummary(const OpGraph& graph, const Schedule& schedule, const MemoryUse& use) {
    if (!use.peak.valid()) {
        return {};
    }
    const std::string held = formatBytes(use.held);
    const std::string first =
        use.withGradients ? fmt::format("The forward pass holds {} at its end: no row is freed, because the backward "
                                        "pass reads them. With their gradients, training holds {}: that is its peak.",
                                        held, formatBytes(*use.withGradients))
        : use.trains
            ? fmt::format("The forward pass holds {} at its end: no row is freed, because the backward pass reads "
                          "them. Their gradients come on top (LibTorch makes them; they are not counted).",
                          held)
        : use.passes
            ? fmt::format("The run holds {} at its end: the engine frees no row, because its memory is the recording.",
                          held)
            : fmt::format("The run holds {} of values at its end: none is freed, because they are the recording.",
                          held);
    return first + ' ' +
           neededAtMost(
               {.size = formatBytes(use.peakBytes()),
                .share = use.held == 0 ? 0.0 : static_cast<double>(use.peakBytes()) / static_cast<double>(use.held),
                .batch = ordinal(use.peak.index()),
                .op = graph.opOf(schedule.batchSignatures[use.peak]).name,
                .rows = withThousands(schedule.batchSize(use.peak)),
                .isForwardAlone = use.trains});
}

std::string memoryOfStep(const MemoryUse& use, BatchId step) {
    const std::string needed = formatBytes(use.needed[step.index()]);
    const std::string written = formatBytes(use.written[step.index()]);
    return use.peak == step ? fmt::format("{} needed, the most of all batches, of {} written so far", needed, written)
                            : fmt::format("{} needed of {} written so far", needed, written);
}

std::string holderText(const MemoryHolder& holder) {
    switch (holder.kind) {
    case MemoryHolder::Kind::Value: return fmt::format("{}, output {}", holder.name, holder.output);
    case MemoryHolder::Kind::Inside: return fmt::format("inside {}", holder.name);
    case MemoryHolder::Kind::Input:
        return holder.name.empty() ? std::string(kConstantHolder) : fmt::format("rows of {}", holder.name);
    case MemoryHolder::Kind::Product:
        return fmt::format("products of {} with {}", holder.of.empty() ? kConstantHolder : std::string_view(holder.of),
                           holder.name);
    case MemoryHolder::Kind::Gathered: return fmt::format("gathered for {}", holder.name);
    }
    return {};
}

std::string holderEndText(const MemoryHolder& holder) {
    if (holder.requested == holder.rows) {
        return std::string("asked for: kept to the end");
    }
    const std::string read = readUntil(ordinal(holder.firstFreed.index()), ordinal(holder.lastFreed.index()));
    return holder.requested == 0 ? read
                                 : fmt::format("{}; {} of them asked for", read, withThousands(holder.requested));
}

} // namespace batchscope
