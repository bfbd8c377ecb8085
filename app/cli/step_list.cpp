// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/step_list.h"

#include "app/cli/lent.h"
#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/schedule/explain.h"
#include "core/schedule/metrics.h"
#include "core/session/execution_text.h"
#include "core/session/snapshot.h"
#include "core/words/schedule_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace batchscope {

namespace {

Snapshot snapshotOf(const ListedGraph& listed) {
    Snapshot snapshot;
    snapshot.graph = lent(listed.graph);
    snapshot.schedule = lent(listed.schedule);
    snapshot.trace = lent(listed.trace);
    return snapshot;
}

std::string nameOfOp(const ListedGraph& listed, BatchId step) {
    return listed.graph.opOf(listed.schedule.batchSignatures[step]).name;
}

Json operandsJson(const ListedGraph& listed, BatchId step) {
    Json operands = Json::array();
    for (const OperandView& operand : listed.trace.views.operandsOf(step)) {
        operands.push_back({{"slot", operand.slot},
                            {"rows", operand.rows},
                            {"width", operand.width},
                            {"copied_bytes", operand.bytesCopied},
                            {"text", operandUseText(operand, step)}});
    }
    return operands;
}

Json launchesJson(const Snapshot& snapshot, BatchId step) {
    const BatchView* const ran = viewOf(snapshot, step); // listed runs are recorded in full
    return {{"copies", ran->copies},
            {"products", ran->products},
            {"kernels", ran->kernels},
            {"calls", ran->calls},
            {"method_calls", ran->methodCalls},
            {"gathers", ran->gathers},
            {"text", launchesText(snapshot, step)}};
}

} // namespace

void printRunSteps(const ListedGraph& listed) {
    const Snapshot snapshot = snapshotOf(listed);
    fmt::print("\nsteps, {} ({})\n", executorText(snapshot), words::kStepsFromZero);
    TextTable table({{"step"},
                     {"op", Align::Left},
                     {"size"},
                     {"launches", Align::Left},
                     {"operands", Align::Left},
                     {"copied"},
                     {"time, once"}});
    const auto times = listed.trace.batchDurations(listed.schedule.batchCount());
    const std::size_t steps = listed.schedule.batchCount();
    for (std::size_t index = 0; index < steps; ++index) {
        const BatchId step(index);
        if (const std::string read = valuesReadText(listed.graph, listed.schedule, step); !read.empty()) {
            table.add({"", fmt::format("(sync point: values are read, {})", read), "", "", "", "", ""});
        }
        table.add({std::to_string(index), nameOfOp(listed, step), withThousands(listed.schedule.batchSize(step)),
                   launchesText(snapshot, step), operandsInShort(snapshot, step),
                   formatBytes(viewOf(snapshot, step)->bytesCopied), batchTimeText(snapshot, step, times[index])});
    }
    fmt::print("{}", table.text());
}

Json runStepsJson(const ListedGraph& listed) {
    const Snapshot snapshot = snapshotOf(listed);
    const auto times = listed.trace.batchDurations(listed.schedule.batchCount());
    Json steps = Json::array();
    for (std::size_t index = 0; index < listed.schedule.batchCount(); ++index) {
        const BatchId step(index);
        steps.push_back({{"step", index},
                         {"op", nameOfOp(listed, step)},
                         {"size", listed.schedule.batchSize(step)},
                         {"after_sync_point", readsValuesFirst(listed.schedule, step)},
                         {"nodes_read_first", nodesReadJson(listed.graph, listed.schedule, step)},
                         {"launches", launchesJson(snapshot, step)},
                         {"operands", operandsJson(listed, step)},
                         {"copied_bytes", viewOf(snapshot, step)->bytesCopied},
                         {"seconds", inSeconds(times[index])}});
    }
    return steps;
}

} // namespace batchscope
