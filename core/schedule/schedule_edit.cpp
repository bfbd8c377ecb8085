// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_edit.h"

#include "core/base/counted.h"
#include "core/schedule/given_schedule.h"
#include "core/schedule/validate.h"
#include "core/words/noun_words.h"
#include "core/words/schedule_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

Error impossible(std::string_view why) {
    return Error{ErrorCode::Schedule, fmt::format("this change is not possible: {}", why)};
}

/// Without the numbers of batches, which the change has moved.
std::string faultOfEdit(const ScheduleFault& fault) {
    switch (fault.rule) {
    case ScheduleRule::ArgumentsEarlier:
        return fmt::format("node {} needs node {}, which would not run before it", fault.node.value,
                           fault.needed.value);
    case ScheduleRule::OneSignature:
        return fmt::format("the signature of node {} differs from that of the other nodes of the batch",
                           fault.node.value);
    case ScheduleRule::UnbatchableAlone:
        return std::string("the op cannot be batched, so each of its nodes runs alone");
    case ScheduleRule::OneRound:
    case ScheduleRule::RoundsInOrder:
        return std::string(
            "a value is read between these calls (a sync point), so they can neither share a batch nor change places");
    default: return scheduleFaultText(fault);
    }
}

/// The batches as a schedule, if they are one.
Result<Schedule> edited(const OpGraph& graph, BatchList batches) {
    Schedule schedule = arranged(graph, words::kEditedByHand, std::move(batches));
    if (const auto fault = firstFault(graph, schedule)) {
        return impossible(faultOfEdit(*fault));
    }
    return schedule;
}

/// An error for one that the schedule does not have.
Status checkBatches(const Schedule& schedule, BatchId first, BatchId second) {
    for (const BatchId batch : {first, second}) {
        if (batch.value >= schedule.batchCount()) {
            return impossible(fmt::format("there is no step {}", batch.value));
        }
    }
    return Ok{};
}

BatchList roomFor(const Schedule& schedule) {
    BatchList list;
    list.nodes.reserve(schedule.nodes.size());
    list.offsets.reserve(schedule.batchOffsets.size() + 1);
    return list;
}

} // namespace

Result<Schedule> splitAfterRow(const OpGraph& graph, const Schedule& schedule, BatchId batch, std::uint32_t row) {
    TRY(checkBatches(schedule, batch, batch));
    const auto nodes = schedule.batch(batch);
    if (std::size_t{row} + 1 >= nodes.size()) {
        return impossible(fmt::format("batch {} has {}, so it cannot be split after row {}", ordinal(batch.index()),
                                      counted(nodes.size(), words::kRow), ordinal(row)));
    }
    BatchList list = roomFor(schedule);
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        if (BatchId(step) == batch) {
            list.add(nodes.first(row + 1));
            list.add(nodes.subspan(row + 1));
        } else {
            list.add(schedule.batch(BatchId(step)));
        }
    }
    return edited(graph, std::move(list));
}

Result<Schedule> delayAfter(const OpGraph& graph, const Schedule& schedule, BatchId batch, BatchId after) {
    TRY(checkBatches(schedule, batch, after));
    if (after <= batch) {
        return impossible(fmt::format("batch {} does not run before batch {}, so it cannot be delayed until after it",
                                      ordinal(batch.index()), ordinal(after.index())));
    }
    BatchList list = roomFor(schedule);
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        if (BatchId(step) != batch) {
            list.add(schedule.batch(BatchId(step)));
        }
        if (BatchId(step) == after) {
            list.add(schedule.batch(batch));
        }
    }
    return edited(graph, std::move(list));
}

Result<Schedule> joinBatches(const OpGraph& graph, const Schedule& schedule, BatchId batch, BatchId into) {
    TRY(checkBatches(schedule, batch, into));
    if (batch == into) {
        return impossible(fmt::format("batch {} cannot be joined with itself", ordinal(batch.index())));
    }
    std::vector<NodeId> both(schedule.batch(into).begin(), schedule.batch(into).end());
    both.insert(both.end(), schedule.batch(batch).begin(), schedule.batch(batch).end());
    BatchList list = roomFor(schedule);
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        if (BatchId(step) == into) {
            list.add(both);
        } else if (BatchId(step) != batch) {
            list.add(schedule.batch(BatchId(step)));
        }
    }
    return edited(graph, std::move(list));
}

Result<Schedule> moveNode(const OpGraph& graph, const Schedule& schedule, NodeId node, BatchId into) {
    TRY(checkBatches(schedule, into, into));
    if (node.value >= graph.size()) {
        return impossible(fmt::format("there is no node {}", node.value));
    }
    const BatchId home = schedule.places[node].batch;
    if (home == into) {
        return impossible(fmt::format("node {} is in batch {} already", node.value, ordinal(into.index())));
    }
    std::vector<NodeId> left(schedule.batch(home).begin(), schedule.batch(home).end());
    left.erase(std::remove(left.begin(), left.end(), node), left.end());
    std::vector<NodeId> grown(schedule.batch(into).begin(), schedule.batch(into).end());
    grown.push_back(node);
    BatchList list = roomFor(schedule);
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        if (BatchId(step) == into) {
            list.add(grown);
        } else if (BatchId(step) != home) {
            list.add(schedule.batch(BatchId(step)));
        } else if (!left.empty()) {
            list.add(left);
        }
    }
    return edited(graph, std::move(list));
}

} // namespace batchscope
