// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/time_bars.h"

#include "core/base/clock.h"
#include "core/base/cost_line.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/trace/batch_view.h"
#include "core/trace/speed_text.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace batchscope {

namespace {

/// The average time of a node of each signature that runs alone.
std::vector<double> secondsOfNodes(const OpGraph& graph, const Schedule& regular, std::span<const double> seconds) {
    std::vector<double> sums(graph.signatures.size(), 0.0);
    std::vector<double> counts(graph.signatures.size(), 0.0);
    for (std::size_t batch = 0; batch < seconds.size(); ++batch) {
        const std::size_t signature = regular.batchSignatures[BatchId(batch)].index();
        sums[signature] += seconds[batch];
        counts[signature] += 1.0;
    }
    std::transform(sums.begin(), sums.end(), counts.begin(), sums.begin(),
                   [](double sum, double count) { return count > 0.0 ? sum / count : 0.0; });
    return sums;
}

/// The fractions of the recorded times that are spent on starting calls.
struct StartShares {
    double regular = 0.0;
    double folded = 0.0;
};

std::optional<StartShares> startShares(const Snapshot& snapshot) {
    if (!snapshot.trace || !snapshot.regularRun) {
        return std::nullopt;
    }
    const Schedule& regular = snapshot.regularRun->schedule;
    const std::vector<double> ofFolded = secondsOfBatches(*snapshot.schedule, *snapshot.trace);
    const std::vector<double> ofRegular = secondsOfBatches(regular, snapshot.regularRun->trace);
    const StartCosts costs(*snapshot.schedule, ofFolded, secondsOfNodes(*snapshot.graph, regular, ofRegular));
    if (!costs.areKnown()) {
        return std::nullopt;
    }
    double started = 0.0;
    for (std::size_t batch = 0; batch < ofRegular.size(); ++batch) {
        started += std::min(costs.ofSignature(regular.batchSignatures[BatchId(batch)]), ofRegular[batch]);
    }
    const auto share = [](double part, const std::vector<double>& seconds) {
        const double whole = std::accumulate(seconds.begin(), seconds.end(), 0.0);
        return whole > 0.0 ? part / whole : 0.0;
    };
    return StartShares{share(started, ofRegular), share(costs.total(), ofFolded)};
}

/// Explains why the speed-up is smaller than the reduction in calls.
std::string whyOf(const std::vector<TimeBar>& bars, TimedArm regularArm, TimedArm foldedArm) {
    const auto find = [&bars](TimedArm arm) {
        return std::find_if(bars.begin(), bars.end(), [arm](const TimeBar& bar) { return bar.arm == arm; });
    };
    const auto regular = find(regularArm);
    const auto folded = find(foldedArm);
    if (regular == bars.end() || folded == bars.end() || !regular->starts || !folded->starts) {
        return {};
    }
    const auto change = [](double before, double after) {
        return fmt::format("took {}, now {}", formatSeconds(before), formatSeconds(after));
    };
    return fmt::format("Folding saves calls, not arithmetic: starting calls {}; arithmetic and copies {}.",
                       change(*regular->starts, *folded->starts),
                       change(regular->time.seconds - *regular->starts, folded->time.seconds - *folded->starts));
}

} // namespace

TimeBars timeBars(const Snapshot& snapshot) {
    const SpeedReport* const speed = snapshot.report && snapshot.report->speed ? &*snapshot.report->speed : nullptr;
    if (speed == nullptr || !speed->batching() || !snapshot.schedule || !snapshot.graph) {
        return {};
    }
    TimeBars result;
    const std::optional<StartShares> shares = startShares(snapshot);
    const auto add = [&](TimedArm arm, const std::optional<SpeedRatio>& factor) {
        std::vector<double> running;
        std::transform(speed->of(arm).begin(), speed->of(arm).end(), std::back_inserter(running),
                       [](const PhaseSeconds& sample) { return sample.execution(); });
        const std::optional<MedianTime> time = medianTimeOf(running);
        if (!time) {
            return;
        }
        const bool isFolded = arm == TimedArm::FoldedOff || arm == TimedArm::Folded;
        TimeBar bar{arm,
                    isFolded ? "folded" : "regular",
                    arm == TimedArm::RegularOff || arm == TimedArm::FoldedOff ? "on LibTorch" : "on the engine",
                    *time,
                    std::nullopt,
                    isFolded ? snapshot.schedule->batchCount() : snapshot.graph->size(),
                    factor};
        if (shares && (arm == speed->regular() || arm == speed->folded())) {
            bar.starts = time->seconds * (isFolded ? shares->folded : shares->regular);
        }
        result.bars.push_back(std::move(bar));
    };
    add(TimedArm::RegularOff, std::nullopt);
    add(TimedArm::FoldedOff, speed->batchingOff());
    if (speed->executor == ExecutorKind::Engine) {
        add(TimedArm::Regular, std::nullopt);
        add(TimedArm::Folded, speed->batching());
    } else {
        add(TimedArm::Folded, speed->both());
    }
    result.note = samplesText(*speed);
    if (const std::string doubt = reasonText(*speed); !doubt.empty()) {
        result.note += "; in doubt: " + doubt;
    }
    result.why = whyOf(result.bars, speed->regular(), speed->folded());
    return result;
}

std::string describedBars(const TimeBars& bars) {
    std::string text;
    for (const TimeBar& bar : bars.bars) {
        text += fmt::format("{} {}: {}, {}{}. ", bar.title, bar.kernels, formatSeconds(bar.time.seconds),
                            counted(bar.calls, words::kCall),
                            bar.factor ? fmt::format(", {} times as fast", ratioText(bar.factor->value)) : "");
    }
    return text + bars.why + (bars.why.empty() ? "" : " ") + bars.note + '.';
}

namespace {

/// The start cost of one signature. Empty if the sizes are nearly equal, because a line through them is only noise.
std::optional<double> startOf(std::span<const CostPoint> points, std::size_t fewest) {
    constexpr double kSpread = 2.0; // of the largest size over the smallest
    const auto [least, most] = std::minmax_element(
        points.begin(), points.end(), [](const CostPoint& a, const CostPoint& b) { return a.size < b.size; });
    if (points.size() < fewest || most->size < kSpread * least->size) {
        return std::nullopt;
    }
    return bestCostLine(points).fixed;
}

} // namespace

std::vector<double> secondsOfBatches(const Schedule& schedule, const Trace& trace) {
    std::vector<double> seconds;
    for (const std::chrono::nanoseconds time : trace.batchDurations(schedule.batchCount())) {
        seconds.push_back(inSeconds(time));
    }
    return seconds;
}

StartCosts::StartCosts(const Schedule& schedule, std::span<const double> seconds, std::span<const double> nodeSeconds)
    : m_schedule(schedule), m_seconds(seconds) {
    std::vector<std::vector<CostPoint>> points;
    for (std::size_t batch = 0; batch < schedule.batchCount(); ++batch) {
        const std::size_t signature = schedule.batchSignatures[BatchId(batch)].index();
        points.resize(std::max(points.size(), signature + 1));
        if (seconds[batch] > 0.0) {
            points[signature].push_back({static_cast<double>(schedule.batchSize(BatchId(batch))), seconds[batch]});
        }
    }
    double known = 0.0;
    double batches = 0.0;
    for (std::size_t signature = 0; signature < points.size(); ++signature) {
        constexpr std::size_t kFewest = 3;
        std::vector<CostPoint>& ofSignature = points[signature];
        const auto batchesOf = static_cast<double>(ofSignature.size());
        const bool isKnownAlone = signature < nodeSeconds.size() && nodeSeconds[signature] > 0.0;
        if (isKnownAlone) { // a mean of many nodes
            ofSignature.push_back({1.0, nodeSeconds[signature]});
        }
        m_bySignature.push_back(startOf(ofSignature, isKnownAlone ? 2 : kFewest));
        if (m_bySignature.back()) {
            known += *m_bySignature.back() * batchesOf;
            batches += batchesOf;
        }
    }
    if (batches > 0.0) {
        m_typical = known / batches;
    }
}

double StartCosts::ofSignature(SignatureId signature) const {
    const std::size_t index = signature.index();
    return index < m_bySignature.size() ? m_bySignature[index].value_or(*m_typical) : *m_typical;
}

double StartCosts::of(BatchId batch) const {
    return std::min(ofSignature(m_schedule.batchSignatures[batch]), m_seconds[batch.index()]);
}

double StartCosts::total() const {
    double seconds = 0.0;
    for (std::size_t batch = 0; batch < m_schedule.batchCount(); ++batch) {
        seconds += of(BatchId(batch));
    }
    return seconds;
}

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
            batches.begin(), batches.end(), [](const BatchView& batch) { return batch.elided != ElisionReason::No; }));
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
