// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/time_lanes.h"

#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/trace/batch_view.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

TimeLane laneOf(TimeLane::Run run, std::string_view name, const Schedule& schedule, const Trace& trace,
                const PhaseSeconds& seconds) {
    TimeLane lane;
    lane.run = run;
    lane.schedule = &schedule;
    lane.spans = timeSpans(trace, seconds);
    lane.end = lastEnd(lane.spans);
    const std::string time = formatSeconds(inSeconds(lane.end));
    lane.title = trace.runs > 1 ? fmt::format("{} · {}, medians of {} runs", name, time, trace.runs)
                                : fmt::format("{} · {}", name, time);
    return lane;
}

TimeLane laneOf(TimeLane::Run run, std::string_view name, const TracedRun& traced) {
    return laneOf(run, name, traced.schedule, traced.trace, traced.seconds);
}

} // namespace

std::vector<TimeLane> timeLanes(const Snapshot& snapshot) {
    std::vector<TimeLane> lanes;
    const bool isFolded = snapshot.schedule && snapshot.schedule->rule != BatchRule::OneByOne;
    if (snapshot.regularRun && isFolded) {
        lanes.push_back(laneOf(TimeLane::Run::Regular, kRegularRun, *snapshot.regularRun));
    }
    if (snapshot.trace && snapshot.schedule) {
        lanes.push_back(laneOf(TimeLane::Run::Folded, isFolded ? kFoldedRun : kRegularRun, *snapshot.schedule,
                               *snapshot.trace, snapshot.tracedSeconds));
    }
    if (snapshot.firstRun) {
        lanes.push_back(laneOf(TimeLane::Run::First, kFirstRun, *snapshot.firstRun));
    }
    return lanes;
}

std::string spanText(const Snapshot& snapshot, const TimeLane& lane, const TimeSpan& span) {
    const std::string duration = formatSeconds(inSeconds(span.duration));
    const std::string from = formatSeconds(inSeconds(span.start));
    if (!span.batch.valid()) {
        return fmt::format("{} · {}, starting at {}", spanName(span.kind), duration, from);
    }
    const std::string& op = snapshot.graph->opOf(lane.schedule->batchSignatures[span.batch]).name;
    const bool isNode = lane.schedule->rule == BatchRule::OneByOne;
    const std::string number =
        isNode ? withThousands(lane.schedule->batch(span.batch).front().index()) : ordinal(span.batch.index());
    const std::string name =
        isNode ? fmt::format("node {}: {}", number, op)
               : fmt::format("batch {}: {} ×{}", number, op, withThousands(lane.schedule->batchSize(span.batch)));
    return fmt::format("{} · {} · {}, starting at {}", name, spanName(span.kind), duration, from);
}

std::string regularNotRecorded() {
    return fmt::format("The regular run is recorded only for graphs of up to {} nodes.",
                       withThousands(kMostTracedNodes));
}

std::string timeLanesNote(const Snapshot& snapshot) {
    std::string note;
    if (snapshot.trace) {
        const auto& batches = snapshot.trace->views.batches;
        const auto elided = static_cast<std::size_t>(std::count_if(
            batches.begin(), batches.end(), [](const BatchView& batch) { return batch.elided != Elided::No; }));
        if (elided > 0) {
            note = fmt::format("Without a bar: {} of {}, because nothing was launched; the rows were already in place, "
                               "or equal calls had been computed.",
                               withThousands(elided), counted(batches.size(), words::kBatch));
        }
    }
    if (snapshot.graph && snapshot.graph->size() > kMostTracedNodes) {
        note += (note.empty() ? "" : " ") + regularNotRecorded();
    }
    return note;
}

} // namespace batchscope
