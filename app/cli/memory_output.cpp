// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memory_output.h"

#include "core/base/text.h"
#include "core/session/memory_text.h"
#include "core/words/schedule_words.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace batchscope {

namespace {

constexpr std::string_view kKinds[] = {"value", "inside", "input", "product", "gathered"}; // MemoryHolder::Kind

std::string opOfStep(const OpGraph& graph, const Schedule& schedule, std::size_t step) {
    return graph.opOf(schedule.batchSignatures[BatchId(step)]).name;
}

} // namespace

void printMemory(const OpGraph& graph, const Schedule& schedule, const MemoryUse& use) {
    fmt::print("\n{}\n", memorySummary(graph, schedule, use));
    TextTable holders({{"alive then", Align::Left}, {"rows"}, {"bytes"}, {"until", Align::Left}});
    for (const MemoryHolder& holder : use.holders) {
        holders.add({holderText(holder), withThousands(holder.rows), formatBytes(holder.bytes), holderEndText(holder)});
    }
    fmt::print("{}\n", holders.text());
    TextTable steps({{"step"}, {"op", Align::Left}, {"size"}, {"needed"}, {"written so far"}, {"", Align::Left}});
    for (std::size_t step = 0; step < use.needed.size(); ++step) {
        steps.add({std::to_string(step), opOfStep(graph, schedule, step),
                   withThousands(schedule.batchSize(BatchId(step))), formatBytes(use.needed[step]),
                   formatBytes(use.written[step]), use.peak == BatchId(step) ? "peak" : ""});
    }
    fmt::print("{}\n{}", words::kStepsFromZero, steps.text());
}

Json memoryJson(const OpGraph& graph, const Schedule& schedule, const MemoryUse& use) {
    Json holders = Json::array();
    for (const MemoryHolder& holder : use.holders) {
        holders.push_back({{"kind", kKinds[static_cast<std::size_t>(holder.kind)]},
                           {"name", holder.name},
                           {"of", holder.of.empty() ? Json(nullptr) : Json(holder.of)},
                           {"output", holder.kind == MemoryHolder::Kind::Value ? Json(holder.output) : Json(nullptr)},
                           {"rows", holder.rows},
                           {"bytes", holder.bytes},
                           {"requested", holder.requested},
                           {"read_until", {holder.firstFreed.value, holder.lastFreed.value}},
                           {"text", holderText(holder) + ": " + holderEndText(holder)}});
    }
    Json steps = Json::array();
    for (std::size_t step = 0; step < use.needed.size(); ++step) {
        steps.push_back({{"step", step},
                         {"op", opOfStep(graph, schedule, step)},
                         {"needed_bytes", use.needed[step]},
                         {"written_bytes", use.written[step]}});
    }
    return {{"held_bytes", use.held},
            {"with_gradients_bytes", use.withGradients ? Json(*use.withGradients) : Json(nullptr)},
            {"peak", {{"step", use.peak.valid() ? Json(use.peak.value) : Json(nullptr)}, {"bytes", use.peakBytes()}}},
            {"alive_at_peak", holders},
            {"steps", steps},
            {"text", memorySummary(graph, schedule, use)}};
}

} // namespace batchscope
