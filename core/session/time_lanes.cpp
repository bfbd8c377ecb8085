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
    lane.trace = &trace;
    lane.spans = timeSpans(trace, seconds);
    lane.end = lastEnd(lane.spans);
    const std::string time = formatSeconds(inSeconds(lane.end));
    lane.title = trace.runs > 1 ? fmt::format("{} · {}, medians of {} runs", name, time, trace.runs)
                                : fmt::format("{} · {}", name, time);
    return lane;
}

/// Each thread of the run that the lane shows.
void addThreads(std::vector<TimeLane>& lanes, std::string_view name, const PhaseSeconds& seconds) {
    const TimeLane run = lanes.back();
    std::vector<std::vector<TimeSpan>> threads = threadSpans(*run.trace, seconds);
    for (std::size_t thread = 0; thread < threads.size(); ++thread) {
        TimeLane lane = run;
        lane.thread = static_cast<std::uint32_t>(thread);
        lane.spans = std::move(threads[thread]);
        std::chrono::nanoseconds busy{0};
        std::chrono::nanoseconds all{0}; // while the team was at work
        for (const TimeSpan& span : lane.spans) {
            busy += span.duration;
        }
        for (const TimeSpan& span : run.spans) {
            all += span.batch.valid() || span.kind == SpanKind::WeightGradients ? span.duration
                                                                                : std::chrono::nanoseconds{0};
        }
        constexpr double kPercent = 100.0;
        const double share = all.count() > 0 ? inSeconds(busy) / inSeconds(all) : 0.0;
        lane.title = fmt::format("{}, thread {} · {:.0f}% busy", name, thread, kPercent * share);
        lanes.push_back(std::move(lane));
    }
}

MachineRoof roofOf(const Snapshot& snapshot) {
    return snapshot.roofline ? MachineRoof{snapshot.roofline->fmaFlops, 2.0 * snapshot.roofline->copyBytes}
                             : MachineRoof();
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
        addThreads(lanes, kRegularRun, snapshot.regularRun->seconds);
    }
    if (snapshot.trace && snapshot.schedule) {
        lanes.push_back(laneOf(TimeLane::Run::Folded, isFolded ? kFoldedRun : kRegularRun, *snapshot.schedule,
                               *snapshot.trace, snapshot.tracedSeconds));
        addThreads(lanes, isFolded ? kFoldedRun : kRegularRun, snapshot.tracedSeconds);
    }
    if (snapshot.firstRun) {
        lanes.push_back(laneOf(TimeLane::Run::First, kFirstRun, *snapshot.firstRun));
        addThreads(lanes, kFirstRun, snapshot.firstRun->seconds);
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
    const std::string text = fmt::format("{} · {} · {}, starting at {}", name, spanName(span.kind), duration, from);
    const bool isLaunch = span.kind == SpanKind::Compute && !lane.thread;
    const std::string roof = isLaunch ? roofText(snapshot, *lane.trace, span.batch) : std::string();
    return roof.empty() ? text : text + '\n' + roof;
}

std::string roofText(const Snapshot& snapshot, const Trace& trace, BatchId batch) {
    const BatchView* const ran = trace.views.of(batch);
    const bool isSameTeam = snapshot.roofline && snapshot.roofline->threads == trace.threads;
    if (ran == nullptr || !isSameTeam) {
        return {};
    }
    const auto compute = trace.timeOf(batch).phases[static_cast<std::size_t>(Phase::Compute)];
    const std::optional<RoofPosition> position = roofPosition(*ran, compute, roofOf(snapshot));
    if (!position) {
        return {};
    }
    constexpr double kPercent = 100.0;
    constexpr double kGiga = 1e9;
    const std::string place = fmt::format("{:.3g} GFLOP/s at {:.2g} operations a byte: {:.0f}% of the roof of {}",
                                          position->flops / kGiga, position->intensity, kPercent * position->share(),
                                          position->isMemoryBound ? "memory" : "multiply-adds");
    return position->isMemoryBound && position->share() > 1.0 ? place + ", because its rows are in a cache" : place;
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
