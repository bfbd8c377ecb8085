// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/memory_text.h"

#include "core/base/counted.h"
#include "core/words/memory_words.h"

namespace batchscope {

std::string memorySummary(const OpGraph& graph, const Schedule& schedule, const MemoryUse& use) {
    if (!use.peak.valid()) {
        return {};
    }
    const std::string held = formatBytes(use.held);
    const std::string first = use.withGradients ? words::heldWithGradients(held, formatBytes(*use.withGradients))
                              : use.trains      ? words::heldByTraining(held)
                              : use.passes      ? words::heldByEngine(held)
                                                : words::heldByBodies(held);
    return first + ' ' +
           words::neededAtMost(
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
    return use.peak == step ? words::mostNeededInStep(needed, written) : words::neededInStep(needed, written);
}

std::string holderText(const MemoryHolder& holder) {
    switch (holder.kind) {
    case MemoryHolder::Kind::Value: return words::valueHolder(holder.name, holder.output);
    case MemoryHolder::Kind::Inside: return words::insideHolder(holder.name);
    case MemoryHolder::Kind::Input:
        return holder.name.empty() ? std::string(words::kConstantHolder) : words::tableHolder(holder.name);
    case MemoryHolder::Kind::Product:
        return words::productHolder(holder.of.empty() ? words::kConstantHolder : std::string_view(holder.of),
                                    holder.name);
    case MemoryHolder::Kind::Gathered: return words::gatheredHolder(holder.name);
    }
    return {};
}

std::string holderEndText(const MemoryHolder& holder) {
    if (holder.requested == holder.rows) {
        return std::string(words::kKeptForTheEnd);
    }
    const std::string read = words::readUntil(ordinal(holder.firstFreed.index()), ordinal(holder.lastFreed.index()));
    return holder.requested == 0 ? read : words::andAskedFor(read, withThousands(holder.requested));
}

} // namespace batchscope
