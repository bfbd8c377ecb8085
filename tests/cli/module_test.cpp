// SPDX-License-Identifier: GPL-3.0-or-later
//
// Modules on the command line: which recursion they run as, and what happens to methods whose rows depend on one
// another.
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <vector>

namespace batchscope {
namespace {

using ::testing::ContainsRegex;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::runCli;
using Ops = std::set<std::string>;

/// Steps along the words, or walks binary trees; a step mixes the rows of its batch.
constexpr const char* kTwoWays = R"(E = parameter(200, 4)
W = parameter(4, 8)


def leaf(self, word):
    return torch.embedding(self.E, word, -1, False, False)


def compose(self, left, right):
    return torch.tanh(torch.linear(torch.cat([left, right], 1), self.W))


def step(self, word, h):
    return self.compose(self.leaf(word), torch.softmax(h + 1.0, 0))
)";

class CliModule : public testing::FolderTest {
protected:
    CliModule() { testing::writeText(m_file, kTwoWays); }

    [[nodiscard]] Finished run(const std::string& command, std::vector<std::string> options) const {
        options.insert(options.begin(), {command, testing::sampleFile("sentences.ptb"), "--model", m_file});
        return runCli(options);
    }

    /// Of the steps of a schedule.
    [[nodiscard]] Ops opsOf(std::vector<std::string> options) const {
        options.emplace_back("--json");
        const Finished finished = run("schedule", std::move(options));
        EXPECT_EQ(finished.code, 0) << finished.err;
        Ops ops;
        const nlohmann::json document = nlohmann::json::parse(finished.out);
        for (const auto& step : document["policies"][0]["steps"]) {
            ops.insert(step["op"].get<std::string>());
        }
        return ops;
    }

    std::string m_file = (m_folder / "two_ways.py").string();
};

TEST_F(CliModule, RunsAsTheRecursionThatIsChosen) {
    EXPECT_EQ(opsOf({}), (Ops{"step", "zeros"}));
    EXPECT_EQ(opsOf({"--recursion", "binary"}), (Ops{"compose", "leaf"}));
    const Finished missing = run("schedule", {"--recursion", "n-ary"});
    EXPECT_NE(missing.code, 0);
    EXPECT_THAT(missing.err, HasSubstr("node is missing"));
}

TEST_F(CliModule, WhatIsUnsafeBatchesWhereThatIsChosenAndThenDiffers) {
    const Finished alone = run("run", {"--check", "--timing", "off"});
    EXPECT_EQ(alone.code, 0) << alone.out << alone.err;
    EXPECT_THAT(alone.err, HasSubstr("called once a node, not batched"));
    const Finished batched = run("run", {"--check", "--timing", "off", "--unsafe", "batch"});
    EXPECT_EQ(batched.code, 4) << batched.out << batched.err;
    EXPECT_THAT(batched.err, HasSubstr("called once a batch, as you chose"));
    EXPECT_THAT(batched.out, ContainsRegex("Cause: .*step.* is batched although its values then differ: .*softmax.*"
                                           "The inputs of node [0-9,]+ are equal in both runs\\."));
    EXPECT_THAT(run("schedule", {"--recursion", "binary", "--unsafe", "batch"}).err,
                HasSubstr("--unsafe: two_ways.py has no method whose rows depend on one another"));
}

TEST_F(CliModule, SamplesRunTranslatedWithEqualValuesAndGradients) {
    for (const char* const name : {"gated_cell", "tree_gru", "rntn", "mv_rnn", "autoencoder"}) {
        m_file = testing::sampleFile("models/" + std::string(name) + ".py");
        const Finished finished = run("run", {"--train", "--check", "--timing", "off", "--json"});
        const nlohmann::json document = testing::jsonOf(finished);
        EXPECT_TRUE(document["values"]["equal"].get<bool>()) << name;
        EXPECT_TRUE(document["gradients"]["equal"].get<bool>()) << name;
        EXPECT_THAT(finished.err, Not(HasSubstr("called once"))) << name;
    }
}

} // namespace
} // namespace batchscope
