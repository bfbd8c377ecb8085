// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_json.h"

#include "app/cli/bench_advice.h"
#include "core/base/statistics.h"
#include "core/bench/advice.h"
#include "core/bench/sweep.h"
#include "core/plan/pass_choice.h"
#include "core/session/session_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

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

/// "--rare-below" is "rare_below".
std::string keyOf(std::string_view option) {
    std::string key(option.substr(2));
    std::replace(key.begin(), key.end(), '-', '_');
    return key;
}

bool decidesGraph(const SessionChoice& choice) {
    return choice.group != SessionChoice::Group::Picture && !choice.option.empty();
}

/// As --trees takes it; null: all.
Json treesJson(const TreeRange& range) {
    if (range == TreeRange()) {
        return nullptr;
    }
    return range.end == TreeRange().end ? fmt::format("{}:", range.begin)
                                        : fmt::format("{}:{}", range.begin, range.end);
}

void addOptions(Json& json, const BenchRecord& record) {
    const BenchConfig& config = record.config;
    const SessionConfig& asked = record.options;
    SessionConfig measured = asked;
    measured.graph = config.graph;
    const EngineOptions* const engine = engineOf(config.run.executor);
    json["repeats"] = config.repeats;
    json["warmups"] = config.warmups;
    json["thread_counts"] = config.threads;
    json["mini_batches"] = drawnMiniBatches(config);
    json["precision"] = config.precision > 0.0 ? Json(config.precision) : Json(nullptr);
    json["budget_s"] = config.budgetSeconds;
    json["arms"] = config.arms;
    json["ablation"] = config.ablation;
    json["batch"] = config.batches;
    json["dim"] = config.dims;
    json["train"] = config.run.work == Work::Training;
    json["model"] = record.bank.program.empty() ? Json(config.graph.model) : Json(nullptr);
    json["trees"] = treesJson(config.graph.trees);
    json["classes"] = config.graph.classes > 0 ? Json(config.graph.classes) : Json(nullptr);
    json["rare_below"] = measured.read.rareBelow;
    for (const SessionChoice& choice : sessionChoices()) {
        if (decidesGraph(choice)) {
            json[keyOf(choice.option)] = choice.present(measured);
        }
    }
    json["device"] = "cpu";
    json["passes"] = passChoiceText(engine == nullptr ? PassChoice() : PassChoice(engine->passes));
    json["isa"] =
        record.options.instructionSet ? Json(instructionSetName(*record.options.instructionSet)) : Json(nullptr);
    json["memory_limit"] = orNull(record.options.memoryLimit);
}

void addPlaceAndTime(Json& json, const BenchRecord& record) {
    const BuildIdentity build = buildIdentity();
    std::error_code unknown;
    json["version"] = build.version;
    json["commit"] = build.commit;
    json["compiler"] = build.compiler;
    json["date"] = record.date;
    json["host"] = hostName();
    json["governor"] = orNull(frequencyGovernor());
    json["load_before"] = orNull(record.loadBefore);
    json["load_after"] = orNull(record.loadAfter);
    json["command"] = record.options.commandLine;
    json["directory"] = std::filesystem::current_path(unknown).string();
}

Json contextJson(const BenchRecord& record) {
    const BenchContext& context = record.report.context;
    Json json = {{"cpu", context.cpu},     {"threads", context.threads},
                 {"torch", context.torch}, {"blas", context.blas},
                 {"gemm", context.gemm},   {"instruction_set", instructionSetName(context.instructionSet)},
                 {"fma_flops", nullptr},   {"copy_bytes_per_s", nullptr},
                 {"seed", context.seed},   {"file", context.file},
                 {"build", context.build}};
    if (context.roofline) {
        json["fma_flops"] = context.roofline->fmaFlops;
        json["copy_bytes_per_s"] = context.roofline->copyBytes;
    }
    json["files"] = record.bank.files;
    addPlaceAndTime(json, record);
    addOptions(json, record);
    return json;
}

Json stackingJson(const std::optional<StackingCounts>& counts) {
    return counts ? Json{{"columns_reused", counts->columnsReused},
                         {"columns_stacked", counts->columnsStacked},
                         {"tensors", counts->tensors}}
                  : Json(nullptr);
}

const char* samplesVerdict(SpeedVerdict verdict) {
    switch (verdict) {
    case SpeedVerdict::Steady: return "steady";
    case SpeedVerdict::Busy: return "busy";
    case SpeedVerdict::Varying:
    case SpeedVerdict::TooLong: break; // a bench has samples
    }
    return "varying";
}

Json loadJson(const MachineLoad& load) {
    return {
        {"waiting", load.waiting}, {"others", load.others}, {"processors", load.processors}, {"threads", load.threads}};
}

/// What the samples are worth.
void addSpread(Json& json, const BenchResult& result) {
    json["mini_batches"] = result.miniBatches;
    json["sample_batches"] = result.sampleBatches;
    json["spread_repeats_s"] = orNull(result.spreadOverRepeats);
    json["spread_trees_s"] = orNull(result.spreadOverBatches);
    json["precision"] = orNull(result.precision);
    json["noisy"] = result.noisy;
    json["verdict"] = samplesVerdict(result.verdict);
    json["load"] = loadJson(result.load);
    json["retries"] = result.retries;
}

Json resultJson(const BenchResult& result) {
    const MedianRange range = medianRange(result.samples);
    Json json = {{"arm", result.arm},
                 {"kernels", result.kernels ? "engine" : "libtorch"},
                 {"model", result.model},
                 {"dim", result.dim > 0 ? Json(result.dim) : Json(nullptr)},
                 {"batch", result.batch},
                 {"threads", result.threads},
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

} // namespace

Json benchJson(const BenchRecord& record) {
    Json results = Json::array();
    for (const BenchResult& result : record.report.results) {
        results.push_back(resultJson(result));
    }
    return {{"schema", kBenchSchema},
            {"cancelled", record.isCancelled},
            {"error", record.error.empty() ? Json(nullptr) : Json(record.error)},
            {"context", contextJson(record)},
            {"results", results},
            {"fits", fitsJson(record.report)},
            {"advice", adviceOn(record.report)},
            {"notes", record.report.notes}};
}

std::vector<std::string> graphOptionKeys() {
    std::vector<std::string> keys = {"rare_below"};
    for (const SessionChoice& choice : sessionChoices()) {
        if (decidesGraph(choice)) {
            keys.push_back(keyOf(choice.option));
        }
    }
    return keys;
}

} // namespace batchscope
