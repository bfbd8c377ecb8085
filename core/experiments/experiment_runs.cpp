// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/experiment_runs.h"

#include "core/bench/arms.h"
#include "core/words/experiment_words.h"
#include "core/words/program_json_words.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr auto kRunKeys =
    std::to_array<std::string_view>({"id", "title", "model", "files", "generate", "arms", "training", "outputs",
                                     "granularity", "merge", "binarize", "unary", "size", "quick", "note"});
constexpr auto kSizeKeys = std::to_array<std::string_view>({"dim", "batch", "trees", "leaves", "repeats"});
constexpr auto kGenerateKeys =
    std::to_array<std::string_view>({"shape", "arity", "arities", "vocabulary", "words", "seed"});

constexpr std::int64_t kMostTrees = 10'000'000;
constexpr std::int64_t kMostRepeats = 100'000;
constexpr std::int64_t kMostArity = 1'000;

LeafRange leavesAt(const JsonPlace& place, ProgramFault& fault) {
    const IntegerRange allowed{1, static_cast<std::int64_t>(kMostGeneratedLeaves)};
    if (!place.value.is_array()) {
        return {static_cast<std::size_t>(integerAt(place, allowed, fault))};
    }
    if (place.value.size() != 2) {
        fault.addFound(place, words::kNumberOrPairOfLeaves);
        return {};
    }
    const auto fewest = static_cast<std::size_t>(integerAt(place.element(0), allowed, fault));
    const auto most = static_cast<std::size_t>(integerAt(place.element(1), allowed, fault));
    return {fewest, most};
}

/// Keys that are not there keep what they are in `size`.
void readSize(const JsonPlace& place, ExperimentSize& size, ProgramFault& fault) {
    if (!checkObject(place, kSizeKeys, words::kExperimentSize, fault)) {
        return;
    }
    const auto number = [&](std::string_view key, std::int64_t most, auto& target) {
        if (const std::optional<JsonPlace> given = place.member(key)) {
            target = static_cast<std::remove_reference_t<decltype(target)>>(integerAt(*given, {1, most}, fault));
        }
    };
    number("dim", kLargestDim, size.dim);
    number("trees", kMostTrees, size.trees);
    number("repeats", kMostRepeats, size.repeats);
    if (const std::optional<JsonPlace> leaves = place.member("leaves")) {
        size.leaves = leavesAt(*leaves, fault);
    }
    if (const std::optional<JsonPlace> batch = place.member("batch")) {
        size.batches.clear();
        forEachIn(
            place, "batch",
            [&](const JsonPlace& each) {
                size.batches.push_back(static_cast<std::size_t>(integerAt(each, {1, kMostTrees}, fault)));
            },
            fault);
        if (size.batches.empty()) {
            fault.addFound(*batch, words::kListOfBatchSizes);
        }
    }
}

/// Every size must say how many trees, and in which batches.
void readSizes(const JsonPlace& place, ExperimentRun& run, ProgramFault& fault) {
    const std::optional<JsonPlace> full = place.member("size");
    const std::optional<JsonPlace> quick = place.member("quick");
    if (!full || !quick) {
        fault.add(place, words::missingKey(full ? "quick" : "size", words::kExperimentSize));
        return;
    }
    readSize(*full, run.full, fault);
    if (fault.found()) {
        return;
    }
    for (const std::string_view key : {"batch", "trees"}) {
        if (!full->member(key)) {
            fault.add(*full, words::missingKey(key, words::kExperimentSizeNeeds));
            return;
        }
    }
    run.quick = run.full;
    readSize(*quick, run.quick, fault);
}

/// A batch that the trees cannot fill would be left out by the sweep, and every figure of it would be missing.
void checkFilled(const JsonPlace& place, const ExperimentRun& run, ProgramFault& fault) {
    for (const ExperimentSize* size : {&run.full, &run.quick}) {
        const bool isFilled = std::all_of(size->batches.begin(), size->batches.end(),
                                          [size](std::size_t batch) { return batch <= size->trees; });
        if (!isFilled) {
            const std::optional<JsonPlace> where = place.member(size == &run.full ? "size" : "quick");
            fault.add(*where, words::kBatchesExceedTrees);
        }
    }
}

std::optional<GenerateOptions> generatedIn(const JsonPlace& run, ProgramFault& fault) {
    const std::optional<JsonPlace> place = run.member("generate");
    if (!place || !checkObject(*place, kGenerateKeys, words::kGeneratedTrees, fault)) {
        return std::nullopt;
    }
    GenerateOptions options;
    parseIn(*place, "shape", options.shape, parseTreeShape, fault);
    parseIn(*place, "arities", options.arities, parseArities, fault);
    parseIn(*place, "words", options.law, parseWordLaw, fault);
    if (const std::optional<JsonPlace> arity = place->member("arity")) {
        options.arity = static_cast<std::size_t>(integerAt(*arity, {2, kMostArity}, fault));
    }
    if (const std::optional<JsonPlace> vocabulary = place->member("vocabulary")) {
        options.vocabulary = static_cast<std::size_t>(integerAt(*vocabulary, {1, kMostTrees}, fault));
    }
    if (const std::optional<JsonPlace> seed = place->member("seed")) {
        options.seed = static_cast<std::uint64_t>(integerAt(*seed, {0, kMostTrees}, fault));
    }
    return options;
}

void checkGenerated(const JsonPlace& place, const ExperimentRun& run, ProgramFault& fault) {
    for (const ExperimentScale scale : {ExperimentScale::Full, ExperimentScale::Quick}) {
        const std::optional<GenerateOptions> options = generateOptionsOf(run, scale);
        if (!options || fault.found()) {
            continue;
        }
        if (const Result<TreeGenerator> generator = TreeGenerator::make(*options); !generator) {
            fault.add(place, generator.error().message);
        }
    }
}

void readArms(const JsonPlace& place, BenchConfig& bench, ProgramFault& fault) {
    bench.arms.clear();
    forEachIn(
        place, "arms",
        [&](const JsonPlace& each) {
            const std::string name = textAt(each, fault);
            const Result<Arm> arm = parseArm(name);
            if (!arm) {
                fault.add(each, arm.error().message);
            }
            bench.arms.push_back(name);
        },
        fault);
    if (bench.arms.empty()) {
        fault.add(place, words::missingKey("arms", words::kListOfArms));
    }
}

/// A model must be known; whether it takes the trees shows when it runs.
void readModel(const JsonPlace& place, GraphOptions& graph, ProgramFault& fault) {
    graph.model = textIn(place, "model", fault);
    const auto checked = [](const std::string& name) -> Result<std::string> {
        const Result<const Net*> net = findNet(name);
        return net ? Result<std::string>(name) : Result<std::string>(net.error());
    };
    parseIn(place, "model", graph.model, checked, fault);
    parseIn(place, "outputs", graph.outputs, parseOutputs, fault);
    parseIn(place, "granularity", graph.granularity, parseGranularity, fault);
    parseIn(place, "merge", graph.merge, parseMerge, fault);
    parseIn(place, "binarize", graph.binarization, parseBinarization, fault);
    parseIn(place, "unary", graph.unary, parseUnary, fault);
}

} // namespace

ExperimentRun readExperimentRun(const JsonPlace& place, ProgramFault& fault) {
    ExperimentRun run;
    if (!checkObject(place, kRunKeys, words::kExperimentRun, fault)) {
        return run;
    }
    run.id = nameIn(place, "id", fault);
    run.title = textIn(place, "title", fault);
    run.note = optionalTextIn(place, "note", fault);
    run.files = optionalTextsIn(place, "files", fault);
    readModel(place, run.bench.graph, fault);
    readArms(place, run.bench, fault);
    run.bench.run.work = flagIn(place, "training", fault) ? Work::Training : Work::Inference;
    readSizes(place, run, fault);
    run.generated = generatedIn(place, fault);
    if (fault.found()) {
        return run;
    }
    checkFilled(place, run, fault);
    if (run.files.empty() && !run.generated) {
        fault.add(place, words::kRunNeedsTrees);
    }
    checkGenerated(place, run, fault);
    return run;
}

} // namespace batchscope
