// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/comparison.h"
#include "core/exec/runner.h"
#include "core/training/dropout.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

OpGraph dropped(const Treebank& bank, GraphOptions options, const Dropout& dropout) {
    OpGraph graph = testing::graphOf(bank, options);
    EXPECT_TRUE(addDropout(graph, dropout));
    return graph;
}

Treebank someTrees() {
    return *generateTreebank({.arity = 2, .leaves = 9, .trees = 12, .vocabulary = 20, .seed = 3});
}

/// The mask of each requested value, in order.
std::vector<std::vector<double>> masksOf(const OpGraph& graph) {
    std::vector<std::vector<double>> masks;
    for (const Value value : graph.outputs) {
        const auto mask = graph.constants[graph.argumentsOf(value.node)[1].constant()];
        masks.emplace_back(mask.begin(), mask.end());
    }
    return masks;
}

TEST(Dropout, AsManyZerosAsAskedForAndTheRestMadeUpFor) {
    for (const double p : {0.1, 0.5, 0.9}) {
        const OpGraph graph = dropped(someTrees(), {.dim = 64, .outputs = Outputs::All}, {p, 5, 0});
        std::size_t zeros = 0;
        std::size_t all = 0;
        for (const std::vector<double>& mask : masksOf(graph)) {
            for (const double number : mask) {
                EXPECT_TRUE(number == 0.0 || number == 1.0 / (1.0 - p));
                zeros += number == 0.0 ? 1 : 0;
                ++all;
            }
        }
        const double deviation = std::sqrt(p * (1.0 - p) / static_cast<double>(all));
        EXPECT_NEAR(static_cast<double>(zeros) / static_cast<double>(all), p, 5.0 * deviation);
    }
}

TEST(Dropout, MasksBelongToTheNodeWhateverIsBatchedWithIt) {
    const Treebank bank = someTrees();
    const auto whole = masksOf(dropped(bank, {.dim = 8}, {0.5, 5, 1}));
    const auto single = masksOf(dropped(bank, {.trees = {7, 8}, .dim = 8}, {0.5, 5, 1}));
    EXPECT_EQ(whole[7], single[0]);
    EXPECT_NE(whole[7], whole[6]);
    EXPECT_NE(whole, masksOf(dropped(bank, {.dim = 8}, {0.5, 5, 2}))) << "another epoch";
    EXPECT_NE(whole, masksOf(dropped(bank, {.dim = 8}, {0.5, 6, 1}))) << "another seed";
}

/// Regular on LibTorch's plain bodies against folded on the engine: values, loss and gradients.
TEST(Dropout, FoldedIsRegular) {
    const Treebank bank = someTrees();
    for (const char* const model : {"tree-lstm", "nary-tree-lstm", "bilstm-tagger"}) {
        const OpGraph graph =
            dropped(bank, {.model = model, .dim = 12, .dtype = DType::Float64, .outputs = Outputs::All}, {0.4, 9, 0});
        const Parameters parameters = *Parameters::create(graph.ops, 1, {});
        const Result<CheckedRun> run = runBoth({graph, **findPolicy("agenda"), parameters},
                                               {.work = Work::Training, .timing = Timing::Off}, {}, {});
        ASSERT_TRUE(run.hasValue()) << run.error().text();
        ASSERT_TRUE(run->report.equality.has_value());
        EXPECT_TRUE(run->report.equality->equal) << model;
        ASSERT_TRUE(run->report.gradients.has_value());
        EXPECT_TRUE(run->report.gradients->equal()) << model;
    }
}

TEST(Dropout, NeedsAClassifierOfRows) {
    OpGraph graph = testing::graphOf(someTrees(), {.dim = 4});
    graph.outputs = {{NodeId(std::size_t{0}), 0}}; // the state of a leaf, from a table
    const Status status = addDropout(graph, {0.5, 1, 0});
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::Config);
}

} // namespace
} // namespace batchscope
