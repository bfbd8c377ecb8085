// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"

#include "core/nets/label_classes.h"
#include "core/records/choice_keys.h"
#include "core/schedule/explain.h"
#include "core/trace/run_report.h"
#include "core/trace/speed_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace batchscope {

namespace {

constexpr std::size_t kMostDiffering = 1000; // maximum number of nodes that are listed

Json distribution(const Distribution& values) {
    return {{"mean", values.mean}, {"median", values.median}, {"max", values.max}};
}

Json classes(const Treebank& bank, LabelsAt at) {
    Json rows = Json::array();
    for (const LabelClass& row : labelTable(bank, at)) {
        rows.push_back({{"class", row.number}, {"label", row.label}, {"count", row.count}});
    }
    return rows;
}

Json valueOf(const std::optional<SpeedRatio>& ratio) {
    return ratio ? Json(ratio->value) : Json(nullptr);
}

Json rangeOf(const std::optional<SpeedRatio>& ratio) {
    return ratio ? Json{{"value", ratio->value}, {"low", ratio->low}, {"high", ratio->high}} : Json(nullptr);
}

/// Running seconds of each run of an arm; null if the arm was not measured.
Json samplesOf(const SpeedReport& speed, TimedArm arm) {
    Json samples = Json::array();
    for (const PhaseSeconds& sample : speed.of(arm)) {
        samples.push_back(sample.execution());
    }
    return samples.empty() ? Json(nullptr) : samples;
}

Json medianSeconds(const SpeedReport& speed, TimedArm arm) {
    return speed.of(arm).empty() ? Json(nullptr) : toJson(medianPhases(speed.of(arm)));
}

} // namespace

Json toJson(const TreeStatistics& statistics, const Treebank& bank) {
    Json arity = Json::object();
    for (const auto& [children, count] : statistics.arities) {
        arity[std::to_string(children)] = count;
    }
    Json diagnostics = Json::array();
    for (const Diagnostic& diagnostic : bank.diagnostics) {
        diagnostics.push_back({{"file", diagnostic.file},
                               {"line", diagnostic.position.line},
                               {"column", diagnostic.position.column},
                               {"byte", diagnostic.position.byte},
                               {"message", diagnostic.message},
                               {"excerpt", diagnostic.excerpt}});
    }
    return {{"format", bank.format},
            {"files", bank.files},
            {"trees", statistics.trees},
            {"nodes", statistics.nodes},
            {"leaves", distribution(statistics.leaves)},
            {"height", distribution(statistics.height)},
            {"arity", arity},
            {"distinct_shapes", statistics.distinctShapes},
            {"non_projective", statistics.nonProjective},
            {"words", statistics.words},
            {"labels", statistics.labels},
            {"classes", classes(bank, LabelsAt::Nodes)},
            {"classes_at_words", classes(bank, LabelsAt::Words)},
            {"classes_at_roots", classes(bank, LabelsAt::Roots)},
            {"bad_trees", bank.badTrees},
            {"skipped_files", bank.skipped},
            {"diagnostics", diagnostics}};
}

Json stepJson(std::span<const Column<StepRow>> columns, const StepRow& row) {
    const Snapshot& snapshot = *row.steps->snapshot;
    Json json = rowJson(columns, row);
    json["after_sync_point"] = readsValuesFirst(*snapshot.schedule, row.batch);
    json["nodes_read_first"] = Json::array();
    for (const NodeId node : nodesReadFirst(*snapshot.graph, *snapshot.schedule, row.batch)) {
        json["nodes_read_first"].push_back(node.value);
    }
    return json;
}

std::string numberedFromZero(FigureTable table) {
    constexpr auto kNumbers =
        std::to_array<std::string_view>({"step", "step_before", "step_after", "row", "tree", "node"});
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        TableColumn& head = table.columns[column];
        if (std::find(kNumbers.begin(), kNumbers.end(), head.key) == kNumbers.end()) {
            continue;
        }
        head.title = head.key == "step" ? "step" : head.title;
        for (TableRow& row : table.rows) {
            Cell& cell = row.cells[column];
            cell.text = cell.value.index() == 0 ? cell.text : plainText(cell.value);
        }
    }
    return tableText(table, TableFormat::Text);
}

Json toJson(const OpGraph& graph, const Schedule& schedule, const ScheduleMetrics& metrics) {
    Snapshot snapshot;
    snapshot.graph = nonOwning(graph);
    snapshot.schedule = nonOwning(schedule);
    const Steps steps = stepsOf(snapshot);
    const auto columns = picked(stepColumns(), {"step", "op", "size"});
    Json list = Json::array();
    for (const StepRow& row : stepRows(steps)) {
        list.push_back(stepJson(columns, row));
    }
    return {{"policy", schedule.policy},
            {"batches", metrics.batches},
            {"mean_batch_size", metrics.meanBatchSize},
            {"median_batch_size", metrics.medianBatchSize},
            {"launches_saved", metrics.launchesSaved},
            {"rows_gathered", metrics.rowsGathered},
            {"rows_viewed", metrics.rowsViewed},
            {"rows_shared", metrics.rowsShared},
            {"rows_constant", metrics.rowsConstant},
            {"sync_points", metrics.syncPoints},
            {"bytes_gathered", metrics.bytesGathered},
            {"state_bytes", metrics.stateBytes},
            {"steps", list}};
}

Json decisionJson(const OpGraph& graph, const Schedule& schedule, BatchId step) {
    const Decision decision = schedule.decision(step);
    Json candidates = Json::array();
    for (const Candidate& candidate : decision.candidates) {
        candidates.push_back({{"op", graph.opOf(candidate.signature).name},
                              {"signature", signatureText(graph.signatures[candidate.signature], graph.ops)},
                              {"ready", candidate.ready},
                              {"lowest_level", candidate.lowestLevel},
                              {"score", candidate.score}});
    }
    return {{"step", step.value},
            {"op", graph.opOf(schedule.batchSignatures[step]).name},
            {"size", schedule.batchSize(step)},
            {"reason", reasonText(graph, schedule, step)},
            {"score", schedule.scoreName},
            {"candidates", candidates}};
}

Json toJson(const OpGraph& graph, const EqualityReport& equality) {
    Json json = {{"max_abs_error", equality.maxAbsError},  {"max_rel_error", equality.maxRelError},
                 {"argmax_flips", equality.argmaxFlips},   {"not_finite", equality.notFinite},
                 {"values_compared", equality.values},     {"abs_tolerance", equality.absTolerance},
                 {"rel_tolerance", equality.relTolerance}, {"equal", equality.equal},
                 {"comparable", equality.comparable()},    {"ulps", equality.ulps}};
    if (equality.firstDivergence) {
        const Value value = *equality.firstDivergence;
        json["first_divergence"] = {{"node", value.node.value},
                                    {"output", value.output},
                                    {"op", graph.opOf(value.node).name},
                                    {"tree", graph.origins[value.node].tree.value}};
    }
    Json nodes = Json::array();
    for (std::size_t index = 0; index < std::min(equality.differing.size(), kMostDiffering); ++index) {
        nodes.push_back(equality.differing[index].value);
    }
    json["nodes_that_differ"] = {{"count", equality.differing.size()}, {"first", nodes}};
    if (!equality.comparable()) {
        json["reason"] = notComparableReason(graph, equality, "values");
    }
    return json;
}

Json toJson(const OpGraph& graph, const GradientReport& gradients) {
    Json json = toJson(graph, gradients.parameters);
    json["equal"] = gradients.equal();
    json["comparable"] = gradients.comparable();
    if (!gradients.comparable()) {
        json["reason"] = notComparableReason(graph, gradients);
    }
    json["loss"] = {{"folded", gradients.foldedLoss}, {"regular", gradients.regularLoss}};
    json["first_parameter"] = gradients.firstParameter.empty() ? Json(nullptr) : Json(gradients.firstParameter);
    json.erase("nodes_that_differ"); // parameters have no nodes
    json["of_values"] = toJson(graph, gradients.values);
    json.erase("argmax_flips");
    json["of_values"].erase("argmax_flips");
    if (!gradients.values.comparable()) {
        json["of_values"]["reason"] = notComparableReason(graph, gradients.values, "gradients of values");
    }
    return json;
}

Json causeJson(const OpGraph& graph, const DivergenceCause& cause) {
    Json json = {{"kind", causeKindName(cause.kind)},
                 {"node", cause.node.value},
                 {"inputs_tried", cause.tried},
                 {"text", causeText(graph, cause)}};
    if (cause.misreading) {
        const auto valueJson = [](const Argument& argument) {
            return argument.isValue() ? Json({{"node", argument.node().value}, {"output", argument.output}})
                                      : Json({{"payload", argument.payload}});
        };
        json["argument"] = cause.misreading->argument;
        json["own"] = valueJson(cause.misreading->own);
        json["read"] = valueJson(cause.misreading->read);
    }
    if (cause.weight) {
        json["weight"] = cause.weight->entry;
    }
    return json;
}

Json speedJson(const RunReport& report) {
    const SpeedReport& speed = *report.speed;
    const std::string reason = reasonText(speed);
    return {{"regular_seconds", medianSeconds(speed, speed.regular())},
            {"regular_off_seconds", medianSeconds(speed, TimedArm::RegularOff)},
            {"folded_off_seconds", medianSeconds(speed, TimedArm::FoldedOff)},
            {"policy_training_s", report.learnSeconds},
            {"speedup",
             {{"batching", valueOf(speed.batching())},
              {"engine", valueOf(speed.engine())},
              {"both", valueOf(speed.both())}}},
            {"speedup_with_construction", valueOf(speed.batchingWithConstruction())},
            {"speedup_detail",
             {{"verdict", speedVerdictKey(speed.verdict)},
              {"reason", reason.empty() ? Json(nullptr) : Json(reason)},
              {"kernels", speed.executor == ExecutorKind::Engine ? "engine" : "libtorch"},
              {"batching", rangeOf(speed.batching())},
              {"engine", rangeOf(speed.engine())},
              {"both", rangeOf(speed.both())},
              {"batching_off", rangeOf(speed.batchingOff())},
              {"engine_folded", rangeOf(speed.engineFolded())},
              {"with_construction", rangeOf(speed.batchingWithConstruction())},
              {"samples_s",
               {{"regular@off", samplesOf(speed, TimedArm::RegularOff)},
                {"regular", samplesOf(speed, TimedArm::Regular)},
                {"folded@off", samplesOf(speed, TimedArm::FoldedOff)},
                {"folded", samplesOf(speed, TimedArm::Folded)}}},
              {"load",
               {{"processors", speed.load.processors},
                {"threads", speed.load.threads},
                {"used_by_others", speed.load.others},
                {"waiting", speed.load.waiting}}}}}};
}

Json remedyJson(const Remedy& remedy) {
    return {{"option", remedy.option},
            {"batches", remedy.batches},
            {"nodes", remedy.nodes},
            {"text", remedy.text},
            {"changes_results", remedy.changesResults}};
}

void printRemedies(const char* heading, const Remedies& remedies) {
    fmt::print("\n{}\n", heading);
    if (!remedies.verdict.empty()) {
        fmt::print("{}\n", remedies.verdict);
    }
    for (const Remedy& remedy : remedies.helping) {
        fmt::print("{} ({})\n", remedy.text, remedy.option);
    }
}

void printJson(const Json& document) {
    fmt::print("{}", jsonText(document));
}

} // namespace batchscope
