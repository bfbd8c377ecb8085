// SPDX-License-Identifier: GPL-3.0-or-later
//
// convert: every form, streaming, and what it says when it cannot write.
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <set>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::runCli;
using Json = nlohmann::json;

constexpr const char* kTreesToConvert = "(3 (2 (2 a) (2 \"b,\")) (2 c))\n(1 (2 a) (0 d))\n(2 (2 e) (2 f))\n";

TEST(Convert, BracketsSurviveJson) {
    const Finished json = runCli({"convert", "-", "--to", "json"}, kTreesToConvert);
    EXPECT_EQ(json.code, 0) << json.err;
    EXPECT_THAT(json.out, HasSubstr("{\"batchscope_trees\":1,\"format\":\"ptb\"}\n[\"3\",[\"2\",[\"2\",\"a\"]"));
    const Finished back = runCli({"convert", "-", "--to", "ptb"}, json.out);
    EXPECT_EQ(back.code, 0) << back.err;
    EXPECT_EQ(back.out, kTreesToConvert);
}

TEST(Convert, JsonOfJsonKeepsTheFirstFormat) {
    const Finished json = runCli({"convert", "-", "--to", "json"}, "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n");
    EXPECT_THAT(json.out, ::testing::StartsWith("{\"batchscope_trees\":1,\"format\":\"conllu\"}\n"));
    const Finished again = runCli({"convert", "-", "--to", "json"}, json.out);
    EXPECT_EQ(again.out, json.out);
    EXPECT_EQ(Json::parse(runCli({"info", "-", "--json"}, json.out).out)["format"], "trees-json");
}

TEST(Convert, TakesTheTreesAndTheShapeAskedFor) {
    const Finished some = runCli({"convert", "-", "--to", "ptb", "--trees", "1:2"}, kTreesToConvert);
    EXPECT_EQ(some.out, "(1 (2 a) (0 d))\n");
    const Finished binary = runCli({"convert", "-", "--to", "ptb", "--binarize", "right"}, "(S (A a) (B b) (C c))\n");
    EXPECT_EQ(binary.out, "(S (A a) (S|<B-C> (B b) (C c)))\n");
    const Finished none = runCli({"convert", "-", "--to", "ptb", "--trees", "7:9"}, kTreesToConvert);
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("--trees starts at 7, but there are only 3 trees"));
    EXPECT_EQ(runCli({"convert", "-", "--to", "excel"}, kTreesToConvert).code, 2);
    EXPECT_EQ(runCli({"convert", "-"}, kTreesToConvert).code, 2);
}

TEST(Convert, JoinsEveryTwoTrees) {
    const Finished pairs = runCli({"convert", "-", "--pairs", "--trees", "0:2", "--to", "ptb"}, kTreesToConvert);
    EXPECT_EQ(pairs.out, "( (3 (2 (2 a) (2 \"b,\")) (2 c)) (1 (2 a) (0 d)))\n");
    const Finished again = runCli({"convert", "-", "--to", "ptb"}, pairs.out);
    EXPECT_EQ(again.out, pairs.out) << again.err;
    const Finished same =
        runCli({"convert", "-", "--pairs", "--to", "ptb", "--binarize", "left"}, "(N (A a) (B b) (C c))\n(N d)\n");
    EXPECT_EQ(same.out, "(N (N (N|<A-B> (A a) (B b)) (C c)) (N d))\n");
    const Finished odd = runCli({"convert", "-", "--pairs", "--to", "ptb"}, kTreesToConvert);
    EXPECT_EQ(odd.code, 2);
    EXPECT_THAT(odd.err, HasSubstr("--pairs joins each two consecutive trees, and there are 3 trees"));
    const Finished tokens = runCli({"convert", "-", "--pairs", "--to", "json"},
                                   "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n1\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n");
    EXPECT_EQ(tokens.code, 2);
    EXPECT_THAT(tokens.err, HasSubstr("add --binarize left"));
    const std::string snli =
        R"j({"gold_label": "neutral", "sentence1_binary_parse": "( a b )", "sentence2_binary_parse": "( c d )"})j"
        "\n"
        R"j({"gold_label": "entailment", "sentence1_binary_parse": "( e f )", "sentence2_binary_parse": "( g h )"})j"
        "\n";
    const Finished good = runCli({"convert", "-", "--pairs", "--to", "ptb"}, snli);
    EXPECT_THAT(good.out, ::testing::StartsWith("(neutral "));
    const Finished shifted = runCli({"convert", "-", "--pairs", "--to", "ptb", "--trees", "1:3"}, snli);
    EXPECT_EQ(shifted.code, 3) << shifted.out;
    EXPECT_THAT(shifted.err, HasSubstr("it has no partner"));
}

TEST(Convert, WritesTablesAndGraphs) {
    const Finished csv = runCli({"convert", "-", "--to", "csv"}, kTreesToConvert);
    EXPECT_THAT(csv.out, HasSubstr("tree,file,line,nodes,words,height,arity,root_label,sentence\n"
                                   "0,-,1,5,3,2,2,3,\"a \"\"b,\"\" c\"\n1,-,2,3,2,1,2,1,a d\n"));
    const Finished dot = runCli({"convert", "-", "--to", "dot"}, kTreesToConvert);
    EXPECT_THAT(dot.out, HasSubstr("digraph \"tree 2\" {"));
}

TEST(Convert, WritesTheEventsOfARun) {
    for (const std::string mode : {"", "--train"}) {
        std::vector<std::string> arguments = {"convert", "-", "--to", "chrome-trace", "--dim", "8", "--threads", "1"};
        if (!mode.empty()) {
            arguments.push_back(mode);
        }
        const Finished trace = runCli(arguments, kTreesToConvert);
        ASSERT_EQ(trace.code, 0) << trace.err;
        const Json document = Json::parse(trace.out, nullptr, false);
        ASSERT_FALSE(document.is_discarded()) << trace.out;
        EXPECT_EQ(document["otherData"]["policy"], "depth");
        EXPECT_EQ(document["otherData"]["executor"], "engine");
        std::multiset<std::string> whole; // events of no batch
        std::vector<std::string> lanes;
        std::size_t events = 0;
        double end = 0.0;
        for (const Json& event : document["traceEvents"]) {
            if (event["ph"] != "X") {
                lanes.push_back(event["args"]["name"].get<std::string>());
                continue;
            }
            ++events;
            if (!event["args"].contains("batch")) {
                if (event["tid"] != 1) {
                    continue;
                }
                whole.insert(event["name"].get<std::string>());
            } else if (event["tid"] == 1 && event["cat"] != "backward") {
                EXPECT_GT(event["args"]["products"].get<int>() + event["args"]["kernels"].get<int>() +
                              event["args"]["copies"].get<int>(),
                          0)
                    << "a batch that launched nothing has no event";
            }
            if (event["tid"] == 1) {
                EXPECT_GE(event["ts"].get<double>(), end - 0.002) << "one after the other";
                end = event["ts"].get<double>() + event["dur"].get<double>();
            }
        }
        EXPECT_GT(events, 3U);
        EXPECT_EQ(lanes, (std::vector<std::string>{"folded", "regular", "first run (cold)"}));
        EXPECT_EQ(whole.count("initial rows copied"), 1U);
        EXPECT_EQ(whole.count("schedule"), 1U);
        EXPECT_EQ(whole.count("gradients of weights"), mode.empty() ? 0U : 1U);
    }
}

TEST(Convert, AReaderThatHasSeenEnoughEndsItQuietly) {
    const Finished made = runCli({"generate", "--leaves", "50", "--trees", "2000"});
    const Finished cut = testing::runCliIntoClosedPipe({"convert", "-", "--to", "json"}, made.out);
    EXPECT_EQ(cut.code, 128 + SIGPIPE);
    EXPECT_EQ(cut.err, "");
}

TEST(Convert, TellsWhenItCannotWrite) {
    const testing::TemporaryFolder folder;
    const std::string trees = folder.write("trees.ptb", kTreesToConvert);
    const Finished same = runCli({"convert", trees, "--to", "json", "--out", trees});
    EXPECT_EQ(same.code, 2);
    EXPECT_THAT(same.err, HasSubstr("this is also an input file"));
    const std::vector<std::vector<std::string>> others = {
        {"bench", trees, "--dim", "8", "--batch", "1", "--repeats", "1", "--out", trees},
        {"schedule", trees, "--policy", "learned", "--save-table", trees}};
    for (const std::vector<std::string>& line : others) {
        const Finished finished = runCli(line);
        EXPECT_EQ(finished.code, 2) << line.front();
        EXPECT_THAT(finished.err, HasSubstr("this is also an input file")) << line.front();
    }
    EXPECT_EQ(runCli({"info", trees}).code, 0) << "nothing is lost";
    EXPECT_EQ(runCli({"convert", trees, "--to", "json", "--out", folder.file("no/x")}).code, 1);
    const Finished full = runCli({"convert", trees, "--to", "json", "--out", "/dev/full"});
    EXPECT_EQ(full.code, 1);
    EXPECT_THAT(full.err, HasSubstr("/dev/full: error: cannot write; the output is incomplete: No space left"));
    const Finished written = runCli({"convert", trees, "--to", "ptb", "--out", folder.file("out")});
    EXPECT_EQ(written.code, 0);
    EXPECT_EQ(written.out, "");
    EXPECT_EQ(testing::textOf(folder.file("out")), kTreesToConvert);
}

} // namespace
} // namespace batchscope
