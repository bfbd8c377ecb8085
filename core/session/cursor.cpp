// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/cursor.h"

#include "core/base/text.h"
#include "core/schedule/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

/// Times within this of a stop are on it: a glide ends with a rounding error.
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

std::string sourceCaption(const OpGraph& graph) {
    return fmt::format("The original graph: {} tree{}, {} nodes. Run node by node, that is {} launches.",
                       withThousands(graph.trees), graph.trees == 1 ? "" : "s", withThousands(graph.size()),
                       withThousands(graph.size()));
}

std::string lanesCaption(const OpGraph& graph) {
    return fmt::format("Every node moves to its level: 0 needs no other node, each next level needs the one below. "
                       "{} levels.",
                       graph.levelCount());
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
    if (t <= 1.0 + kOnStop || t >= story.end() - kOnStop) {
        return {};
    }
    const double since = std::ceil(t - 1.0 - kOnStop) - 1.0;
    return BatchId(std::min(static_cast<std::size_t>(std::max(since, 0.0)), story.batchCount() - 1));
}

std::string captionAt(const OpGraph& graph, const Schedule& schedule, const Storyboard& story, double t) {
    if (t < kOnStop) {
        return sourceCaption(graph);
    }
    if (t <= 1.0 + kOnStop) {
        return lanesCaption(graph);
    }
    if (t > story.end() - 1.0 + kOnStop) {
        return fmt::format("The folded graph: launches {} → {}.", withThousands(graph.size()),
                           withThousands(schedule.batchCount()));
    }
    const BatchId batch = batchAt(story, t);
    const auto& syncs = schedule.syncPoints;
    const bool isSync = std::find(syncs.begin(), syncs.end(), batch) != syncs.end();
    return fmt::format("Step {} of {}: {}{}", withThousands(batch.index() + 1), withThousands(schedule.batchCount()),
                       isSync ? "values are read here. " : "", decisionText(graph, schedule, batch));
}

} // namespace batchscope
