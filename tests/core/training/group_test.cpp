// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ranks of a group, each a thread here: together they take the path of one process.
#include "core/exec/process_group.h"
#include "core/training/training_run.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace batchscope {
namespace {

/// Runs `each` once for every rank of a group of so many.
void inRanks(int size, const std::function<void(ProcessGroup& group)>& each) {
    const testing::TemporaryFolder folder;
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < size; ++rank) {
        threads.emplace_back([&folder, &each, rank, size] {
            const Result<std::unique_ptr<ProcessGroup>> group =
                joinGroup({.rank = rank, .size = size, .file = folder.file("group")});
            ASSERT_TRUE(group.hasValue()) << group.error().text();
            each(**group);
        });
    }
    threads.clear(); // joins
}

TEST(ProcessGroup, SumsAndGathers) {
    inRanks(3, [](ProcessGroup& group) {
        EXPECT_EQ(group.size(), 3);
        std::vector<double> numbers = {1.0 + group.rank(), 10.0};
        ASSERT_TRUE(group.sum(std::span<double>(numbers)));
        EXPECT_THAT(numbers, ::testing::ElementsAre(6.0, 30.0));
        const auto none = group.gather({});
        ASSERT_TRUE(none.hasValue());
        EXPECT_THAT(*none, ::testing::Each(::testing::IsEmpty()));
        const std::vector<std::byte> own(static_cast<std::size_t>(group.rank()), std::byte{7}); // none of rank 0
        const auto all = group.gather(own);
        ASSERT_TRUE(all.hasValue());
        ASSERT_EQ(all->size(), 3U);
        for (std::size_t rank = 0; rank < 3; ++rank) {
            EXPECT_THAT((*all)[rank], ::testing::ElementsAreArray(std::vector<std::byte>(rank, std::byte{7})));
        }
    });
}

TEST(ProcessGroup, ARankThatIsGoneIsAnErrorOfTheOthers) {
    inRanks(2, [](ProcessGroup& group) {
        if (group.rank() == 1) {
            return; // it ends
        }
        std::vector<double> numbers(1000, 1.0);
        Status summed = Ok{};
        for (int call = 0; summed && call < 1000; ++call) { // the first ones may still be on their way
            summed = group.sum(std::span<double>(numbers));
        }
        ASSERT_FALSE(summed);
        EXPECT_EQ(summed.error().code, ErrorCode::Backend);
    });
}

struct Path {
    std::vector<double> weights;
    std::vector<double> losses;
    double quality = 0.0;
};

/// Three mini-batches of four trees an epoch, the last with a single one, so that some rank has no tree; four epochs.
Path pathOf(const Treebank& bank, const char* model, ProcessGroup* group) {
    TrainingOptions options;
    options.graph = {.model = model, .dim = 6, .dtype = DType::Float64, .outputs = Outputs::All};
    options.optimizer = {.kind = OptimizerKind::Adam, .learningRate = 0.02, .decay = 1e-3, .clip = 1.0};
    options.batch = 4;
    options.dropout = 0.3;
    options.group = group;
    const GraphBuilder builder = *GraphBuilder::make(bank, DType::Float64);
    const OpSet ops = testing::graphOf(bank, options.graph).ops;
    Trainer trainer = *Trainer::create(builder, **findPolicy("depth"), options, ops, *Parameters::create(ops, 1, {}));
    std::vector<TreeId> trees;
    for (std::size_t tree = 0; tree < 9; ++tree) {
        trees.emplace_back(tree);
    }
    Path path;
    for (int epoch = 0; epoch < 4; ++epoch) {
        const Result<EpochFigures> figures = trainer.epoch(trees, {});
        EXPECT_TRUE(figures.hasValue()) << figures.error().text();
        EXPECT_EQ(figures->trees, 9U);
        path.losses.push_back(figures->loss);
    }
    path.quality = trainer.judge(trees, {})->loss();
    for (std::size_t index = 0; index < ops.params.size(); ++index) {
        const std::vector<double> numbers = trainer.parameters().numbers(ParamId(index));
        path.weights.insert(path.weights.end(), numbers.begin(), numbers.end());
    }
    return path;
}

class Ranks : public ::testing::TestWithParam<const char*> {};

TEST_P(Ranks, TakeThePathOfOneProcess) {
    const Treebank bank = *generateTreebank({.arity = 2, .leaves = 6, .trees = 9, .vocabulary = 12, .seed = 4});
    const Path alone = pathOf(bank, GetParam(), nullptr);
    for (const int size : {2, 4}) {
        inRanks(size, [&](ProcessGroup& group) {
            const Path path = pathOf(bank, GetParam(), &group);
            EXPECT_THAT(path.losses, ::testing::Pointwise(::testing::DoubleNear(1e-10), alone.losses));
            EXPECT_THAT(path.weights, ::testing::Pointwise(::testing::DoubleNear(1e-10), alone.weights));
            EXPECT_NEAR(path.quality, alone.quality, 1e-10);
        });
    }
}

INSTANTIATE_TEST_SUITE_P(Training, Ranks, ::testing::Values("tree-lstm", "child-sum-tree-lstm", "bilstm-tagger"),
                         testing::nameOfNet);

} // namespace
} // namespace batchscope
