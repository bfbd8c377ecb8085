// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/bench_json.h"

#include "core/bench/arms.h"
#include "core/bench/ratios.h"
#include "core/bytes/file_bytes.h"
#include "core/records/choice_keys.h"
#include "core/records/json_reader.h"
#include "core/records/tree_range.h"
#include "core/records/verdict_keys.h"
#include "core/words/json_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace batchscope {

namespace {

constexpr std::string_view kJsonListOfCounts = "a list of counts";
constexpr std::string_view kJsonListOfStrings = "a list of strings";
constexpr std::string_view kThreeLoads = "a list of three numbers, or null";
constexpr std::string_view kSampleSeconds = "a list of seconds greater than 0";
constexpr std::string_view kOneCountEachSample = "a list of counts, one for each sample";
constexpr std::string_view kSecondsAboveZero = "a number of seconds greater than 0";
constexpr std::string_view kKnownInstructionSet = "an instruction set that this version knows";
constexpr std::string_view kKnownPasses = "a choice of passes that this version knows";
constexpr std::string_view kKnownVerdict = "a verdict that this version knows";
constexpr std::string_view kKnownWork = "inference or training";

/// `expected` as above, of a value that may also be null.
std::string valueOrNull(std::string_view expected) {
    return fmt::format("{} or null", expected);
}

using words::kJsonCount;
using words::kJsonNumber;
using words::kJsonString;
using words::kJsonTrueOrFalse;

/// A text that names something, by what parses it; null is none.
template <typename T, typename Parse>
void needNamed(JsonReader& reader, const char* key, std::optional<T>& value, Parse parse, std::string_view expected) {
    std::optional<std::string> text;
    reader.need(key, text, expected);
    value.reset();
    if (!text) {
        return;
    }
    if (const Result<T> parsed = parse(*text); parsed) {
        value = *parsed;
    } else {
        reader.fail(key, expected);
    }
}

void readMachine(JsonReader& reader, BenchContext& context) {
    std::optional<InstructionSet> set;
    std::optional<double> flops;
    std::optional<double> copies;
    reader.need("cpu", context.cpu, kJsonString);
    reader.need("threads", context.threads, kJsonCount);
    reader.need("torch", context.torch, kJsonString);
    reader.need("blas", context.blas, kJsonString);
    reader.need("gemm", context.gemm, kJsonString);
    needNamed(reader, "instruction_set", set, parseInstructionSet, kKnownInstructionSet);
    reader.need("fma_flops", flops, valueOrNull(kJsonNumber));
    reader.need("copy_bytes_per_s", copies, valueOrNull(kJsonNumber));
    reader.need("seed", context.seed, kJsonCount);
    reader.need("file", context.file, kJsonString);
    reader.need("build", context.build, kJsonString);
    if (!set) {
        reader.fail("instruction_set", kKnownInstructionSet);
        return;
    }
    context.instructionSet = *set;
    if (flops) {
        context.roofline = Roofline{context.threads, *set, *flops, copies.value_or(0.0)};
    }
}

void readPlaceAndTime(JsonReader& reader, BenchDocument& document) {
    reader.need("files", document.files, kJsonListOfStrings);
    reader.need("version", document.build.version, kJsonString);
    reader.need("commit", document.build.commit, kJsonString);
    reader.need("compiler", document.build.compiler, kJsonString);
    reader.need("date", document.date, kJsonString);
    reader.need("host", document.host, kJsonString);
    reader.need("governor", document.governor, valueOrNull(kJsonString));
    reader.need("load_before", document.loadBefore, kThreeLoads);
    reader.need("load_after", document.loadAfter, kThreeLoads);
    reader.need("command", document.command, kJsonListOfStrings);
    reader.need("directory", document.directory, kJsonString);
}

/// What was to be measured, but for the graph.
void readSweep(JsonReader& reader, BenchConfig& config) {
    std::optional<double> precision;
    reader.need("repeats", config.repeats, kJsonCount);
    reader.need("warmups", config.warmups, kJsonCount);
    reader.need("thread_counts", config.threads, kJsonListOfCounts);
    reader.need("mini_batches", config.miniBatches, kJsonCount);
    reader.need("precision", precision, valueOrNull(kJsonNumber));
    reader.need("budget_s", config.budgetSeconds, kJsonNumber);
    reader.need("patience_s", config.patienceSeconds, kJsonNumber);
    reader.need("arms", config.arms, kJsonListOfStrings);
    reader.need("ablation", config.ablation, kJsonTrueOrFalse);
    reader.need("batch", config.batches, kJsonListOfCounts);
    reader.need("dim", config.dims, kJsonListOfCounts);
    reader.need("seed", config.seed, kJsonCount);
    config.precision = precision.value_or(0.0);
}

Work needWork(JsonReader& reader, const std::string& name) {
    const std::optional<Work> work = parseWork(name);
    if (!work) {
        reader.fail("work", kKnownWork);
    }
    return work.value_or(Work::Inference);
}

void readSweptLists(JsonReader& reader, BenchConfig& config) {
    std::vector<std::string> works;
    reader.need("models", config.models, kJsonListOfStrings);
    reader.need("works", works, kJsonListOfStrings);
    config.works.clear();
    for (const std::string& name : works) {
        config.works.push_back(needWork(reader, name));
    }
}

void readTrees(JsonReader& reader, GraphOptions& graph) {
    std::optional<TreeRange> range;
    std::optional<std::int32_t> classes;
    std::vector<std::uint32_t> picked;
    needNamed(reader, "trees", range, parseTreeRange, words::kKnownTreeRange);
    reader.mayHave("picked", picked, kJsonListOfCounts);
    reader.need("classes", classes, valueOrNull(kJsonCount));
    graph.trees = range.value_or(TreeRange());
    graph.classes = classes.value_or(0);
    for (const std::uint32_t tree : picked) {
        graph.picked.emplace_back(static_cast<std::size_t>(tree));
    }
}

void readChoices(JsonReader& reader, BenchDocument& document) {
    SessionConfig measured = measuredConfig(document);
    reader.need("rare_below", measured.read.rareBelow, kJsonCount);
    for (const SessionChoice* const choice : measuredChoices()) {
        const std::string key = keyOf(*choice);
        const std::string expected = fmt::format("one of {}", fmt::format("{}", fmt::join(choice->names, ", ")));
        std::string name = choice->present(measured);
        reader.need(key.c_str(), name, expected);
        if (const Status applied = choice->apply(measured, name); !applied) {
            reader.fail(key.c_str(), expected);
        }
    }
    document.read = measured.read;
    document.config.graph = measured.graph;
    document.config.run = measured.run;
}

void readRun(JsonReader& reader, BenchDocument& document) {
    RunOptions& run = document.config.run;
    bool trains = false;
    std::optional<PassChoice> passes;
    reader.need("train", trains, kJsonTrueOrFalse);
    needNamed(reader, "passes", passes, parsePassChoice, kKnownPasses);
    needNamed(reader, "isa", document.instructionSet, parseInstructionSet, kKnownInstructionSet);
    reader.need("memory_limit", document.memoryLimit, valueOrNull(kJsonCount));
    run.work = trains ? Work::Training : Work::Inference;
    if (!passes) {
        reader.fail("passes", kKnownPasses);
    } else if (const PassChoice& choice = *passes; choice) {
        run.executor =
            EngineOptions{.passes = *choice, .instructionSet = document.instructionSet.value_or(bestInstructionSet())};
    } else {
        run.executor = InterpreterOptions();
    }
}

void readContext(JsonReader& reader, BenchDocument& document) {
    std::optional<std::string> model;
    std::optional<std::string> table;
    std::optional<std::string> schedule;
    readMachine(reader, document.report.context);
    readPlaceAndTime(reader, document);
    readSweep(reader, document.config);
    reader.need("model", model, valueOrNull(kJsonString));
    readSweptLists(reader, document.config);
    reader.need("table", table, valueOrNull(kJsonString));
    document.tableFile = table.value_or(std::string());
    reader.need("schedule", schedule, valueOrNull(kJsonString));
    document.scheduleFile = schedule.value_or(std::string());
    readTrees(reader, document.config.graph);
    readChoices(reader, document);
    readRun(reader, document);
    document.isProgram = !model;
    document.config.graph.model = model.value_or(GraphOptions().model);
}

void readPhases(JsonReader reader, PhaseSeconds& seconds) {
    const std::initializer_list<std::pair<const char*, double PhaseSeconds::*>> phases = {
        {"parse", &PhaseSeconds::parse},     {"build", &PhaseSeconds::build},     {"schedule", &PhaseSeconds::schedule},
        {"plan", &PhaseSeconds::plan},       {"gather", &PhaseSeconds::gather},   {"compute", &PhaseSeconds::compute},
        {"scatter", &PhaseSeconds::scatter}, {"readout", &PhaseSeconds::readout}, {"backward", &PhaseSeconds::backward},
        {"update", &PhaseSeconds::update}};
    for (const auto& [key, phase] : phases) {
        reader.need(key, seconds.*phase, kJsonNumber);
    }
}

/// Which series it is.
void readSeries(JsonReader& reader, const RunOptions& run, BenchResult& result) {
    std::optional<std::int32_t> dim;
    std::string kernels;
    reader.need("arm", result.arm, kJsonString);
    reader.need("model", result.model, kJsonString);
    reader.need("batch", result.batch, kJsonCount);
    reader.need("threads", result.threads, kJsonCount);
    reader.need("dim", dim, "a width or null");
    reader.need("kernels", kernels, kJsonString);
    std::string work;
    reader.need("work", work, kKnownWork);
    result.work = needWork(reader, work);
    result.dim = dim.value_or(0);
    const bool isEngine = kernels == "engine";
    result.figures.executor = isEngine ? ExecutorKind::Engine : ExecutorKind::LibTorch;
    result.grouping = result.arm;
    result.kernels = isEngine ? PassChoice(PassSet::all()) : PassChoice();
    if (const Result<Arm> arm = parseArm(result.arm); arm) { // else it is one of another version
        result.grouping = groupingOf(*arm);
        result.kernels = isEngine ? kernelsOf(*arm, run) : PassChoice(); // not of what is called
    }
}

void readSamples(JsonReader& reader, BenchResult& result) {
    reader.need("samples", result.samples, kSampleSeconds);
    const bool areTimes =
        std::all_of(result.samples.begin(), result.samples.end(), [](double seconds) { return seconds > 0.0; });
    if (result.samples.empty() || !areTimes) {
        reader.fail("samples", kSampleSeconds);
    }
    reader.need("sample_batches", result.sampleBatches, kOneCountEachSample);
    if (result.sampleBatches.size() != result.samples.size()) {
        reader.fail("sample_batches", kOneCountEachSample);
    }
    reader.need("median_s", result.medianSeconds, kSecondsAboveZero);
    if (!(result.medianSeconds > 0.0)) {
        reader.fail("median_s", kSecondsAboveZero);
    }
    reader.need("iqr_s", result.iqrSeconds, kJsonNumber);
    reader.need("trees_per_s", result.treesPerSecond, kJsonNumber);
    readPhases(reader.inside("seconds"), result.phases);
}

void readLoad(JsonReader reader, MachineLoad& load) {
    reader.need("waiting", load.waiting, kJsonNumber);
    reader.need("others", load.others, kJsonNumber);
    reader.need("processors", load.processors, kJsonCount);
    reader.need("threads", load.threads, kJsonCount);
    reader.need("slowdown", load.slowdown, kJsonNumber);
}

void readSpread(JsonReader& reader, BenchResult& result) {
    const std::string numberOrNull = valueOrNull(kJsonNumber);
    reader.need("mini_batches", result.miniBatches, kJsonCount);
    reader.need("spread_repeats_s", result.spreadOverRepeats, numberOrNull);
    reader.need("spread_trees_s", result.spreadOverBatches, numberOrNull);
    reader.need("precision", result.precision, numberOrNull);
    reader.need("noisy", result.noisy, kJsonTrueOrFalse);
    reader.need("retries", result.retries, kJsonCount);
    reader.need("slow_rounds", result.slowRounds, kJsonCount);
    reader.need("yardstick_s", result.yardstickSeconds, numberOrNull);
    std::string key;
    reader.need("verdict", key, kKnownVerdict);
    if (const std::optional<SpeedVerdict> verdict = parseSpeedVerdict(key); verdict) {
        result.verdict = *verdict;
    } else {
        reader.fail("verdict", kKnownVerdict);
    }
    readLoad(reader.inside("load"), result.load);
}

/// The number that is written as `gflop`: times 1e9 it may be the one beside it.
double flopsOf(double gflop) {
    constexpr int kMostOff = 4; // three roundings
    const double about = gflop * 1e9;
    double above = about;
    double below = about;
    for (int off = 0; off <= kMostOff; ++off) {
        for (const double flops : {std::round(about), above, below}) {
            if (flops * 1e-9 == gflop) {
                return flops;
            }
        }
        above = std::nextafter(above, std::numeric_limits<double>::infinity());
        below = std::nextafter(below, 0.0);
    }
    return about;
}

void readStacking(JsonReader& reader, std::optional<StackingCounts>& stacking) {
    const Json* const found = reader.find("stacking");
    if (found == nullptr) {
        reader.fail("stacking", valueOrNull(words::kJsonObject));
    } else if (!found->is_null()) {
        JsonReader counts = reader.inside("stacking");
        StackingCounts& read = stacking.emplace();
        counts.need("columns_reused", read.columnsReused, kJsonCount);
        counts.need("columns_stacked", read.columnsStacked, kJsonCount);
        counts.need("tensors", read.tensors, kJsonCount);
    }
}

void readFigures(JsonReader& reader, BenchResult& result) {
    double gflop = 0.0;
    reader.need("nodes", result.nodes, kJsonCount);
    reader.need("batches", result.batches, kJsonCount);
    reader.need("launches", result.figures.launches, kJsonCount);
    reader.need("product_gflop", gflop, kJsonNumber);
    reader.need("fma_share", result.fmaShare, valueOrNull(kJsonNumber));
    reader.need("bytes_copied", result.figures.bytesCopied, kJsonCount);
    reader.need("memory_bytes", result.figures.memoryBytes, kJsonCount);
    reader.need("process_peak_bytes", result.peakBytes, kJsonCount);
    reader.need("policy_training_s", result.learnSeconds, valueOrNull(kJsonNumber));
    reader.need("padding_waste", result.paddingWaste, kJsonNumber);
    readStacking(reader, result.stacking);
    reader.need("equal", result.equal, kJsonTrueOrFalse);
    result.figures.productFlops = flopsOf(gflop);
}

BenchResult readResult(JsonReader reader, const RunOptions& run) {
    BenchResult result;
    readSeries(reader, run, result);
    readSamples(reader, result);
    readSpread(reader, result);
    readFigures(reader, result);
    return result;
}

Error noRun(std::string_view message, const std::string& file) {
    return Error{ErrorCode::Parse, std::string(message), file};
}

} // namespace

Error wrongValue(const std::string& file, std::string_view place, std::string_view expected) {
    return Error{ErrorCode::Parse, fmt::format("{} is missing or is not {}", place, expected), file};
}

Result<Json> parseBenchJson(std::string_view text, const std::string& file) {
    Json document = Json::parse(text, nullptr, false);
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
        return wrongValue(file, "context", words::kJsonObject);
    }
    if (!document["results"].is_array()) {
        return wrongValue(file, "results", words::kJsonArray);
    }
    return document;
}

Result<Json> readBenchJson(const std::string& file, const RunControl& control) {
    const Result<std::string> text = readFileBytes(file, control);
    return text ? parseBenchJson(*text, file) : Result<Json>(text.error());
}

Result<BenchDocument> benchDocumentOf(const Json& json, const std::string& file) {
    BenchDocument document;
    std::optional<Error> fault;
    std::optional<std::string> error;
    JsonReader whole(json, {file, {}}, fault);
    JsonReader context = whole.inside("context");
    readContext(context, document);
    for (const Json& result : json.at("results")) {
        const std::string path = fmt::format("results[{}]", document.report.results.size());
        document.report.results.push_back(readResult({result, {file, path}, fault}, document.config.run));
    }
    whole.need("cancelled", document.isCancelled, kJsonTrueOrFalse);
    whole.need("error", error, valueOrNull(kJsonString));
    whole.need("notes", document.report.notes, kJsonListOfStrings);
    if (fault) {
        return *fault;
    }
    document.error = error.value_or(std::string());
    fillRatios(document.report.results);
    return document;
}

} // namespace batchscope
