// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lessons/lesson_figures.h"

#include "core/schedule/scheduler.h"
#include "core/session/node_search.h"
#include "core/trace/speed_text.h"
#include "core/words/lesson_words.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

struct PlainFigure {
    std::string_view name;
    std::size_t (*value)(const Snapshot& snapshot);
};

constexpr auto kPlainFigures = std::to_array<PlainFigure>({
    {"trees", [](const Snapshot& shown) { return shown.metrics->trees; }},
    {"nodes", [](const Snapshot& shown) { return shown.metrics->nodes; }},
    {"levels", [](const Snapshot& shown) { return shown.metrics->levels; }},
    {"signatures", [](const Snapshot& shown) { return shown.graph->signatures.size(); }},
    {"batches", [](const Snapshot& shown) { return shown.metrics->batches; }},
    {"bound", [](const Snapshot& shown) { return shown.metrics->lowerBound; }},
    {"largest", [](const Snapshot& shown) { return shown.metrics->largestBatch; }},
    {"viewed", [](const Snapshot& shown) { return shown.metrics->rowsViewed; }},
    {"gathered", [](const Snapshot& shown) { return shown.metrics->rowsGathered; }},
    {"syncs", [](const Snapshot& shown) { return shown.metrics->syncPoints; }},
    {"saved", [](const Snapshot& shown) { return shown.metrics->launchesSaved; }},
});

constexpr std::string_view kBatchesOf = "batches:";
constexpr std::string_view kCountOf = "count:";
constexpr std::string_view kSpeedUp = "speed-up";

const PlainFigure* plainFigure(std::string_view name) {
    const auto* const found = std::find_if(kPlainFigures.begin(), kPlainFigures.end(),
                                           [name](const PlainFigure& figure) { return figure.name == name; });
    return found == kPlainFigures.end() ? nullptr : found;
}

Error unknownFigure(std::string_view name) {
    std::string known;
    for (const PlainFigure& figure : kPlainFigures) {
        known.append(figure.name).append(", ");
    }
    return Error{ErrorCode::Config, words::unknownFigure(name, known + std::string(words::kOtherFigures))};
}

Result<std::size_t> batchesOf(const Snapshot& snapshot, std::string_view policyName) {
    const Result<const Policy*> policy = findPolicy(policyName);
    if (!policy) {
        return policy.error();
    }
    const Result<Schedule> schedule = makeSchedule(*snapshot.graph, **policy, {});
    if (!schedule) {
        return schedule.error();
    }
    return schedule->batchCount();
}

Result<std::size_t> countOf(const Snapshot& snapshot, std::string_view query) {
    const Result<TreeFilter> filter = parseNodeQuery(query);
    if (!filter) {
        return filter.error();
    }
    const Result<std::vector<NodeId>> nodes = findNodes(snapshot, *filter, {});
    if (!nodes) {
        return nodes.error();
    }
    return nodes->size();
}

std::string measuredSpeedUp(const Snapshot& snapshot) {
    const RunReport* const report = snapshot.report.get();
    if (report == nullptr || !report->speed) {
        return std::string(words::kSpeedNotMeasured);
    }
    const SpeedReport& speed = *report->speed;
    return speed.batching() ? speedUpText(speed) : noFigureText(speed) + ": " + reasonText(speed);
}

std::string figureText(const Snapshot& snapshot, std::string_view name) {
    if (name == kSpeedUp) {
        return measuredSpeedUp(snapshot);
    }
    const Result<std::size_t> figure = lessonFigure(snapshot, name);
    return figure ? std::to_string(*figure) : std::string(words::kNoFigureYet);
}

} // namespace

Status checkFigure(std::string_view name) {
    if (plainFigure(name) != nullptr || name == kSpeedUp) {
        return Ok{};
    }
    if (name.starts_with(kBatchesOf)) {
        const Result<const Policy*> policy = findPolicy(name.substr(kBatchesOf.size()));
        return policy ? Status(Ok{}) : policy.error();
    }
    if (name.starts_with(kCountOf)) {
        const Result<TreeFilter> filter = parseNodeQuery(name.substr(kCountOf.size()));
        return filter ? Status(Ok{}) : filter.error();
    }
    return unknownFigure(name);
}

Result<std::size_t> lessonFigure(const Snapshot& snapshot, std::string_view name) {
    if (snapshot.metrics == nullptr) {
        return Error{ErrorCode::Config, std::string(words::kNothingIsShown)};
    }
    if (const PlainFigure* const plain = plainFigure(name)) {
        return plain->value(snapshot);
    }
    if (name.starts_with(kBatchesOf)) {
        return batchesOf(snapshot, name.substr(kBatchesOf.size()));
    }
    return name.starts_with(kCountOf) ? countOf(snapshot, name.substr(kCountOf.size())) : unknownFigure(name);
}

Status checkText(std::string_view text) {
    for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos) {
            return Error{ErrorCode::Config, words::unclosedFigure(text)};
        }
        if (Status known = checkFigure(text.substr(open + 1, close - open - 1)); !known) {
            return known;
        }
    }
    return Ok{};
}

std::string filledIn(std::string_view text, const Snapshot& snapshot) {
    std::string filled;
    std::size_t done = 0;
    for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', done)) {
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos) {
            break;
        }
        filled += text.substr(done, open - done);
        filled += figureText(snapshot, text.substr(open + 1, close - open - 1));
        done = close + 1;
    }
    filled += text.substr(done);
    return filled;
}

} // namespace batchscope
