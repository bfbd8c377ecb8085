// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/node_list.h"
#include "app/cli/prepare.h"
#include "core/base/counted.h"
#include "core/schedule/scheduler.h"
#include "core/session/remedies.h"
#include "core/session/tree_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace batchscope {

namespace {

/// The complete result of the command.
struct Explained {
    const OpGraph& graph;
    const Schedule& schedule;
    const PairExplanation& pair;
    const Remedies& remedies;
    std::array<TreePlace, 2> places;
};

Json nodeJson(const Explained& explained, NodeId node, const TreePlace& place) {
    const OpGraph& graph = explained.graph;
    const Origin& origin = graph.origins[node];
    Json json = {{"node", node.value},
                 {"op", graph.opOf(node).name},
                 {"signature", signatureText(graph.signatures[graph.nodeSignatures[node]], graph.ops)},
                 {"level", graph.levels[node]},
                 {"round", graph.roundOf(node)},
                 {"step", explained.schedule.places[node].batch.value},
                 {"row", explained.schedule.places[node].row}};
    json["tree"] = origin.tree.valid() ? Json(origin.tree.value) : Json(nullptr);
    json["tree_node"] = origin.treeNode.valid() ? Json(origin.treeNode.value) : Json(nullptr);
    json["label"] = place.label;
    json["words"] = place.words;
    return json;
}

Json reasonJson(const Explained& explained, const PairReason& reason) {
    Json json = {{"kind", pairReasonName(reason.kind)}};
    switch (reason.kind) {
    case PairReasonKind::SameNode:
    case PairReasonKind::Unbatchable: break;
    case PairReasonKind::Together: json["rows"] = {reason.a, reason.b}; break;
    case PairReasonKind::Round: json["rounds"] = {reason.a, reason.b}; break;
    case PairReasonKind::Level: json["levels"] = {reason.a, reason.b}; break;
    case PairReasonKind::Signature:
        json["fields"] = Json::array();
        for (const FieldDifference& field : reason.fields) {
            json["fields"].push_back({{"field", field.field}, {"a", field.a}, {"b", field.b}});
        }
        break;
    case PairReasonKind::Dependency:
        json["path"] = Json::array();
        for (const NodeId node : reason.path) {
            json["path"].push_back(node.value);
        }
        break;
    case PairReasonKind::OtherStep:
        json["steps"] = {reason.a, reason.b};
        json["waited_for"] = Json::array();
        for (const AwaitedArgument& awaited : reason.awaited) {
            json["waited_for"].push_back(
                {{"argument", awaited.argument}, {"node", awaited.node.value}, {"step", awaited.batch.value}});
        }
        json["decisions"] = {decisionJson(explained.graph, explained.schedule, BatchId(std::size_t{reason.a})),
                             decisionJson(explained.graph, explained.schedule, BatchId(std::size_t{reason.b}))};
        break;
    }
    json["text"] = reason.text;
    return json;
}

void printExplanationAsJson(const Explained& explained) {
    const PairExplanation& pair = explained.pair;
    Json reasons = Json::array();
    for (const PairReason& reason : pair.reasons) {
        reasons.push_back(reasonJson(explained, reason));
    }
    Json helping = Json::array();
    for (const Remedy& remedy : explained.remedies.helping) {
        helping.push_back(remedyJson(remedy));
        helping.back()["together"] = remedy.pair == PairAfter::Together || remedy.pair == PairAfter::OneNode;
    }
    printJson({{"policy", explained.schedule.policy},
               {"batches", explained.remedies.batches},
               {"changes_tried", explained.remedies.tried},
               {"would_help", helping},
               {"a", nodeJson(explained, pair.a, explained.places[0])},
               {"b", nodeJson(explained, pair.b, explained.places[1])},
               {"together", pair.together},
               {"reasons", reasons},
               {"text", pair.text()}});
}

void printNode(const Explained& explained, NodeId node, const TreePlace& place) {
    const OpGraph& graph = explained.graph;
    fmt::print("{}: {}, level {}, batch {} row {} under {}\n", nodeText(graph, node),
               signatureText(graph.signatures[graph.nodeSignatures[node]], graph.ops), graph.levels[node],
               ordinal(explained.schedule.places[node].batch.index()), ordinal(explained.schedule.places[node].row),
               explained.schedule.policy);
    if (!place.place.empty()) {
        fmt::print("    {}{}{}\n", place.place, place.label.empty() ? "" : fmt::format(", label {}", place.label),
                   place.words.empty() ? "" : fmt::format(": “{}”", place.words));
    }
}

void printForPeople(const Explained& explained) {
    const PairExplanation& pair = explained.pair;
    printNode(explained, pair.a, explained.places[0]);
    if (pair.a != pair.b) {
        printNode(explained, pair.b, explained.places[1]);
    }
    fmt::print("\n{}\n", pair.together ? "Together." : "Not together.");
    for (std::size_t index = 0; index < pair.reasons.size(); ++index) {
        const PairReason& reason = pair.reasons[index];
        fmt::print("{}{}\n", pair.reasons.size() > 1 ? fmt::format("{}. ", index + 1) : "", reason.text);
    }
    printRemedies("What would help", explained.remedies);
}

Status checkNodes(const CliOptions& options, const OpGraph& graph) {
    for (const std::size_t node : options.nodes) {
        TRY(checkNode(node, graph));
    }
    return Ok{};
}

} // namespace

Result<ExitCode> runExplain(const CliOptions& options, const RunControl& control) {
    const Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    const GraphOptions fitting = fittedOptionsWithNote(options, *bank);
    const Result<OpGraph> graph = buildGraph(*bank, fitting, control);
    TRY(graph);
    TRY(checkNodes(options, *graph));
    const Result<ChosenPolicies> policy = choosePolicies(options, *graph, control);
    TRY(policy);
    Result<Schedule> made = makeSchedule(*graph, policy->only(), control);
    TRY(made);
    const Schedule schedule =
        withRowOrder(*graph, std::move(*made), options.run.rowOrder); // the same rows as in `schedule`
    const NodeId a(options.nodes.front());
    const NodeId b(options.nodes.back());
    const PairExplanation pair = explainPair(*graph, schedule, a, b);
    SessionConfig present = static_cast<const SessionConfig&>(options); // the session choices of the command line
    present.graph = fitting;
    present.policy = options.policies;
    present.given = policy->given != nullptr ? policy->given->schedule() : nullptr;
    const Result<Remedies> remedies = tryRemedies({*bank, present, *graph, schedule}, NodePair{a, b}, control);
    TRY(remedies);
    TreePlaces places(*bank, fitting);
    const Explained explained{*graph, schedule, pair, *remedies, {places.of(*graph, a), places.of(*graph, b)}};
    if (options.json) {
        printExplanationAsJson(explained);
    } else {
        printForPeople(explained);
    }
    return ExitCode::Done;
}

} // namespace batchscope
