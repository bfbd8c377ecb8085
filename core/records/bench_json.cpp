// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/bench_json.h"

#include "core/base/statistics.h"
#include "core/bench/advice.h"
#include "core/bench/cost_fit.h"
#include "core/bench/sweep.h"
#include "core/plan/pass.h"
#include "core/records/choice_keys.h"
#include "core/records/tree_range.h"
#include "core/records/verdict_keys.h"

namespace batchscope {

namespace {

template <typename T>
Json orNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// Such a ratio is 0 where its counterpart was not measured.
Json ratioOrNull(double ratio) {
    return ratio > 0.0 ? Json(ratio) : Json(nullptr);
}

/// As --trees takes it; null: all.
Json treesJson(const TreeRange& range) {
    return range == TreeRange() ? Json(nullptr) : Json(treeRangeText(range));
}

void addPicked(Json& json, std::span<const TreeId> picked) {
    if (picked.empty()) {
        return; // a document without the key is of a range of trees, as those of the command line
    }
    Json trees = Json::array();
    for (const TreeId tree : picked) {
        trees.push_back(tree.value);
    }
    json["picked"] = std::move(trees);
}

Json workNames(const BenchConfig& config) {
    Json names = Json::array();
    for (const Work work : sweptWorks(config)) {
        names.push_back(workText(work));
    }
    return names;
}

void addOptions(Json& json, const BenchDocument& document) {
    const BenchConfig& config = document.config;
    const SessionConfig measured = measuredConfig(document);
    json["repeats"] = config.repeats;
    json["warmups"] = config.warmups;
    json["thread_counts"] = config.threads;
    json["mini_batches"] = drawnMiniBatches(config);
    json["precision"] = config.precision > 0.0 ? Json(config.precision) : Json(nullptr);
    json["budget_s"] = config.budgetSeconds;
    json["patience_s"] = config.patienceSeconds;
    json["arms"] = config.arms;
    json["table"] = document.tableFile.empty() ? Json(nullptr) : Json(document.tableFile);
    json["schedule"] = document.scheduleFile.empty() ? Json(nullptr) : Json(document.scheduleFile);
    json["ablation"] = config.ablation;
    json["batch"] = config.batches;
    json["dim"] = config.dims;
    json["train"] = sweptWorks(config).front() == Work::Training;
    json["works"] = workNames(config);
    json["model"] = document.isProgram ? Json(nullptr) : Json(sweptModels(config).front());
    json["models"] = document.isProgram ? Json::array() : Json(sweptModels(config));
    json["trees"] = treesJson(config.graph.trees);
    addPicked(json, config.graph.picked);
    json["classes"] = config.graph.classes > 0 ? Json(config.graph.classes) : Json(nullptr);
    json["rare_below"] = measured.read.rareBelow;
    for (const SessionChoice* const choice : measuredChoices()) {
        json[keyOf(*choice)] = choice->present(measured);
    }
    json["device"] = "cpu";
    json["passes"] = passChoiceText(passesOf(config.run.executor));
    json["isa"] = document.instructionSet ? Json(instructionSetName(*document.instructionSet)) : Json(nullptr);
    json["memory_limit"] = orNull(document.memoryLimit);
}

void addPlaceAndTime(Json& json, const BenchDocument& document) {
    json["version"] = document.build.version;
    json["commit"] = document.build.commit;
    json["compiler"] = document.build.compiler;
    json["date"] = document.date;
    json["host"] = document.host;
    json["governor"] = orNull(document.governor);
    json["load_before"] = orNull(document.loadBefore);
    json["load_after"] = orNull(document.loadAfter);
    json["command"] = document.command;
    json["directory"] = document.directory;
}

Json stackingJson(const std::optional<StackingCounts>& counts) {
    return counts ? Json{{"columns_reused", counts->columnsReused},
                         {"columns_stacked", counts->columnsStacked},
                         {"tensors", counts->tensors}}
                  : Json(nullptr);
}

Json loadJson(const MachineLoad& load) {
    return {{"waiting", load.waiting},
            {"others", load.others},
            {"processors", load.processors},
            {"threads", load.threads},
            {"slowdown", load.slowdown}};
}

/// What the samples are worth.
void addSpread(Json& json, const BenchResult& result) {
    json["mini_batches"] = result.miniBatches;
    json["sample_batches"] = result.sampleBatches;
    json["spread_repeats_s"] = orNull(result.spreadOverRepeats);
    json["spread_trees_s"] = orNull(result.spreadOverBatches);
    json["precision"] = orNull(result.precision);
    json["noisy"] = result.noisy;
    json["verdict"] = speedVerdictKey(result.verdict);
    json["load"] = loadJson(result.load);
    json["retries"] = result.retries;
    json["slow_rounds"] = result.slowRounds;
    json["yardstick_s"] = orNull(result.yardstickSeconds);
}

Json resultJson(const BenchResult& result) {
    const MedianRange range = medianRange(result.samples);
    Json json = {{"arm", result.arm},
                 {"kernels", result.kernels ? "engine" : "libtorch"},
                 {"model", result.model},
                 {"dim", result.dim > 0 ? Json(result.dim) : Json(nullptr)},
                 {"batch", result.batch},
                 {"threads", result.threads},
                 {"work", workText(result.work)},
                 {"nodes", result.nodes},
                 {"batches", result.batches},
                 {"median_s", result.medianSeconds},
                 {"iqr_s", result.iqrSeconds},
                 {"ci_low_s", range.low},
                 {"ci_high_s", range.high},
                 {"outliers", outlierCount(result.samples)},
                 {"trees_per_s", result.treesPerSecond},
                 {"seconds", toJson(result.phases)},
                 {"samples", result.samples},
                 {"cost_ratio", orNull(result.costRatio)},
                 {"speedup", ratioOrNull(result.speedup)},
                 {"speedup_execution", ratioOrNull(result.speedupExecution)},
                 {"speedup_batching", ratioOrNull(result.speedup)},
                 {"speedup_engine", orNull(result.speedupEngine)},
                 {"speedup_engine_here", orNull(result.speedupEngineHere)},
                 {"speedup_both", orNull(result.speedupBoth)},
                 {"speedup_ratio", orNull(result.speedupRatio)},
                 {"speedup_over_off", orNull(result.speedupOverOff)},
                 {"speedup_over_before", orNull(result.speedupOverBefore)},
                 {"launches", result.figures.launches},
                 {"product_gflop", result.figures.productFlops * 1e-9},
                 {"fma_share", orNull(result.fmaShare)},
                 {"bytes_copied", result.figures.bytesCopied},
                 {"memory_bytes", result.figures.memoryBytes},
                 {"process_peak_bytes", result.peakBytes},
                 {"policy_training_s", orNull(result.learnSeconds)},
                 {"padding_waste", result.paddingWaste},
                 {"stacking", stackingJson(result.stacking)},
                 {"equal", result.equal}};
    addSpread(json, result);
    return json;
}

Json fitsJson(const BenchReport& report) {
    Json fits = Json::array();
    for (const CostFit& fit : fitCosts(report.results)) {
        const auto ifLine = [&fit](double seconds) { return fit.describes() ? Json(seconds) : Json(nullptr); };
        fits.push_back({{"arm", fit.arm},
                        {"model", fit.place.model},
                        {"dim", fit.place.dim > 0 ? Json(fit.place.dim) : Json(nullptr)},
                        {"threads", fit.place.threads},
                        {"work", workText(fit.place.work)},
                        {"fixed_s", ifLine(fit.fixedSeconds)},
                        {"per_tree_s", ifLine(fit.perTreeSeconds)},
                        {"worst_residual", fit.worstResidual}});
    }
    return fits;
}

} // namespace

Json benchContextJson(const BenchDocument& document) {
    const BenchContext& context = document.report.context;
    Json json = {{"cpu", context.cpu},           {"threads", context.threads},
                 {"torch", context.torch},       {"blas", context.blas},
                 {"gemm", context.gemm},         {"instruction_set", instructionSetName(context.instructionSet)},
                 {"fma_flops", nullptr},         {"copy_bytes_per_s", nullptr},
                 {"seed", document.config.seed}, {"file", context.file},
                 {"build", context.build}};
    if (context.roofline) {
        json["fma_flops"] = context.roofline->fmaFlops;
        json["copy_bytes_per_s"] = context.roofline->copyBytes;
    }
    json["files"] = document.files;
    addPlaceAndTime(json, document);
    addOptions(json, document);
    return json;
}

Json benchJson(const BenchDocument& document) {
    Json results = Json::array();
    for (const BenchResult& result : document.report.results) {
        results.push_back(resultJson(result));
    }
    return {{"schema", kBenchSchema},
            {"cancelled", document.isCancelled},
            {"error", document.error.empty() ? Json(nullptr) : Json(document.error)},
            {"context", benchContextJson(document)},
            {"results", results},
            {"fits", fitsJson(document.report)},
            {"advice", adviceOn(document.report)},
            {"notes", document.report.notes}};
}

std::vector<std::string> graphOptionKeys() {
    std::vector<std::string> keys = {"rare_below"};
    for (const SessionChoice* const choice : measuredChoices()) {
        keys.push_back(keyOf(*choice));
    }
    return keys;
}

} // namespace batchscope
