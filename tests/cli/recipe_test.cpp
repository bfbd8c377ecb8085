// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recipes on the command line: a file beside the trees, or as --model; every command takes them like a net.
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::runCli;

std::string cell(std::string_view name = "gated_cell.json") {
    return testing::sampleFile(name);
}
std::string sentences() {
    return testing::sampleFile("sentences.ptb");
}

TEST(CliRecipe, IsOpenedBesideTheTreesOrNamedAsModel) {
    const Finished beside = runCli({"schedule", cell(), sentences(), "--json"});
    const Finished named = runCli({"schedule", sentences(), "--model", cell(), "--json"});
    ASSERT_EQ(beside.code, 0) << beside.err;
    ASSERT_EQ(named.code, 0) << named.err;
    EXPECT_EQ(beside.out, named.out);
    const auto net = nlohmann::json::parse(runCli({"schedule", sentences(), "--model", "tree-rnn", "--json"}).out);
    const auto ours = nlohmann::json::parse(beside.out);
    EXPECT_EQ(ours["nodes"], net["nodes"]); // a leaf, an inner node, logits: the same shape
    EXPECT_EQ(ours["policies"][0]["batches"], net["policies"][0]["batches"]);
}

TEST(CliRecipe, RunsIsExplainedAndTimed) {
    for (const char* name : {"gated_cell.json", "tree_gru.json", "rntn.json", "mv_rnn.json", "autoencoder.json"}) {
        std::vector<std::string> line = {"run", sentences(), "--model", cell(name), "--train", "--check", "--json"};
        if (std::string_view(name) == "rntn.json") { // of dim 100 its tensor would be too wide
            line.insert(line.end(), {"--dim", "8"});
        }
        const Finished run = runCli(line);
        ASSERT_EQ(run.code, 0) << name << run.err;
        const auto json = nlohmann::json::parse(run.out);
        EXPECT_TRUE(json["values"]["equal"].get<bool>()) << name;
        EXPECT_TRUE(json["gradients"]["equal"].get<bool>()) << name;
    }
    const Finished explained = runCli({"explain", sentences(), "--model", cell(), "0", "1"});
    EXPECT_EQ(explained.code, 0) << explained.err;
    EXPECT_THAT(explained.out, HasSubstr("leaf"));
    const Finished timed = runCli({"bench", sentences(), "--model", cell() + ",tree-rnn", "--batch", "4", "--dim", "8",
                                   "--repeats", "3", "--arms", "folded", "--json"});
    ASSERT_EQ(timed.code, 0) << timed.err;
    EXPECT_EQ(nlohmann::json::parse(timed.out)["results"].size(), 2U);
}

TEST(CliRecipe, RefusesWhatHasNoEffect) {
    const Finished fixed = runCli({"run", sentences(), "--model", cell("mv_rnn.json"), "--dim", "8"});
    EXPECT_EQ(fixed.code, 2);
    EXPECT_THAT(fixed.err, HasSubstr("--dim"));
    const Finished variadic = runCli({"run", sentences(), "--model", cell(), "--variadic", "segment-sum"});
    EXPECT_EQ(variadic.code, 2);
}

TEST(CliRecipe, NamesWhatIsWrong) {
    const testing::TemporaryFolder folder;
    std::string text = testing::sampleText("gated_cell.json");
    text.replace(text.find(R"("do": "sigmoid")"), 15, R"("do": "sigmoyd")");
    const std::string file = folder.write("cell.json", text);
    const Finished broken = runCli({"run", sentences(), "--model", file});
    EXPECT_EQ(broken.code, 3) << broken.err;
    EXPECT_THAT(broken.err, HasSubstr("cell.json:18:31: error: /ops/1/body/2/do: found the string \"sigmoyd\""));
    const Finished alone = runCli({"run", cell()});
    EXPECT_EQ(alone.code, 3);
    EXPECT_THAT(alone.err, HasSubstr("this is a recipe"));
    const Finished wide =
        runCli({"run", folder.write("wide.ptb", "(1 (2 a) (2 b) (2 c))\n"), "--model", cell(), "--binarize", "none"});
    EXPECT_EQ(wide.code, 2) << wide.err;
    EXPECT_THAT(wide.err, HasSubstr("wide.ptb:1:1: error: "));
    EXPECT_THAT(wide.err, HasSubstr("has no rule for a node with 3 children"));
    const Finished missing = runCli({"run", sentences(), "--model", "nowhere.json"});
    EXPECT_NE(missing.code, 0);
    EXPECT_THAT(missing.err, HasSubstr("nowhere.json"));
}

} // namespace
} // namespace batchscope
