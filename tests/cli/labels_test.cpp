// SPDX-License-Identifier: GPL-3.0-or-later
//
// Labels, losses and verdicts on the command line: nothing is trained without labels, no class is made up, and what is
// not finite is never equal.
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace batchscope {
namespace {

using testing::documentOf;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::runCli;
using Json = nlohmann::json;

constexpr const char* kLabeledTrees = "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n(2 (2 e) (2 f))\n";
constexpr const char* kBareSentences = "the dog barks\na cat sleeps here\n";
constexpr const char* kTags = "(S (NP (DT the) (NN dog)) (VP (VB barks) (RB now)))\n";

TEST(Labels, TheTableOfClassesIsShown) {
    const Json info = documentOf(runCli({"info", "-", "--json"}, kLabeledTrees));
    ASSERT_EQ(info["classes"].size(), 4U) << "0 to 3, not five";
    EXPECT_EQ(info["classes"][2], Json({{"class", 2}, {"label", "2"}, {"count", 8}}));
    EXPECT_EQ(info["classes_at_roots"].size(), 4U);
    const Json tags = documentOf(runCli({"info", "-", "--json"}, kTags));
    EXPECT_EQ(tags["classes"].size(), 7U);
    EXPECT_EQ(tags["classes_at_words"].size(), 4U);
    const Finished text = runCli({"info", "-"}, kTags);
    EXPECT_THAT(text.out, HasSubstr("classes: 7; taggers distinguish 4 (word labels), lstm-acceptor 1"));
    EXPECT_THAT(text.out, HasSubstr("    0  S          1\n    1  NP         1\n"));
    EXPECT_THAT(runCli({"info", "-"}, kBareSentences).out,
                HasSubstr("no labels: a classifier cannot be trained on these trees"));
}

TEST(Labels, TrainingNeedsThem) {
    const std::vector<std::vector<std::string>> commands = {
        {"run", "-", "--train"},
        {"run", "-", "--train", "--check"},
        {"train", "-", "--epochs", "1"},
        {"bench", "-", "--train", "--arms", "folded", "--batch", "1", "--dim", "4", "--repeats", "1"},
        {"convert", "-", "--to", "chrome-trace", "--train"}};
    for (std::vector<std::string> command : commands) {
        command.insert(command.end(), {"--model", "lstm-acceptor"});
        const Finished run = runCli(command, kBareSentences);
        EXPECT_EQ(run.code, 2) << command.front() << run.out;
        EXPECT_EQ(run.out, "");
        EXPECT_THAT(run.err, HasSubstr("training needs labels, but "));
        EXPECT_THAT(run.err, HasSubstr("open trees with labels"));
    }
    EXPECT_EQ(runCli({"run", "-", "--model", "lstm-acceptor", "--dim", "4"}, kBareSentences).code, 0);
    const Finished program = runCli({"run", testing::sampleFile("exp_chain.json"), "--train"});
    EXPECT_EQ(program.code, 2);
    EXPECT_THAT(program.err, HasSubstr(R"({"value": "NAME", "target": 0})"));
}

TEST(Labels, SomeAreEnoughAndTheirShareIsSaid) {
    const std::string some = "(NP (x a) (y b))\n( (VP a) (x b))\n";
    const Finished text = runCli({"run", "-", "--train", "--check", "--dim", "4"}, some);
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("1 of 2 requested outputs has a label; the loss is the mean over those"));
    const Finished batches = runCli({"train", "-", "--batch", "1", "--dim", "4"}, some);
    EXPECT_EQ(batches.code, 2);
    EXPECT_THAT(batches.err, HasSubstr(" of 2: training needs labels"));
}

TEST(Labels, ClassesMayBeMoreButNotFewer) {
    const auto run = [](const std::string& classes) {
        return runCli({"run", "-", "--train", "--check", "--dim", "4", "--model", "lstm-acceptor", "--json",
                       "--classes", classes},
                      "(0 (2 a) (2 b))\n(1 (2 a) (0 d))\n(2 (2 e) (2 f))\n");
    };
    const double three = documentOf(run("3"))["gradients"]["loss"]["folded"];
    const double many = documentOf(run("30"))["gradients"]["loss"]["folded"];
    EXPECT_NEAR(three, std::log(3.0), 0.15) << "an untrained classifier of three classes";
    EXPECT_NEAR(many, std::log(30.0), 0.3);
    const Finished few = run("2");
    EXPECT_EQ(few.code, 2);
    EXPECT_THAT(few.err, HasSubstr("--classes 2 is too small: the label '2' is class 2"));
    EXPECT_EQ(run("0").code, 2);
    EXPECT_EQ(runCli({"run", testing::sampleFile("exp_chain.json"), "--classes", "3"}).code, 2);
}

TEST(Verdicts, WhatIsNotFiniteIsNotComparable) {
    const Finished json =
        runCli({"run", "-", "--check", "--train", "--dim", "4", "--inject", "Wl:0:0=nan", "--json"}, kLabeledTrees);
    EXPECT_EQ(json.code, 4);
    const Json document = documentOf(json);
    EXPECT_EQ(document["comparable"], false);
    EXPECT_THAT(document["reason"].get<std::string>(), HasSubstr(" values are not finite, first at node "));
    EXPECT_EQ(document["values"]["equal"], false);
    EXPECT_EQ(document["values"]["comparable"], false);
    EXPECT_EQ(document["gradients"]["equal"], false);
    EXPECT_EQ(document["gradients"]["comparable"], false);
    EXPECT_EQ(document["first_divergence"], nullptr) << "both arms went wrong in the same way";
    const Finished text =
        runCli({"run", "-", "--check", "--train", "--dim", "4", "--inject", "Wl:0:0=nan"}, kLabeledTrees);
    EXPECT_EQ(text.code, 4);
    EXPECT_THAT(text.out, HasSubstr("values not comparable: "));
    EXPECT_THAT(text.out, HasSubstr("NOT FINITE: loss nan folded, nan regular"));
    EXPECT_THAT(text.out, Not(HasSubstr("values equal")));
    EXPECT_EQ(documentOf(runCli({"run", "-", "--check", "--dim", "4", "--json"}, kLabeledTrees))["comparable"], true);
}

TEST(Verdicts, ADivergenceCanBeRehearsed) {
    for (const std::string arm : {"folded", "regular"}) {
        const Finished run = runCli(
            {"run", "-", "--check", "--train", "--dim", "4", "--inject", arm + ":Wl:0:0=5", "--json"}, kLabeledTrees);
        EXPECT_EQ(run.code, 4) << arm << run.err;
        const Json document = documentOf(run);
        EXPECT_EQ(document["comparable"], true);
        EXPECT_EQ(document["values"]["equal"], false);
        EXPECT_EQ(document["first_divergence"]["op"], "children");
        EXPECT_EQ(document["gradients"]["equal"], false);
        EXPECT_EQ(document["speedup"]["batching"], nullptr);
        EXPECT_EQ(document["speedup_detail"]["reason"], "the folded run computes something else than the regular one");
    }
    const Finished text = runCli({"run", "-", "--check", "--dim", "4", "--inject", "folded:Wl:0:0=5"}, kLabeledTrees);
    EXPECT_EQ(text.code, 4) << text.err;
    EXPECT_THAT(text.out,
                HasSubstr("speed-up not stated: the folded run computes something else than the regular one\n"));
    EXPECT_EQ(runCli({"run", "-", "--check", "--dim", "4", "--inject", "Wl:0:0=5"}, kLabeledTrees).code, 0)
        << "the same in both arms";
    const Finished idle = runCli({"run", "-", "--dim", "4", "--inject", "regular:Wl:0:0=5"}, kLabeledTrees);
    EXPECT_EQ(idle.code, 2);
    EXPECT_THAT(idle.err, HasSubstr("--inject regular:Wl:0:0=5 has no effect: only --check runs the regular arm"));
    const Finished reference =
        runCli({"run", "-", "--dim", "4", "--reference", "float64", "--inject", "folded:Wl:0:0=5"}, kLabeledTrees);
    EXPECT_EQ(reference.code, 2);
    EXPECT_THAT(reference.err, HasSubstr("--reference"));
}

/// What is left still fails in the same way when it is run by itself, and is smaller.
TEST(Verdicts, AFailureIsShrunkToAFewNodes) {
    const testing::TemporaryFolder folder;
    const std::string small = folder.path() / "small.ptb";
    const std::vector<std::string> faulty = {"--check", "--timing", "off", "--dim", "4", "--fault", "swap-rows"};
    std::vector<std::string> line = {"run", "-", "--shrink", small};
    line.insert(line.end(), faulty.begin(), faulty.end());
    const Finished run = runCli(line, kLabeledTrees);
    EXPECT_EQ(run.code, 4) << run.err;
    EXPECT_THAT(run.err, HasSubstr("wrote " + small));
    EXPECT_THAT(run.err, HasSubstr("No tree can be left out"));
    std::vector<std::string> again = {"run", small};
    again.insert(again.end(), faulty.begin(), faulty.end());
    EXPECT_EQ(runCli(again, "").code, 4) << "the shrunk trees fail, too";
    const Json before = documentOf(runCli({"info", "-", "--json"}, kLabeledTrees));
    const Json after = documentOf(runCli({"info", small, "--json"}, ""));
    EXPECT_LT(after["nodes"].get<int>(), before["nodes"].get<int>());

    const Finished healthy =
        runCli({"run", "-", "--check", "--timing", "off", "--dim", "4", "--shrink", small}, kLabeledTrees);
    EXPECT_EQ(healthy.code, 0);
    EXPECT_THAT(healthy.err, HasSubstr("Nothing to shrink"));
    EXPECT_EQ(runCli({"run", "-", "--dim", "4", "--shrink", small}, kLabeledTrees).code, 2) << "without --check";
}

/// The cause is found from the numbers, and names what the fault says it did.
TEST(Verdicts, WhatAFaultyRunReadIsNamed) {
    const std::vector<std::string> line = {"run",   "-", "--check", "--timing", "off",
                                           "--dim", "4", "--json",  "--fault",  "drop-argument"};
    const Finished run = runCli(line, kLabeledTrees);
    EXPECT_EQ(run.code, 4) << run.err;
    const Json document = Json::parse(run.out);
    const Json& cause = document["divergence_cause"];
    EXPECT_EQ(cause["kind"], "misread");
    EXPECT_EQ(cause["node"], document["fault"]["node"]);
    EXPECT_EQ(cause["argument"], document["fault"]["argument"]);
    EXPECT_NE(cause["read"], cause["own"]);
    EXPECT_THAT(cause["text"].get<std::string>(), HasSubstr("its own argument"));
    EXPECT_THAT(runCli({"run", "-", "--check", "--timing", "off", "--dim", "4"}, kLabeledTrees).out,
                Not(HasSubstr("Cause")));
}

TEST(Verdicts, TrainingStopsAtALossThatIsNotFinite) {
    const Finished steep =
        runCli({"train", "-", "--epochs", "50", "--lr", "1e38", "--dim", "4", "--json"}, kLabeledTrees);
    EXPECT_EQ(steep.code, 4);
    EXPECT_THAT(steep.err, HasSubstr("the loss is not finite; try a learning rate (--lr) below"));
    EXPECT_LT(documentOf(steep)["epochs"].size(), 50U);
}

} // namespace
} // namespace batchscope
