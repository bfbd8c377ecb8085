// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document of a benchmark: what is written is read again, to the letter; what is damaged is refused with its place.
#include "core/bench/arms.h"
#include "core/bench/bench_series.h"
#include "core/formats/read_treebank.h"
#include "core/records/bench_json.h"
#include "core/records/choice_keys.h"
#include "core/session/session_choice.h"
#include "tests/support/files.h"
#include "tests/support/json_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kFile = "run.json";

RunOptions measuredRun() {
    RunOptions run;
    run.work = Work::Training;
    run.executor = EngineOptions{.passes = **parsePassChoice("-dedup"), .instructionSet = InstructionSet::Portable};
    return run;
}

/// An arm with figures that are different everywhere, so that none can be read in place of another.
BenchResult resultOf(const char* arm, double seconds) {
    BenchResult result;
    result.arm = arm;
    result.grouping = groupingOf(*parseArm(arm));
    result.kernels = kernelsOf(*parseArm(arm), measuredRun());
    result.model = "tree-lstm";
    result.dim = 100;
    result.batch = 8;
    result.threads = 2;
    result.samples = {seconds * 0.9, seconds, seconds * 1.3};
    result.sampleBatches = {0, 1, 0};
    result.miniBatches = 2;
    result.medianSeconds = seconds;
    result.iqrSeconds = seconds / 7.0;
    result.treesPerSecond = 8.0 / seconds;
    result.phases = {0.1, 0.2, 0.3, 0.4, 0.5 * seconds, 0.6, 0.7, 0.8, 0.9, 1.0};
    result.learnSeconds = 0.0625;
    result.spreadOverRepeats = seconds / 11.0;
    result.spreadOverBatches = seconds / 13.0;
    result.verdict = SpeedVerdict::Busy;
    result.noisy = true;
    result.load = {.waiting = 0.31, .others = 1.7, .processors = 12, .threads = 3};
    result.retries = 2;
    result.nodes = 412;
    result.batches = 23;
    result.figures = {.executor = result.kernels ? ExecutorKind::Engine : ExecutorKind::LibTorch,
                      .launches = 57,
                      .productFlops = 2.0 * 1e9,
                      .bytesCopied = 4321,
                      .memoryBytes = 98765};
    result.fmaShare = 0.37;
    result.paddingWaste = 0.21;
    result.equal = true;
    return result;
}

/// Everything that a document can say, and nothing of it as usual.
BenchDocument fullDocument() {
    BenchDocument document;
    document.config.arms = {"regular@off", "regular", "folded", "folded-legacy"};
    document.config.batches = {8};
    document.config.dims = {100, 200};
    document.config.threads = {2, 0};
    document.config.warmups = 1;
    document.config.repeats = 3;
    document.config.miniBatches = 2;
    document.config.seed = 99;
    document.config.graph.trees = {3, 40};
    document.config.graph.classes = 7;
    document.config.run = measuredRun();
    document.read.rareBelow = 2;
    document.instructionSet = InstructionSet::Portable;
    document.memoryLimit = 1'234'567'890;
    document.command = {"batchscope-cli", "bench", "a \"b\".ptb"};
    document.directory = "/tmp";
    document.files = {"a \"b\".ptb", "c.ptb"};
    document.build = {.version = "9.8.7", .commit = "0123", .compiler = "g++ 12"};
    document.host = "here";
    document.governor = "powersave";
    document.date = "2024-03-05T14:07:09Z";
    document.loadBefore = LoadAverages{0.1, 0.2, 0.3};
    document.loadAfter = LoadAverages{1.1, 1.2, 1.3};
    document.isCancelled = false;
    document.error = "out of paper";
    document.report.context = {.cpu = "Z80",
                               .threads = 2,
                               .torch = "1.13",
                               .blas = "a BLAS",
                               .gemm = "a GEMM",
                               .instructionSet = InstructionSet::Portable,
                               .roofline = Roofline{2, InstructionSet::Portable, 1.5e11, 2.5e10},
                               .seed = 99,
                               .file = "a \"b\".ptb",
                               .build = "release"};
    document.report.results = {resultOf("regular@off", 1.0 / 3.0), resultOf("regular", 0.2), resultOf("folded", 0.07),
                               resultOf("folded-legacy", 0.11)};
    document.report.notes = {"a note", "another"};
    fillRatios(document.report.results);
    return document;
}

/// A document as its file has it, changed.
std::string changed(const std::function<void(Json&)>& change) {
    Json json = benchJson(fullDocument());
    change(json);
    return jsonText(json);
}

std::string faultOf(const std::function<void(Json&)>& change) {
    const Result<BenchDocument> document = parseBenchDocument(changed(change), kFile);
    return document ? "no fault" : document.error().text();
}

TEST(BenchDocument, IsReadAsItWasWritten) {
    BenchDocument bare; // with nothing but what every document has
    bare.report.results = {resultOf("folded", 0.25)};
    bare.isProgram = true;
    bare.report.results.front().dim = 0;
    bare.report.results.front().fmaShare.reset();
    bare.config.run.executor = InterpreterOptions();
    bare.report.results.front().kernels.reset();
    bare.config.ablation = true;
    fillRatios(bare.report.results);
    BenchDocument sizes; // enough of them for fitted costs
    for (const std::size_t batch : {1U, 4U, 16U}) {
        for (const char* const arm : {"regular", "folded"}) {
            sizes.report.results.push_back(
                resultOf(arm, 0.01 + static_cast<double>(batch) / (*arm == 'r' ? 30.0 : 70.0)));
            sizes.report.results.back().batch = batch;
        }
    }
    sizes.config.run = measuredRun();
    fillRatios(sizes.report.results);
    EXPECT_THAT(benchDocumentText(sizes), HasSubstr("per_tree_s"));
    for (const BenchDocument& document : {fullDocument(), BenchDocument(), bare, sizes}) {
        const std::string text = benchDocumentText(document);
        const Result<BenchDocument> read = parseBenchDocument(text, kFile);
        ASSERT_TRUE(read) << read.error().text();
        EXPECT_EQ(benchDocumentText(*read), text);
    }
}

TEST(BenchDocument, EveryChoiceOfTheSessionIsRead) {
    for (const SessionChoice& choice : sessionChoices()) {
        for (const std::string& name : choice.names) {
            SessionConfig config;
            ASSERT_TRUE(choice.apply(config, name));
            BenchDocument document;
            document.read = config.read;
            document.config.graph = config.graph;
            config.run.fault = Fault::None;       // which no arm of a benchmark has
            config.run.timing = Timing::Measured; // which is what a benchmark is for
            document.config.run = config.run;
            const Result<BenchDocument> read = parseBenchDocument(benchDocumentText(document), kFile);
            ASSERT_TRUE(read) << read.error().text();
            EXPECT_EQ(read->config.graph, config.graph) << choice.id << name;
            EXPECT_EQ(read->read, config.read) << choice.id << name;
            EXPECT_EQ(read->config.run, config.run) << choice.id << name;
        }
    }
}

TEST(BenchDocument, WhatFollowsFromTheRestIsComputedAgain) {
    const BenchDocument written = fullDocument();
    const Result<BenchDocument> read = parseBenchDocument(benchDocumentText(written), kFile);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->report.results[2].grouping, written.report.results[2].grouping);
    EXPECT_EQ(read->report.results[2].kernels, written.report.results[2].kernels);
    EXPECT_EQ(read->report.results[2].speedupEngine, written.report.results[2].speedupEngine);
    EXPECT_EQ(read->config.graph, written.config.graph);
}

TEST(BenchDocument, IsAsItsSchemaSays) {
    const auto schema = nlohmann::json::parse(testing::textOf(BATCHSCOPE_SOURCE_DIR "/resources/bench.schema.json"));
    BenchDocument document = fullDocument();
    EXPECT_THAT(testing::schemaFaults(schema, nlohmann::json::parse(benchDocumentText(document))), IsEmpty());
    document.config.graph.picked = {TreeId(std::size_t{5}), TreeId(std::size_t{2})};
    EXPECT_THAT(testing::schemaFaults(schema, nlohmann::json::parse(benchDocumentText(document))), IsEmpty());
    const Result<BenchDocument> read = parseBenchDocument(benchDocumentText(document), kFile);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->config.graph.picked, document.config.graph.picked);
}

TEST(BenchDocument, SaysWhatIsWrongAndWhere) {
    const auto resultWith = [](const char* key, const Json& value) {
        return faultOf([&](Json& json) { json["results"][3][key] = value; });
    };
    EXPECT_EQ(resultWith("samples", "quick"),
              "run.json: error: results[3].samples is missing or is not a list of seconds greater than 0");
    EXPECT_THAT(resultWith("samples", Json::array()), HasSubstr("results[3].samples"));
    EXPECT_THAT(resultWith("samples", {0.1, 0.0, 0.2}), HasSubstr("results[3].samples"));
    EXPECT_THAT(resultWith("sample_batches", {0}),
                HasSubstr("results[3].sample_batches is missing or is not a list of counts, one for each sample"));
    EXPECT_THAT(resultWith("batch", -1), HasSubstr("results[3].batch is missing or is not a count"));
    EXPECT_THAT(resultWith("threads", 5'000'000'000), HasSubstr("results[3].threads is missing or is not a count"));
    EXPECT_THAT(resultWith("dim", "wide"), HasSubstr("results[3].dim is missing or is not a width or null"));
    EXPECT_THAT(resultWith("median_s", 0), HasSubstr("results[3].median_s"));
    EXPECT_THAT(resultWith("verdict", "fine"), HasSubstr("results[3].verdict"));
    EXPECT_THAT(resultWith("load", 3), HasSubstr("results[3].load.waiting is missing or is not a number"));
    EXPECT_THAT(resultWith("equal", 1), HasSubstr("results[3].equal is missing or is not true or false"));
    EXPECT_THAT(faultOf([](Json& json) { json["results"][0]["seconds"].erase("gather"); }),
                HasSubstr("results[0].seconds.gather is missing"));
    EXPECT_THAT(faultOf([](Json& json) { json["results"][1] = nullptr; }), HasSubstr("results[1].arm is missing"));
    const auto contextWith = [](const char* key, const Json& value) {
        return faultOf([&](Json& json) { json["context"][key] = value; });
    };
    EXPECT_THAT(contextWith("instruction_set", "mmx"), HasSubstr("context.instruction_set"));
    EXPECT_THAT(contextWith("instruction_set", nullptr), HasSubstr("context.instruction_set"));
    EXPECT_THAT(contextWith("passes", "warp"), HasSubstr("context.passes"));
    EXPECT_THAT(contextWith("merge", "all of it"), HasSubstr("context.merge is missing or is not one of "));
    EXPECT_THAT(contextWith("trees", "4:2"), HasSubstr("context.trees"));
    EXPECT_THAT(contextWith("load_before", {1.0, 2.0}), HasSubstr("context.load_before"));
    EXPECT_THAT(contextWith("command", {"bench", 3}), HasSubstr("context.command is missing or is not a list of"));
    EXPECT_THAT(faultOf([](Json& json) { json["context"].erase("train"); }), HasSubstr("context.train is missing"));
    EXPECT_THAT(faultOf([](Json& json) { json["notes"] = "none"; }), HasSubstr("notes is missing or is not a list"));
    EXPECT_THAT(faultOf([](Json& json) { json["context"] = 3; }), HasSubstr("context is missing or is not an object"));
    EXPECT_THAT(faultOf([](Json& json) { json["schema"] = 1; }),
                HasSubstr("schema 1, but this version reads schema 5"));
    EXPECT_THAT(faultOf([](Json& json) { json.erase("schema"); }), HasSubstr("reads schema 5; measure it again"));
    EXPECT_THAT(parseBenchDocument("(1 a)", kFile).error().text(), HasSubstr("run.json: error: this is not JSON"));
    EXPECT_THAT(parseBenchDocument("[]", kFile).error().text(), HasSubstr("this JSON is not a run of bench"));
}

/// Cut anywhere, it is an error and never a document.
TEST(BenchDocument, IsRefusedWhereItIsCut) {
    const std::string text = benchDocumentText(fullDocument());
    for (std::size_t length = 0; length + 2 < text.size(); length += 97) {
        EXPECT_FALSE(parseBenchDocument(std::string_view(text).substr(0, length), kFile)) << length;
    }
}

/// A policy may be gone, or of a user's own build.
TEST(BenchDocument, AnArmThatIsNotKnownKeepsItsName) {
    const Result<BenchDocument> read =
        parseBenchDocument(changed([](Json& json) { json["results"][1]["arm"] = "folded:gone"; }), kFile);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->report.results[1].grouping, "folded:gone");
}

TEST(BenchDocument, SaysHowItEnded) {
    const Result<Treebank> bank = readTreebankText("(1 (2 a) (3 b))", "two.ptb", {});
    ASSERT_TRUE(bank);
    BenchDocument document = begunBench(*bank, BenchConfig());
    EXPECT_TRUE(document.isCancelled) << "so says the file of a process that was killed";
    EXPECT_EQ(document.files, bank->files);
    EXPECT_NE(document.date, "");
    EXPECT_FALSE(document.loadAfter);
    BenchReport whole;
    whole.notes = {"said"};
    BenchDocument done = document;
    endBench(done, whole);
    EXPECT_FALSE(done.isCancelled);
    EXPECT_EQ(done.error, "");
    EXPECT_THAT(done.report.notes, ElementsAre("said"));
    BenchDocument stopped = document;
    stopped.report.results = {resultOf("folded", 0.5)};
    endBench(stopped, cancelledError());
    EXPECT_TRUE(stopped.isCancelled);
    EXPECT_EQ(stopped.error, "");
    EXPECT_EQ(stopped.report.results.size(), 1U);
    endBench(document, Error{ErrorCode::Backend, "out of memory"});
    EXPECT_FALSE(document.isCancelled);
    EXPECT_EQ(document.error, "out of memory");
}

TEST(TreeRangeText, IsReadAgain) {
    for (const TreeRange& range : {TreeRange(), TreeRange{3, 40}, TreeRange{7}, TreeRange{0, 5}}) {
        const Result<TreeRange> read = parseTreeRange(treeRangeText(range));
        ASSERT_TRUE(read) << treeRangeText(range);
        EXPECT_EQ(*read, range);
    }
    EXPECT_EQ(*parseTreeRange(":4"), (TreeRange{0, 4}));
    for (const char* const wrong : {"", "3", "3:2", "3:3", "a:4", "1:2:3", "-1:4", "1: 4", "99999999999999999999:"}) {
        EXPECT_FALSE(parseTreeRange(wrong)) << wrong;
    }
}

} // namespace
} // namespace batchscope
