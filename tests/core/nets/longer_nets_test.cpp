// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lattice and the CRF: which calls they record, what follows from their equations, what they refuse. The equations
// themselves: tests/python/check_nets.py.
#include "core/nets/build_graph.h"
#include "core/treebank/generate.h"
#include "tests/support/body_oracle.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace batchscope {
namespace {

using ::testing::HasSubstr;
using testing::OracleRow;

OpGraph longerGraph(const Treebank& bank, const char* net, Variadic variadic = Variadic::Buckets) {
    return testing::graphOf(bank, {.model = net, .dim = 5, .dtype = DType::Float64, .variadic = variadic});
}

std::map<std::string, std::size_t> callsByOp(const OpGraph& graph) {
    std::map<std::string, std::size_t> counts;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        ++counts[graph.opOf(NodeId(index)).name];
    }
    return counts;
}

// ---- lattice-lstm -------------------------------------------------------------------------------------------------

/// Letters: t h e c a t. "the", "cat" and "he" end where they end; "hec" is no word here, and "a" is too short.
constexpr const char* kTheCat = "(0 (1 the) (1 cat))\n(0 (1 he) (1 a))\n";

TEST(LatticeLstm, ReadsEveryKnownWordThatTheLettersSpell) {
    const OpGraph graph = longerGraph(testing::bankOf(kTheCat), "lattice-lstm");
    // the + he at "e", cat at the second "t"; he at "e" of the second sentence.
    const std::map<std::string, std::size_t> expected = {{"letter", 9}, {"word", 4},  {"start", 2}, {"step", 6},
                                                         {"span", 4},   {"meet1", 2}, {"meet2", 1}, {"tag", 4}};
    EXPECT_EQ(callsByOp(graph), expected);
    EXPECT_THAT(graph.targets, ::testing::ElementsAre(1, 1, 1, 1));
}

TEST(LatticeLstm, OneOpForAnyNumberOfWordsComputesTheSame) {
    const Treebank bank = testing::bankOf(kTheCat);
    const OpGraph buckets = longerGraph(bank, "lattice-lstm");
    const OpGraph all = longerGraph(bank, "lattice-lstm", Variadic::SegmentSum);
    EXPECT_EQ(callsByOp(all).at("meet"), 3U);
    const testing::OracleParams params = testing::oracleParams(buckets.ops, 3);
    const std::vector<OracleRow> expected = testing::BodyOracle(buckets, params).outputs();
    const std::vector<OracleRow> found = testing::BodyOracle(all, testing::oracleParams(all.ops, 3)).outputs();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t index = 0; index < found.size(); ++index) {
        testing::expectNear(found[index], expected[index]);
    }
}

TEST(LatticeLstm, AgendaNeedsFewerBatchesThanDepth) {
    const Treebank bank = *generateTreebank({.leaves = 12, .trees = 16, .vocabulary = 60, .seed = 4});
    const OpGraph graph = longerGraph(bank, "lattice-lstm");
    EXPECT_LT(testing::scheduleOf(graph, "agenda").batchCount(), testing::scheduleOf(graph, "depth").batchCount());
}

std::string refusalOf(const Treebank& bank, const GraphOptions& options) {
    const Result<OpGraph> graph = buildGraph(bank, options, {});
    return graph ? std::string() : graph.error().message;
}

// ---- bilstm-crf ---------------------------------------------------------------------------------------------------

double logOfSum(const OracleRow& row) {
    double sum = 0.0;
    for (const double number : row) {
        sum += std::exp(number);
    }
    return std::log(sum);
}

/// At every word of a sentence, the posterior's sum over tags is that over all sequences of tags.
TEST(BilstmCrf, EveryWordKnowsTheSumOverAllSequences) {
    const OpGraph graph = longerGraph(testing::bankOf("(0 (1 a) (0 (1 b) (0 (0 c) (1 d))))\n"), "bilstm-crf");
    const std::vector<OracleRow> rows = testing::BodyOracle(graph, testing::oracleParams(graph.ops, 8)).outputs();
    ASSERT_EQ(rows.size(), 4U);
    for (const OracleRow& row : rows) {
        EXPECT_NEAR(logOfSum(row), logOfSum(rows.front()), 1e-12);
    }
    EXPECT_GT(std::abs(rows[0][0] - rows[1][0]), 1e-6) << "words differ all the same";
}

TEST(BilstmCrf, RefusesMoreClassesThanItHasPairsFor) {
    const Treebank bank = testing::bankOf("(0 (1 a) (1 b))\n");
    EXPECT_EQ(refusalOf(bank, {.model = "bilstm-crf", .dim = 2, .classes = 200}), "");
    EXPECT_THAT(refusalOf(bank, {.model = "bilstm-crf", .dim = 2, .classes = 100'000}),
                ::testing::HasSubstr("there are 100,000 classes; bilstm-crf takes at most 200"));
}

} // namespace
} // namespace batchscope
