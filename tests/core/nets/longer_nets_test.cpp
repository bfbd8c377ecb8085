// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lattice and the encoder–decoder: which calls they record, what follows from their equations, what they
// refuse. The equations themselves: tests/python/check_nets.py.
#include "core/nets/build_graph.h"
#include "core/treebank/generate.h"
#include "tests/support/body_oracle.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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

std::string refusalOf(const Treebank& bank, const GraphOptions& options) {
    const Result<OpGraph> graph = buildGraph(bank, options, {});
    return graph ? "" : graph.error().text();
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

// ---- encoder-decoder ----------------------------------------------------------------------------------------------

TEST(EncoderDecoder, AttendsToAllWordsAtEveryOne) {
    const OpGraph graph = longerGraph(testing::bankOf("(0 (1 a) (0 (1 b) (1 c)))\n(1 d)\n"), "encoder-decoder");
    const std::map<std::string, std::size_t> expected = {{"lookup", 4}, {"start", 4}, {"forward", 4}, {"backward", 4},
                                                         {"memory", 4}, {"begin", 2}, {"label", 4},   {"attend", 4},
                                                         {"write", 4},  {"score", 4}};
    EXPECT_EQ(callsByOp(graph), expected);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        if (graph.opOf(node).name == "attend") {
            const std::size_t words = graph.origins[node].tree.index() == 0 ? 3 : 1;
            EXPECT_EQ(graph.argumentsOf(node).size(), 1 + 2 * words);
        }
    }
}

/// Sentences of three words and of one, attended to in one batch.
TEST(EncoderDecoder, AttentionOfUnequalSentencesBatches) {
    const OpGraph graph = longerGraph(testing::bankOf("(0 (1 a) (0 (1 b) (1 c)))\n(1 d)\n"), "encoder-decoder");
    const Schedule schedule = testing::scheduleOf(graph, "agenda");
    std::size_t largest = 0;
    for (std::size_t batch = 0; batch < schedule.batchCount(); ++batch) {
        const auto nodes = schedule.batch(BatchId(batch));
        largest = graph.opOf(nodes.front()).name == "attend" ? std::max(largest, nodes.size()) : largest;
    }
    EXPECT_EQ(largest, 2U);
}

TEST(EncoderDecoder, RefusesSentencesThatAreTooLong) {
    const Treebank bank =
        *generateTreebank({.shape = TreeShape::Sequence, .leaves = 301, .trees = 1, .vocabulary = 100});
    EXPECT_THAT(refusalOf(bank, {.model = "encoder-decoder", .dim = 2}),
                HasSubstr("the sentence has 301 words; encoder-decoder takes at most 300"));
}

} // namespace
} // namespace batchscope
