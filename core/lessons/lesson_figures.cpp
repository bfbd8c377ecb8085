// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lessons/lesson_figures.h"

#include "core/schedule/scheduler.h"
#include "core/session/node_search.h"
#include "core/trace/speed_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

namespace batchscope {

namespace {

struct PlainFigure {
    std::string_view name;
    std::size_t (*value)(const Snapshot& snapshot);
};

/// The number of words that each tree looks up.
std::map<std::uint32_t, std::size_t> wordsByTree(const Snapshot& snapshot) {
    std::map<std::uint32_t, std::size_t> words;
    for (std::size_t index = 0; index < snapshot.graph->size(); ++index) {
        if (!captionOf(snapshot, NodeId(index)).empty()) {
            ++words[snapshot.graph->origins[NodeId(index)].tree.value];
        }
    }
    return words;
}

std::size_t wordCount(const Snapshot& snapshot) {
    std::size_t count = 0;
    for (const auto& [tree, words] : wordsByTree(snapshot)) {
        count += words;
    }
    return count;
}

std::size_t longestSentence(const Snapshot& snapshot) {
    std::size_t longest = 0;
    for (const auto& [tree, words] : wordsByTree(snapshot)) {
        longest = std::max(longest, words);
    }
    return longest;
}

const EqualityReport* comparedValues(const Snapshot& snapshot) {
    return snapshot.report && snapshot.report->equality ? &*snapshot.report->equality : nullptr;
}

std::size_t wrongBatch(const Snapshot& snapshot) {
    const EqualityReport* const equality = comparedValues(snapshot);
    return equality != nullptr && equality->firstDivergence
               ? snapshot.schedule->places[equality->firstDivergence->node].batch.index() + 1
               : 0;
}

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
    {"words", wordCount},
    {"longest", longestSentence},
    {"padded", [](const Snapshot& shown) { return shown.graph->trees * longestSentence(shown); }},
    {"padding", [](const Snapshot& shown) { return shown.graph->trees * longestSentence(shown) - wordCount(shown); }},
    {"wrong-nodes",
     [](const Snapshot& shown) {
         const EqualityReport* const equality = comparedValues(shown);
         return equality == nullptr ? std::size_t{0} : equality->differing.size();
     }},
    {"wrong-batch", wrongBatch},
    {"saved", [](const Snapshot& shown) { return shown.metrics->launchesSaved; }},
});

constexpr std::string_view kNoFigureYet = "…";

/// A figure given as text, from measurement or training.
struct TextFigure {
    std::string_view name;
    std::string (*text)(const Snapshot& snapshot);
};

std::string measuredSpeedUp(const Snapshot& snapshot) {
    const RunReport* const report = snapshot.report.get();
    if (report == nullptr || !report->speed) {
        return "not measured yet";
    }
    const SpeedReport& speed = *report->speed;
    return speed.batching() ? speedUpText(speed) : noFigureText(speed) + ": " + reasonText(speed);
}

constexpr auto kTextFigures = std::to_array<TextFigure>({
    {"speed-up", measuredSpeedUp},
    {"loss",
     [](const Snapshot& shown) {
         return shown.report && shown.report->gradients ? fmt::format("{:.4f}", shown.report->gradients->foldedLoss)
                                                        : std::string(kNoFigureYet);
     }},
});

const TextFigure* textFigure(std::string_view name) {
    const auto* const found = std::find_if(kTextFigures.begin(), kTextFigures.end(),
                                           [name](const TextFigure& figure) { return figure.name == name; });
    return found == kTextFigures.end() ? nullptr : found;
}

const PlainFigure* plainFigure(std::string_view name) {
    const auto* const found = std::find_if(kPlainFigures.begin(), kPlainFigures.end(),
                                           [name](const PlainFigure& figure) { return figure.name == name; });
    return found == kPlainFigures.end() ? nullptr : found;
}

Result<std::size_t> batchesOf(const Snapshot& snapshot, std::string_view policyName) {
    const Result<const Policy*> policy = findPolicy(policyName);
    TRY(policy);
    const Result<Schedule> schedule = makeSchedule(*snapshot.graph, **policy, {});
    TRY(schedule);
    return schedule->batchCount();
}

Status checkPolicy(std::string_view name) {
    const Result<const Policy*> policy = findPolicy(name);
    return policy ? Status(Ok{}) : policy.error();
}

Status checkQuery(std::string_view query) {
    const Result<TreeFilter> filter = parseNodeQuery(query);
    return filter ? Status(Ok{}) : filter.error();
}

Result<std::vector<NodeId>> matching(const Snapshot& snapshot, std::string_view query) {
    const Result<TreeFilter> filter = parseNodeQuery(query);
    return filter ? findNodes(snapshot, *filter, {}) : Result<std::vector<NodeId>>(filter.error());
}

Result<std::size_t> countOf(const Snapshot& snapshot, std::string_view query) {
    const Result<std::vector<NodeId>> nodes = matching(snapshot, query);
    return nodes ? Result<std::size_t>(nodes->size()) : nodes.error();
}

Result<std::size_t> levelOf(const Snapshot& snapshot, std::string_view query) {
    const Result<std::vector<NodeId>> nodes = matching(snapshot, query);
    if (!nodes || nodes->empty()) {
        return nodes ? Error{ErrorCode::Config, fmt::format("no node matches '{}'", query)} : nodes.error();
    }
    return snapshot.graph->levels[nodes->front()];
}

/// The number of rows that the matching nodes take from other nodes.
Result<std::size_t> rowsOf(const Snapshot& snapshot, std::string_view query) {
    const Result<std::vector<NodeId>> nodes = matching(snapshot, query);
    TRY(nodes);
    std::size_t rows = 0;
    for (const NodeId node : *nodes) {
        const auto arguments = snapshot.graph->argumentsOf(node);
        rows += static_cast<std::size_t>(std::count_if(arguments.begin(), arguments.end(),
                                                       [](const Argument& argument) { return argument.isValue(); }));
    }
    return rows;
}

/// The number of batches in which the matching nodes run.
Result<std::size_t> batchesWith(const Snapshot& snapshot, std::string_view query) {
    const Result<std::vector<NodeId>> nodes = matching(snapshot, query);
    TRY(nodes);
    std::set<BatchId> batches;
    for (const NodeId node : *nodes) {
        batches.insert(snapshot.schedule->places[node].batch);
    }
    return batches.size();
}

/// A figure with a parameter after the colon, such as "batches:POLICY".
struct FigureOf {
    std::string_view name;
    Status (*check)(std::string_view of);
    Result<std::size_t> (*value)(const Snapshot& snapshot, std::string_view of);
};

constexpr auto kFiguresOf = std::to_array<FigureOf>({
    {"batches:", checkPolicy, batchesOf},
    {"count:", checkQuery, countOf},
    {"level:", checkQuery, levelOf},
    {"rows:", checkQuery, rowsOf},
    {"batches-with:", checkQuery, batchesWith},
});

const FigureOf* figureOf(std::string_view name) {
    const auto* const found = std::find_if(kFiguresOf.begin(), kFiguresOf.end(),
                                           [name](const FigureOf& figure) { return name.starts_with(figure.name); });
    return found == kFiguresOf.end() ? nullptr : found;
}

Error unknownFigure(std::string_view name) {
    std::string known;
    for (const PlainFigure& figure : kPlainFigures) {
        known.append(figure.name).append(", ");
    }
    for (const TextFigure& figure : kTextFigures) {
        known.append(figure.name).append(", ");
    }
    return Error{
        ErrorCode::Config,
        fmt::format(
            "unknown figure '{}'; expected {}batches:POLICY, count:QUERY, level:QUERY, rows:QUERY, batches-with:QUERY "
            "or, in texts, recorded:NAME",
            name, known)};
}

std::string figureText(const Snapshot& snapshot, std::string_view name) {
    if (const TextFigure* const text = textFigure(name)) {
        return text->text(snapshot);
    }
    const Result<std::size_t> figure = lessonFigure(snapshot, name);
    return figure ? std::to_string(*figure) : std::string(kNoFigureYet);
}

} // namespace

Status checkFigure(std::string_view name) {
    if (plainFigure(name) != nullptr || textFigure(name) != nullptr) {
        return Ok{};
    }
    if (const FigureOf* const figure = figureOf(name)) {
        return figure->check(name.substr(figure->name.size()));
    }
    return unknownFigure(name);
}

Result<std::size_t> lessonFigure(const Snapshot& snapshot, std::string_view name) {
    if (snapshot.metrics == nullptr) {
        return Error{ErrorCode::Config, "nothing is shown yet"};
    }
    if (const PlainFigure* const plain = plainFigure(name)) {
        return plain->value(snapshot);
    }
    const FigureOf* const figure = figureOf(name);
    return figure == nullptr ? unknownFigure(name) : figure->value(snapshot, name.substr(figure->name.size()));
}

Result<std::size_t> lessonAmount(const Snapshot& snapshot, std::string_view amount) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(amount.data(), amount.data() + amount.size(), number);
    return error == std::errc() && end == amount.data() + amount.size() ? Result<std::size_t>(number)
                                                                        : lessonFigure(snapshot, amount);
}

namespace {

/// Calls `check` for the text between each pair of marks, until an error.
template <typename Check>
Status checkBetween(std::string_view text, std::string_view open, char close, Check check) {
    for (std::size_t at = text.find(open); at != std::string_view::npos; at = text.find(open, at + 1)) {
        const std::size_t begin = at + open.size();
        const std::size_t end = text.find(close, begin);
        if (end == std::string_view::npos) {
            return Error{ErrorCode::Config,
                         fmt::format("found '{}' without '{}' in \"{}\"; close it", open, close, text)};
        }
        TRY(check(text.substr(begin, end - begin)));
    }
    return Ok{};
}

} // namespace

Status checkText(std::string_view text) {
    TRY(checkBetween(text, "{", '}', checkFigure));
    return checkBetween(text, "](", ')', checkQuery);
}

Status checkTextOn(const Snapshot& snapshot, std::string_view text) {
    Status figures = checkBetween(text, "{", '}', [&snapshot](std::string_view name) {
        const bool isMeasured = textFigure(name) != nullptr;
        const Result<std::size_t> figure = isMeasured ? Result<std::size_t>(0) : lessonFigure(snapshot, name);
        return figure ? Status(Ok{}) : figure.error();
    });
    TRY(figures);
    return checkBetween(text, "](", ')', [&snapshot](std::string_view query) {
        const Result<std::size_t> found = countOf(snapshot, query);
        return found && *found == 0 ? Status(Error{ErrorCode::Config, fmt::format("no node matches '{}'", query)})
               : found              ? Status(Ok{})
                                    : found.error();
    });
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
