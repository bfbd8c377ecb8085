// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_edit.h"

#include "core/base/counted.h"
#include "core/schedule/given_schedule.h"
#include "core/schedule/validate.h"
#include "core/words/schedule_words.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

Error impossible(std::string_view why) {
    return Error{ErrorCode::Schedule, words::cannotChange(why)};
}

/// Without the numbers of batches, which the change has moved.
std::string faultOfEdit(const ScheduleFault& fault) {
    switch (fault.rule) {
    case ScheduleRule::ArgumentsEarlier: return words::wouldNotRunBefore(fault.node.value, fault.needed.value);
    case ScheduleRule::OneSignature: return words::hasOtherSignature(fault.node.value);
    case ScheduleRule::UnbatchableAlone: return std::string(words::kRunsAlone);
    case ScheduleRule::OneRound:
    case ScheduleRule::RoundsInOrder: return std::string(words::kSyncPointBetween);
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
            return impossible(words::noSuchStep(batch.value));
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
        return impossible(
            words::noRowToSplitAfter(ordinal(batch.index()), counted(nodes.size(), words::kRow), ordinal(row)));
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
        return impossible(words::notLater(ordinal(batch.index()), ordinal(after.index())));
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
        return impossible(words::batchJoinsItself(ordinal(batch.index())));
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
        return impossible(words::noSuchNode(node.value));
    }
    const BatchId home = schedule.places[node].batch;
    if (home == into) {
        return impossible(words::nodeIsThereAlready(node.value, ordinal(into.index())));
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
