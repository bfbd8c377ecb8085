// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/bench_document.h"

#include "core/base/statistics.h"
#include "core/bench/arms.h"
#include "core/bench/bench_series.h"
#include "core/bench/cost_fit.h"
#include "core/bench/sweep.h"
#include "core/bytes/file_bytes.h"
#include "core/records/bench_json.h"
#include "core/records/choice_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>

namespace batchscope {

namespace {

constexpr std::string_view kSampleSeconds = "a list of seconds greater than 0";
constexpr std::string_view kOneCountEachSample = "a list of counts, one for each sample";
constexpr std::string_view kSecondsAboveZero = "a number of seconds greater than 0";
constexpr std::string_view kKnownInstructionSet = "an instruction set that this version knows";
constexpr std::string_view kKnownPasses = "a choice of passes that this version knows";
constexpr std::string_view kKnownWork = "inference or training";

// The functions below list the keys of an object once, for JsonWriter and JsonReader (`Fields`). `T` is a const value
// when writing; when reading, it is filled.

template <typename Fields, typename T>
void listPhases(Fields fields, T& seconds) {
    fields.need("parse", seconds.parse);
    fields.need("build", seconds.build);
    fields.need("schedule", seconds.schedule);
    fields.need("plan", seconds.plan);
    fields.need("gather", seconds.gather);
    fields.need("compute", seconds.compute);
    fields.need("scatter", seconds.scatter);
    fields.need("readout", seconds.readout);
    fields.need("backward", seconds.backward);
    fields.need("update", seconds.update);
    fields.derived("total", seconds.total());
}

/// The demands of a step on the machine.
template <typename Fields, typename T>
void listFigures(Fields& fields, T& result) {
    double gflop = result.figures.productFlops * 1e-9;
    fields.need("launches", result.figures.launches);
    fields.need("product_gflop", gflop);
    if constexpr (Fields::kReads) {
        result.figures.productFlops = gflop * 1e9;
    }
    fields.need("fma_share", result.fmaShare);
    fields.need("bytes_copied", result.figures.bytesCopied);
    fields.need("memory_bytes", result.figures.memoryBytes);
    fields.need("policy_training_s", result.learnSeconds);
    fields.need("padding_waste", result.paddingWaste);
}

template <typename Fields, typename T>
void listLoad(Fields fields, T& load) {
    fields.need("waiting", load.waiting);
    fields.need("others", load.others);
    fields.need("processors", load.processors);
    fields.need("threads", load.threads);
    fields.need("slowdown", load.slowdown);
}

/// The reliability of the samples.
template <typename Fields, typename T>
void listSpread(Fields& fields, T& result) {
    fields.need("mini_batches", result.miniBatches);
    fields.need("sample_batches", result.sampleBatches, kOneCountEachSample);
    fields.need("spread_repeats_s", result.spreadOverRepeats);
    fields.need("spread_trees_s", result.spreadOverBatches);
    fields.need("noisy", result.noisy);
    fields.need("verdict",
                NamedValue(result.verdict, speedVerdictKey, parseSpeedVerdict, "a verdict that this version knows"));
    listLoad(fields.inside("load"), result.load);
    fields.need("retries", result.retries);
    fields.need("yardstick_s", result.yardstickSeconds);
}

/// Nullopt for 0, which means that the counterpart was not measured.
std::optional<double> ratioOrNone(double ratio) {
    return ratio > 0.0 ? std::optional(ratio) : std::nullopt;
}

/// The keys of a result. Ratios are computed again when a document is read.
template <typename Fields, typename T>
void listResult(Fields& fields, T& result) {
    const MedianRange range = result.samples.empty() ? MedianRange() : medianRange(result.samples);
    std::string kernels = result.kernels ? "engine" : "libtorch";
    fields.need("arm", result.arm);
    fields.need("kernels", kernels);
    if constexpr (Fields::kReads) {
        result.figures.executor = kernels == "engine" ? ExecutorKind::Engine : ExecutorKind::LibTorch;
    }
    fields.need("model", result.model);
    fields.need("dim", NullWhenEmpty(result.dim, "a width"));
    fields.need("batch", result.batch);
    fields.need("threads", result.threads);
    fields.need("work", NamedValue(result.work, workText, parseWork, kKnownWork));
    fields.need("nodes", result.nodes);
    fields.need("batches", result.batches);
    fields.need("median_s", result.medianSeconds, kSecondsAboveZero);
    fields.need("iqr_s", result.iqrSeconds);
    fields.derived("ci_low_s", range.low);
    fields.derived("ci_high_s", range.high);
    fields.derived("outliers", outlierCount(result.samples));
    fields.need("trees_per_s", result.treesPerSecond);
    listPhases(fields.inside("seconds"), result.phases);
    fields.need("samples", result.samples, kSampleSeconds);
    fields.derived("cost_ratio", result.costRatio);
    fields.derived("speedup", ratioOrNone(result.speedup));
    fields.derived("speedup_execution", ratioOrNone(result.speedupExecution));
    fields.derived("speedup_batching", ratioOrNone(result.speedup));
    fields.derived("speedup_engine", result.speedupEngine);
    fields.derived("speedup_both", result.speedupBoth);
    fields.derived("speedup_ratio", result.speedupRatio);
    fields.derived("speedup_over_before", result.speedupOverBefore);
    listFigures(fields, result);
    fields.need("equal", result.equal);
    listSpread(fields, result);
}

void readResult(JsonReader& reader, BenchResult& result, const RunOptions& run) {
    listResult(reader, result);
    const auto isTime = [](double seconds) { return seconds > 0.0; };
    if (result.samples.empty() || !std::all_of(result.samples.begin(), result.samples.end(), isTime)) {
        reader.fail("samples", kSampleSeconds);
    }
    if (result.sampleBatches.size() != result.samples.size()) {
        reader.fail("sample_batches", kOneCountEachSample);
    }
    if (!isTime(result.medianSeconds)) {
        reader.fail("median_s", kSecondsAboveZero);
    }
    const bool isEngine = result.figures.executor == ExecutorKind::Engine;
    result.grouping = result.arm;
    result.kernels = isEngine ? PassChoice(PassSet::all()) : PassChoice();
    if (const Result<Arm> arm = parseArm(result.arm); arm) { // otherwise the arm is from another version
        result.grouping = groupingOf(*arm);
        result.kernels = isEngine ? kernelsOf(*arm, run) : PassChoice(); // empty if LibTorch ran called methods
    }
}

template <typename Fields, typename T>
void listMachine(Fields& fields, T& document) {
    auto& context = document.report.context;
    std::optional<double> flops;
    std::optional<double> copies;
    if (context.roofline) {
        flops = context.roofline->fmaFlops;
        copies = context.roofline->copyBytes;
    }
    fields.need("cpu", context.cpu);
    fields.need("threads", context.threads);
    fields.need("torch", context.torch);
    fields.need("blas", context.blas);
    fields.need("gemm", context.gemm);
    fields.need("instruction_set",
                NamedValue(context.instructionSet, instructionSetName, parseInstructionSet, kKnownInstructionSet));
    fields.need("fma_flops", flops);
    fields.need("copy_bytes_per_s", copies);
    if constexpr (Fields::kReads) {
        if (flops) {
            context.roofline = Roofline{context.threads, context.instructionSet, *flops, copies.value_or(0.0)};
        }
    }
    fields.need("seed", document.config.seed);
    fields.need("file", context.file);
    fields.need("build", context.build);
    if constexpr (Fields::kReads) {
        context.seed = document.config.seed;
    }
}

template <typename Fields, typename T>
void listPlaceAndTime(Fields& fields, T& document) {
    fields.need("files", document.files);
    fields.need("version", document.build.version);
    fields.need("commit", document.build.commit);
    fields.need("compiler", document.build.compiler);
    fields.need("date", document.date);
    fields.need("host", document.host);
    fields.need("governor", document.governor);
    fields.need("load_before", document.loadBefore);
    fields.need("load_after", document.loadAfter);
    fields.need("command", document.command);
    fields.need("directory", document.directory);
}

/// The requested sweep, without the graph options.
template <typename Fields, typename T>
void listSweep(Fields& fields, T& document) {
    auto& config = document.config;
    std::size_t miniBatches = drawnMiniBatches(config);
    fields.need("repeats", config.repeats);
    fields.need("warmups", config.warmups);
    fields.need("thread_counts", config.threads);
    fields.need("mini_batches", miniBatches);
    fields.need("arms", config.arms);
    fields.need("ablation", config.ablation);
    fields.need("batch", config.batches);
    fields.need("dim", config.dims);
    if constexpr (Fields::kReads) {
        config.miniBatches = miniBatches;
    }
}

template <typename Fields, typename T>
void listNet(Fields& fields, T& document) {
    auto& config = document.config;
    bool trains = config.run.work == Work::Training;
    std::string model = document.isProgram ? std::string() : config.graph.model;
    fields.need("train", trains);
    fields.need("model", NullWhenEmpty(model));
    if constexpr (Fields::kReads) {
        config.run.work = trains ? Work::Training : Work::Inference;
        document.isProgram = model.empty();
        config.graph.model = model.empty() ? GraphOptions().model : model;
    }
}

/// A document without `picked` has a range of trees, like those of the command line.
template <typename Fields, typename T>
void listTrees(Fields& fields, T& graph) {
    std::optional<TreeRange> range = graph.trees == TreeRange() ? std::nullopt : std::optional(graph.trees);
    fields.need("trees", NamedValue(range, treeRangeText, parseTreeRange, kKnownTreeRange));
    std::vector<std::uint32_t> picked;
    for (const TreeId tree : graph.picked) {
        picked.push_back(tree.value);
    }
    fields.mayHave("picked", picked);
    fields.need("classes", NullWhenEmpty(graph.classes));
    if constexpr (Fields::kReads) {
        graph.trees = range.value_or(TreeRange());
        for (const std::uint32_t tree : picked) {
            graph.picked.emplace_back(static_cast<std::size_t>(tree));
        }
    }
}

template <typename Fields, typename T>
void listChoices(Fields& fields, T& document) {
    SessionConfig measured = measuredConfig(document);
    fields.need("rare_below", measured.read.rareBelow);
    for (const SessionChoice* const choice : measuredChoices()) {
        const std::string key = keyOf(*choice);
        const std::string expected = fmt::format("one of {}", fmt::join(choice->names, ", "));
        std::string name = choice->present(measured);
        fields.need(key.c_str(), name, expected);
        if constexpr (Fields::kReads) {
            if (const Status applied = choice->apply(measured, name); !applied) {
                fields.fail(key.c_str(), expected);
            }
        }
    }
    if constexpr (Fields::kReads) {
        document.read = measured.read;
        document.config.graph = measured.graph;
        document.config.run = measured.run;
    }
}

template <typename Fields, typename T>
void listRun(Fields& fields, T& document) {
    std::string passes = passChoiceText(passesOf(document.config.run.executor));
    fields.derived("device", "cpu");
    fields.need("passes", passes, kKnownPasses);
    fields.need("isa",
                NamedValue(document.instructionSet, instructionSetName, parseInstructionSet, kKnownInstructionSet));
    fields.need("memory_limit", document.memoryLimit);
    if constexpr (Fields::kReads) {
        document.config.run.executor = InterpreterOptions();
        if (const Result<PassChoice> choice = parsePassChoice(passes); !choice) {
            fields.fail("passes", kKnownPasses);
        } else if (const PassChoice& chosen = *choice; chosen) {
            document.config.run.executor = EngineOptions{
                .passes = *chosen, .instructionSet = document.instructionSet.value_or(bestInstructionSet())};
        }
    }
}

template <typename Fields, typename T>
void listContext(Fields fields, T& document) {
    listMachine(fields, document);
    listPlaceAndTime(fields, document);
    listSweep(fields, document);
    listNet(fields, document);
    listTrees(fields, document.config.graph);
    listChoices(fields, document);
    listRun(fields, document);
}

void writeFit(JsonWriter& fields, const CostFit& fit) {
    const auto ifLine = [&fit](double seconds) { return fit.describes() ? std::optional(seconds) : std::nullopt; };
    fields.need("arm", fit.key.arm);
    fields.need("model", fit.key.model);
    fields.need("dim", NullWhenEmpty(fit.key.dim));
    fields.need("threads", fit.key.threads);
    fields.need("work", workText(fit.key.work));
    fields.need("fixed_s", ifLine(fit.fixedSeconds));
    fields.need("per_tree_s", ifLine(fit.perTreeSeconds));
    fields.need("worst_residual", fit.worstResidual);
}

Error noRun(std::string_view message, const std::string& file) {
    return Error{ErrorCode::Parse, std::string(message), file};
}

/// Checks what reading relies on: the schema, an object `context` and an array `results`.
Status checkIsRun(const Json& document, const std::string& file) {
    if (document.is_discarded()) {
        return noRun("this is not JSON; expected what bench --json or bench --out wrote", file);
    }
    if (!document.is_object() || !document.contains("context") || !document.contains("results")) {
        return noRun("this JSON is not a run of bench; expected what bench --json or --out wrote", file);
    }
    if (const Json schema = document.value("schema", Json()); schema != kBenchSchema) {
        return noRun(fmt::format("this run has schema {}, but this version reads schema {}; measure it again",
                                 jsonLine(schema), kBenchSchema),
                     file);
    }
    if (!document["context"].is_object()) {
        return wrongValue(file, "context", "an object");
    }
    return document["results"].is_array() ? Status(Ok{}) : wrongValue(file, "results", "an array");
}

} // namespace

BenchDocument begunBench(const Treebank& bank, const BenchConfig& config) {
    std::error_code unknown;
    BenchDocument document;
    document.config = config;
    if (!bank.complete && config.graph.picked.empty()) {
        TreeRange& trees = document.config.graph.trees;
        trees.end = std::min(trees.end, bank.trees.size());
    }
    document.read = bank.options;
    document.directory = std::filesystem::current_path(unknown).string();
    document.files = bank.files;
    document.isProgram = !bank.program.empty();
    document.build = buildIdentity();
    document.host = hostName();
    document.governor = frequencyGovernor();
    document.date = utcText(std::chrono::system_clock::now());
    document.loadBefore = loadAverages();
    return document;
}

void endBench(BenchDocument& document, const Result<BenchReport>& report) {
    document.loadAfter = loadAverages();
    document.isCancelled = !report && report.error().code == ErrorCode::Cancelled;
    if (report) {
        document.report = *report;
        return;
    }
    document.error = document.isCancelled ? std::string() : report.error().message;
}

Json benchContextJson(const BenchDocument& document) {
    Json json = Json::object();
    listContext(JsonWriter(json), document);
    return json;
}

Json benchJson(const BenchDocument& document) {
    Json json = {{"schema", kBenchSchema}};
    JsonWriter writer(json);
    writer.need("cancelled", document.isCancelled);
    writer.need("error", NullWhenEmpty(document.error));
    listContext(writer.inside("context"), document);
    writer.list("results", document.report.results,
                [](JsonWriter& fields, const BenchResult& result) { listResult(fields, result); });
    writer.list("fits", fitCosts(document.report.results), writeFit);
    writer.need("advice", adviceOn(document.report));
    writer.need("notes", document.report.notes);
    return json;
}

std::string benchDocumentText(const BenchDocument& document) {
    return jsonText(benchJson(document));
}

Result<BenchDocument> parseBenchDocument(std::string_view text, const std::string& file) {
    const Json json = Json::parse(text, nullptr, false);
    TRY(checkIsRun(json, file));
    BenchDocument document;
    std::optional<Error> fault;
    JsonReader whole(json, {file, {}}, fault);
    listContext(whole.inside("context"), document);
    whole.list("results", document.report.results, [&document](JsonReader& reader, BenchResult& result) {
        readResult(reader, result, document.config.run);
    });
    whole.need("cancelled", document.isCancelled);
    whole.need("error", NullWhenEmpty(document.error));
    whole.need("notes", document.report.notes);
    if (fault) {
        return *fault;
    }
    fillRatios(document.report.results);
    return document;
}

Result<BenchDocument> readBenchDocument(const std::string& file, const RunControl& control) {
    const Result<std::string> text = readFileBytes(file, control);
    return text ? parseBenchDocument(*text, file) : Result<BenchDocument>(text.error());
}

std::vector<std::string> graphOptionKeys() {
    std::vector<std::string> keys = {"rare_below"};
    for (const SessionChoice* const choice : measuredChoices()) {
        keys.push_back(keyOf(*choice));
    }
    return keys;
}

} // namespace batchscope
