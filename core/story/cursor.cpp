// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/cursor.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

/// Times this close to a stop count as at the stop: a glide ends with a rounding error.
constexpr double kOnStop = 1e-6;

std::uint32_t lowestLevel(const OpGraph& graph, const Schedule& schedule, std::size_t step) {
    std::uint32_t lowest = 0;
    bool first = true;
    for (const NodeId node : schedule.batch(BatchId(step))) {
        lowest = first ? graph.levels[node] : std::min(lowest, graph.levels[node]);
        first = false;
    }
    return lowest;
}

constexpr auto kLanesStop = static_cast<double>(Storyboard::kFirstBatchStop);

constexpr std::array kStageEnds = {Storyboard::kGrouped, Storyboard::kStacked, Storyboard::kGathered, 1.0};

/// The progress of the current batch's interval at t, 0 … 1; t must be within the batches.
double shareOf(const Storyboard& story, double t) {
    return t - kLanesStop - static_cast<double>(batchAt(story, t).index());
}

} // namespace

std::size_t stopBefore(double t) {
    return static_cast<std::size_t>(std::max(std::floor(t + kOnStop), 0.0));
}

double nextStop(const Storyboard& story, double t) {
    return std::min(std::floor(t + kOnStop) + 1.0, story.end());
}

double previousStop(const Storyboard& story, double t) {
    return std::clamp(std::ceil(t - kOnStop) - 1.0, 0.0, story.end());
}

double nextLevelStop(const OpGraph& graph, const Schedule& schedule, const Storyboard& story, double t) {
    const BatchId present = batchAt(story, static_cast<double>(stopBefore(t)));
    if (!present.valid()) {
        return nextStop(story, t);
    }
    const std::uint32_t level = lowestLevel(graph, schedule, present.index());
    for (std::size_t step = present.index() + 1; step < schedule.batchCount(); ++step) {
        if (lowestLevel(graph, schedule, step) != level) {
            return static_cast<double>(story.stopAfter(BatchId(step)));
        }
    }
    return story.end();
}

double previousLevelStop(const OpGraph& graph, const Schedule& schedule, const Storyboard& story, double t) {
    const double before = previousStop(story, t);
    const BatchId present = batchAt(story, before);
    if (!present.valid()) {
        return before;
    }
    std::size_t step = present.index();
    const std::uint32_t level = lowestLevel(graph, schedule, step);
    while (step > 0 && lowestLevel(graph, schedule, step - 1) == level) {
        --step;
    }
    return static_cast<double>(story.stopAfter(BatchId(step)));
}

BatchId batchAt(const Storyboard& story, double t) {
    // The stop after the last batch still shows that batch.
    if (t <= kLanesStop + kOnStop || t > story.end() - 1.0 + kOnStop) {
        return {};
    }
    const double since = std::ceil(t - kLanesStop - kOnStop) - 1.0;
    return BatchId(std::min(static_cast<std::size_t>(std::max(since, 0.0)), story.batchCount() - 1));
}

bool isAfterFirstBatch(const Storyboard& story, double t) {
    return t > static_cast<double>(Storyboard::kFirstBatchStop + 1) && t <= story.end() - 1.0;
}

StoryStage stageAt(const Storyboard& story, double t) {
    if (t <= kOnStop) {
        return StoryStage::Source;
    }
    if (t <= 1.0 + kOnStop) {
        return StoryStage::Signatures;
    }
    if (t <= kLanesStop + kOnStop) {
        return StoryStage::Lanes;
    }
    if (!batchAt(story, t).valid()) {
        return StoryStage::Folded;
    }
    const double share = shareOf(story, t);
    const auto end = std::find_if(kStageEnds.begin(), kStageEnds.end() - 1,
                                  [share](double stageEnd) { return share <= stageEnd + kOnStop; });
    return static_cast<StoryStage>(static_cast<std::size_t>(StoryStage::Group) +
                                   static_cast<std::size_t>(end - kStageEnds.begin()));
}

double nextStageEnd(const Storyboard& story, double t) {
    const double stop = nextStop(story, t);
    if (!batchAt(story, stop).valid()) {
        return stop;
    }
    for (const double end : kStageEnds) {
        if (stop - 1.0 + end > t + kOnStop) {
            return stop - 1.0 + end;
        }
    }
    return stop;
}

double previousStageEnd(const Storyboard& story, double t) {
    const double stop = previousStop(story, t);
    if (!batchAt(story, stop + 1.0).valid()) {
        return stop;
    }
    double previous = stop;
    for (const double end : kStageEnds) {
        if (stop + end < t - kOnStop) {
            previous = stop + end;
        }
    }
    return previous;
}

double correspondingTime(const Storyboard& story, std::size_t batchesBefore, double t, Keep keep) {
    const auto before = static_cast<double>(std::max<std::size_t>(batchesBefore, 1));
    const auto now = static_cast<double>(std::max<std::size_t>(story.batchCount(), 1));
    const double since = t - kLanesStop;
    if (since <= kOnStop) {
        return std::max(t, 0.0);
    }
    if (since > before + kOnStop) {
        return std::min(story.end() - 1.0 + (since - before), story.end());
    }
    const double whole = std::floor(since + kOnStop);
    const double part = std::max(since - whole, 0.0);
    const double moved = keep == Keep::Step ? std::min(whole, now) : std::round(whole / before * now);
    // Within a batch: the same part of another batch. At a stop: at least one batch is done, as before.
    return part > kOnStop ? kLanesStop + std::min(moved, now - 1.0) + part : kLanesStop + std::max(moved, 1.0);
}

double timeOfRow(const Schedule& schedule, const Storyboard& story, Place place) {
    const double share = static_cast<double>(place.row + 1) / static_cast<double>(schedule.batchSize(place.batch));
    return static_cast<double>(story.stopAfter(place.batch)) - 1.0 + Storyboard::kGathered +
           (1.0 - Storyboard::kGathered) * uneased(share);
}

std::size_t rowsComputed(const Schedule& schedule, const Storyboard& story, double t) {
    const BatchId batch = batchAt(story, t);
    if (!batch.valid()) {
        return 0;
    }
    const double share = (shareOf(story, t) - Storyboard::kGathered) / (1.0 - Storyboard::kGathered);
    const auto rows = static_cast<double>(schedule.batchSize(batch));
    constexpr double kRounding = 1e-3; // in rows
    return static_cast<std::size_t>(std::floor(static_cast<double>(eased(share)) * rows + kRounding));
}

Place nextRow(const Schedule& schedule, const Storyboard& story, double t) {
    const BatchId batch = batchAt(story, t);
    const std::size_t done = rowsComputed(schedule, story, t);
    if (batch.valid() && done < schedule.batchSize(batch)) {
        return {batch, static_cast<std::uint32_t>(done)};
    }
    const std::size_t next = batch.valid() ? batch.index() + 1 : 0;
    const bool isAfter = t > story.end() - 1.0 + kOnStop;
    return isAfter || next >= schedule.batchCount() ? Place{} : Place{BatchId(next), 0};
}

Place previousRow(const Schedule& schedule, const Storyboard& story, double t) {
    const BatchId batch = batchAt(story, t);
    const std::size_t done = rowsComputed(schedule, story, t);
    if (batch.valid() && done >= 2) {
        return {batch, static_cast<std::uint32_t>(done - 2)};
    }
    const bool isAfter = t > story.end() - 1.0 + kOnStop;
    const std::size_t after = batch.valid() ? batch.index() : isAfter ? schedule.batchCount() : 0;
    if (after == 0) {
        return {};
    }
    return {BatchId(after - 1), static_cast<std::uint32_t>(schedule.batchSize(BatchId(after - 1)) - 1)};
}

} // namespace batchscope
