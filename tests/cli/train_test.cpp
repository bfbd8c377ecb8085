// SPDX-License-Identifier: GPL-3.0-or-later
//
// train, evaluate and predict on one generated treebank: what one of them saves or says is what the next one finds.
#include "core/treebank/generate.h"
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace batchscope {
namespace {

using testing::Finished;
using testing::jsonOf;
using testing::runCli;
using Json = nlohmann::json;

class Training : public ::testing::Test {
protected:
    Training() {
        writeTrees("train", 1);
        writeTrees("dev", 2);
    }

    void writeTrees(const std::string& name, std::uint64_t seed) {
        const Treebank bank = *generateTreebank({.arity = 2, .leaves = 6, .trees = 30, .vocabulary = 12, .seed = seed});
        testing::writeText(path(name), testing::treesJson(bank));
    }
    std::string path(const std::string& name) const { return m_folder.file(name); }

    /// One thread, so that sums have one order.
    Json trained(const std::string& saved, const std::string& epochs, bool resumes = false) const {
        std::vector<std::string> line = {"train",    path("train"), "--dev",      path("dev"), "--dim",     "8",
                                         "--epochs", epochs,        "--batch",    "7",         "--dropout", "0.3",
                                         "--lr",     "0.1",         "--lr-decay", "0.9",       "--threads", "1",
                                         "--save",   path(saved),   "--json"};
        if (resumes) {
            line.emplace_back("--resume");
        }
        return jsonOf(runCli(line));
    }

private:
    testing::TemporaryFolder m_folder;
};

TEST_F(Training, GoesOnAfterAStopAsIfThereWasNone) {
    const Json through = trained("a.pt", "5");
    ASSERT_EQ(trained("b.pt", "2")["epochs"].size(), 2U);
    const Json later = trained("b.pt", "5", true);
    ASSERT_EQ(later["epochs"].size(), 3U);
    EXPECT_EQ(later["best_epoch"], through["best_epoch"]);
    for (std::size_t epoch = 0; epoch < 3; ++epoch) {
        EXPECT_EQ(later["epochs"][epoch]["loss"], through["epochs"][epoch + 2]["loss"]);
        EXPECT_EQ(later["epochs"][epoch]["dev"], through["epochs"][epoch + 2]["dev"]);
    }
}

TEST_F(Training, WhatIsSavedIsTheBestEpoch) {
    const Json trainedOnce = trained("model.pt", "4");
    const Json& best = trainedOnce["epochs"][trainedOnce["best_epoch"].get<std::size_t>() - 1];
    EXPECT_EQ(jsonOf(runCli({"evaluate", path("model.pt"), path("dev"), "--threads", "1", "--json"})), best["dev"]);
}

/// The share of right predictions in each form is the accuracy that evaluate gives.
TEST_F(Training, PredictionsAreThoseThatWereEvaluated) {
    trained("model.pt", "4");
    const double accuracy = jsonOf(runCli({"evaluate", path("model.pt"), path("dev"), "--json"}))["root_accuracy"];
    const Treebank dev = testing::bankOf(runCli({"convert", path("dev"), "--to", "ptb"}).out);
    const auto rightOf = [&](const auto& labelOf) {
        std::size_t right = 0;
        for (std::size_t tree = 0; tree < dev.trees.size(); ++tree) {
            const Tree& gold = *dev.tree(TreeId(tree));
            right += dev.labels.text(gold.labels.back()) == labelOf(tree) ? 1 : 0;
        }
        return static_cast<double>(right) / static_cast<double>(dev.trees.size());
    };

    const Treebank brackets = testing::bankOf(runCli({"predict", path("model.pt"), path("dev")}).out);
    ASSERT_EQ(brackets.trees.size(), dev.trees.size());
    EXPECT_DOUBLE_EQ(rightOf([&](std::size_t tree) {
                         return std::string(brackets.labels.text(brackets.tree(TreeId(tree))->labels.back()));
                     }),
                     accuracy);

    std::vector<std::string> labels;
    std::istringstream lines(runCli({"predict", path("model.pt"), path("dev"), "--to", "jsonl"}).out);
    for (std::string line; std::getline(lines, line);) {
        const Json row = Json::parse(line);
        double sum = 0.0;
        for (const Json& share : row["probabilities"]) {
            sum += share.get<double>();
        }
        EXPECT_NEAR(sum, 1.0, 1e-6);
        labels.push_back(row["label"]);
    }
    ASSERT_EQ(labels.size(), dev.trees.size()) << "only roots are scored";
    EXPECT_DOUBLE_EQ(rightOf([&](std::size_t tree) { return labels[tree]; }), accuracy);

    const Finished table = runCli({"predict", path("model.pt"), path("dev"), "--to", "csv"});
    EXPECT_EQ(static_cast<std::size_t>(std::count(table.out.begin(), table.out.end(), '\n')), dev.trees.size() + 1);
}

TEST_F(Training, ProcessesTogetherTakeThePathOfOne) {
    const auto lossesWith = [&](const std::string& processes) {
        const Finished finished = testing::runProgram({"train", path("train"), "--dim", "6", "--dtype", "float64",
                                                       "--epochs", "2", "--nproc", processes, "--json"});
        std::vector<double> losses;
        for (const Json& epoch : jsonOf(finished)["epochs"]) {
            losses.push_back(epoch["loss"]);
        }
        return losses;
    };
    EXPECT_THAT(lossesWith("2"), ::testing::Pointwise(::testing::DoubleNear(1e-10), lossesWith("1")));
    testing::writeText(path("bare"), "the dog barks\na cat sleeps\n");
    const Finished failed = testing::runProgram({"train", path("bare"), "--nproc", "2"});
    EXPECT_EQ(failed.code, 1);
    EXPECT_THAT(failed.err, ::testing::HasSubstr("of 2: it ended with exit code 2"));
}

TEST_F(Training, UnknownWordsAndLabelsAreNoFault) {
    trained("model.pt", "1");
    testing::writeText(path("other"), "(NP (DT a) (NN dog))\n");
    const Finished found = runCli({"predict", path("model.pt"), path("other")});
    EXPECT_EQ(found.code, 0) << found.err;
    EXPECT_THAT(found.out, ::testing::MatchesRegex("\\([0-4] \\(DT a\\) \\(NN dog\\)\\)\n"));
    EXPECT_EQ(runCli({"evaluate", path("train"), path("dev")}).code, 3) << "no model";
}

} // namespace
} // namespace batchscope
