// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line that repeats what the window measured: batchscope-cli takes it, and measures the same.
#include "core/formats/read_treebank.h"
#include "core/records/bench_command.h"
#include "core/records/bench_json.h"
#include "core/treebank/generate.h"
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace batchscope {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kTrees = "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n(2 (2 e) (2 f))\n";

/// A sweep of a moment.
BenchConfig quickSweep() {
    BenchConfig config;
    config.arms = {"regular", "folded:agenda@off"};
    config.batches = {1, 2};
    config.dims = {4};
    config.warmups = 0;
    config.repeats = 2;
    return config;
}

class BenchCommand : public testing::FolderTest {
protected:
    BenchDocument documentOf(const std::string& file, const BenchConfig& config, const ReadOptions& read = {}) {
        m_bank = readTreebank({file}, {}, {.options = read});
        BenchDocument document = begunBench(*m_bank, config);
        document.command = benchCommand(document, *m_bank);
        return document;
    }

    /// Measures by the document's command and holds what was asked for against the document.
    static void expectSameSweep(const BenchDocument& document) {
        std::vector<std::string> line(document.command.begin() + 1, document.command.end());
        line.insert(line.begin() + 1, "--json");
        const testing::Finished finished = testing::runAll({{line, ""}}).front();
        ASSERT_EQ(finished.code, 0) << finished.err;
        const auto measured = nlohmann::json::parse(finished.out)["context"];
        const auto asked = nlohmann::json::parse(benchDocumentText(document))["context"];
        std::vector<std::string> keys = graphOptionKeys();
        keys.insert(keys.end(),
                    {"files",        "trees",     "classes",  "model",      "repeats", "warmups",  "thread_counts",
                     "mini_batches", "precision", "budget_s", "patience_s", "arms",    "ablation", "batch",
                     "dim",          "train",     "works",    "models",     "seed",    "passes",   "device"});
        for (const std::string& key : keys) {
            EXPECT_EQ(measured.value(key, nlohmann::json()), asked.value(key, nlohmann::json())) << key;
        }
    }

    const std::string m_trees = write("trees of mine.ptb", kTrees);
    Result<Treebank> m_bank = Error{};
};

TEST_F(BenchCommand, MeasuresTheSameNetsAndWorks) {
    BenchConfig config = quickSweep();
    config.models = {"tree-rnn", "lstm-acceptor"};
    config.works = {Work::Training, Work::Inference};
    config.graph.binarization = Binarization::Left; // the second net has no use for it
    const BenchDocument document = documentOf(m_trees, config);
    EXPECT_THAT(document.command, Contains("--model=tree-rnn,lstm-acceptor"));
    EXPECT_THAT(document.command, Contains("--work=training,inference"));
    EXPECT_THAT(document.command, Contains("--binarize=left"));
    expectSameSweep(document);
}

TEST_F(BenchCommand, MeasuresTheSame) {
    expectSameSweep(documentOf(m_trees, quickSweep()));
    BenchConfig config = quickSweep();
    config.graph.model = "tree-rnn";
    config.graph.binarization = Binarization::Left;
    config.graph.merge = Merge::Leaves;
    config.graph.trees = {1};
    config.graph.classes = 9;
    config.run.work = Work::Training;
    config.run.executor = EngineOptions{.passes = **parsePassChoice("-dedup,-pack")};
    config.seed = 7;
    config.threads = {1, 2};
    config.miniBatches = 2;
    config.precision = 0.5;
    config.budgetSeconds = 0.25;
    ReadOptions read;
    read.rareBelow = 2;
    expectSameSweep(documentOf(m_trees, config, read));
    BenchConfig ablation = quickSweep();
    ablation.ablation = true;
    ablation.arms = BenchConfig().arms; // not asked for
    ablation.batches = {1};
    ablation.repeats = 1;
    expectSameSweep(documentOf(m_trees, ablation));
}

TEST_F(BenchCommand, LeavesOutWhatHasNoEffect) {
    BenchConfig config = quickSweep();
    config.arms = {"regular", "folded"};
    config.graph.model = "lstm-acceptor";
    config.graph.binarization = Binarization::Left;
    config.run.rowOrder = RowOrder::Created;
    const BenchDocument document = documentOf(m_trees, config);
    EXPECT_THAT(document.command, Not(Contains(StartsWith("--binarize")))) << "it reads the words in order";
    EXPECT_THAT(document.command, Not(Contains(StartsWith("--rows")))) << "the engine orders them";
    std::vector<std::string> line(document.command.begin() + 1, document.command.end());
    EXPECT_EQ(testing::runAll({{line, ""}}).front().code, 0);
    config.arms = {"regular", "folded@off"};
    EXPECT_THAT(documentOf(m_trees, config).command, Contains(StartsWith("--rows=")));
}

TEST_F(BenchCommand, OfProgramsAndWidthsOfTheirOwn) {
    BenchConfig config = quickSweep();
    config.arms = {"regular", "folded"};
    const BenchDocument program = documentOf(testing::sampleFile("exp_chain.json"), config);
    EXPECT_TRUE(program.isProgram);
    EXPECT_THAT(program.command, Not(Contains(StartsWith("--model"))));
    EXPECT_THAT(program.command, Not(Contains(StartsWith("--dim"))));
}

TEST_F(BenchCommand, PickedTreesHaveNone) {
    BenchConfig config = quickSweep();
    config.graph.picked = {TreeId(std::size_t{2}), TreeId(std::size_t{0})};
    const BenchDocument document = documentOf(m_trees, config);
    EXPECT_THAT(document.command, IsEmpty());
    const std::string file = write("picked.json", benchDocumentText(document));
    const testing::Finished finished = testing::runAll({{{"bench", "--repeat-from", file}, ""}}).front();
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, ::testing::HasSubstr("trees that were picked in the window"));
}

TEST_F(BenchCommand, OfTheBeginningOfAFileEndsThere) {
    m_bank = readTreebankText(kTrees, "trees.ptb", {});
    ASSERT_TRUE(m_bank);
    m_bank->complete = false;
    EXPECT_THAT(benchCommand(begunBench(*m_bank, quickSweep()), *m_bank), Contains("--trees=0:3"));
    BenchConfig config = quickSweep();
    config.graph.trees = {1, 2};
    EXPECT_THAT(benchCommand(begunBench(*m_bank, config), *m_bank), Contains("--trees=1:2"));
}

/// A document of the window serves --repeat-from and --compare as one of bench does.
TEST_F(BenchCommand, ServesRepeatFromAndCompare) {
    BenchDocument document = documentOf(m_trees, quickSweep());
    const std::vector<std::string> line(document.command.begin() + 1, document.command.end());
    const std::string measured = (m_folder / "measured.json").string();
    std::vector<std::string> measuring = line;
    measuring.insert(measuring.begin() + 1, {"--out", measured}); // in a copy of this process, which starts no threads
    ASSERT_EQ(testing::runAll({{measuring, ""}}).front().code, 0);
    const Result<BenchDocument> ofBench = readBenchDocument(measured, {});
    ASSERT_TRUE(ofBench) << ofBench.error().text();
    endBench(document, ofBench->report);
    const std::string file = write("window.json", benchDocumentText(document));
    const testing::Finished finished =
        testing::runAll({{{"bench", "--repeat-from", file, "--compare", file, "--json"}, ""}}).front();
    ASSERT_EQ(finished.code, 0) << finished.err;
    const auto again = nlohmann::json::parse(finished.out);
    EXPECT_EQ(again["results"].size(), document.report.results.size());
    EXPECT_EQ(again["comparison"]["series"].size(), document.report.results.size());
    EXPECT_THAT(again["comparison"]["only_old"], IsEmpty());
}

} // namespace
} // namespace batchscope
