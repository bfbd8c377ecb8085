// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/model_file.h"
#include "core/training/training_run.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/thread_setting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace batchscope {
namespace {

Treebank toyBank() {
    return *generateTreebank({.arity = 2, .leaves = 6, .trees = 14, .vocabulary = 12, .seed = 4});
}

std::vector<TreeId> treesFrom(std::size_t begin, std::size_t end) {
    std::vector<TreeId> trees;
    for (std::size_t tree = begin; tree < end; ++tree) {
        trees.emplace_back(tree);
    }
    return trees;
}

/// What a trainer needs, and a trainer.
struct Setting {
    explicit Setting(const TrainingOptions& options, std::string_view policy = "depth")
        : bank(toyBank()), builder(*GraphBuilder::make(bank, options.graph.dtype)),
          ops(testing::graphOf(bank, options.graph).ops),
          trainer(*Trainer::create(builder, **findPolicy(policy), options, ops, *Parameters::create(ops, 1, {}))) {}

    [[nodiscard]] std::vector<double> weights() const {
        std::vector<double> all;
        for (std::size_t index = 0; index < ops.params.size(); ++index) {
            const std::vector<double> numbers = trainer.parameters().numbers(ParamId(index));
            all.insert(all.end(), numbers.begin(), numbers.end());
        }
        return all;
    }

    Treebank bank;
    GraphBuilder builder;
    OpSet ops;
    Trainer trainer;
};

TrainingOptions wide(OptimizerOptions optimizer) {
    TrainingOptions options;
    options.graph = {.model = "tree-lstm", .dim = 6, .dtype = DType::Float64, .outputs = Outputs::All};
    options.optimizer = optimizer;
    options.batch = 5;
    return options;
}

class EveryOptimizer : public ::testing::TestWithParam<OptimizerOptions> {};

/// All trees in every update, and small steps: down it goes each time.
TEST_P(EveryOptimizer, LossFalls) {
    TrainingOptions options = wide(GetParam());
    options.batch = 100;
    Setting setting(options);
    std::vector<double> losses;
    for (int epoch = 0; epoch < 20; ++epoch) {
        losses.push_back(setting.trainer.epoch(treesFrom(0, 14), {})->loss);
    }
    EXPECT_TRUE(std::is_sorted(losses.rbegin(), losses.rend())) << ::testing::PrintToString(losses);
    EXPECT_LT(losses.back(), losses.front() - 0.01);
}

/// Three mini-batches in turn, the last one smaller, so that rows of words rest now and then; with dropout.
TEST_P(EveryOptimizer, RegularAndFoldedTakeTheSamePath) {
    TrainingOptions options = wide(GetParam());
    options.dropout = 0.3;
    options.run.executor = InterpreterOptions();
    Setting regular(options, "regular");
    options.run.executor = EngineOptions();
    Setting folded(options, "agenda");
    for (int epoch = 0; epoch < 4; ++epoch) { // 12 updates
        const EpochFigures expected = *regular.trainer.epoch(treesFrom(0, 14), {});
        const EpochFigures found = *folded.trainer.epoch(treesFrom(0, 14), {});
        EXPECT_NEAR(found.loss, expected.loss, 1e-11);
        EXPECT_EQ(found.updates, 3U);
        EXPECT_EQ(found.trees, 14U);
    }
    EXPECT_THAT(folded.weights(), ::testing::Pointwise(::testing::DoubleNear(1e-10), regular.weights()));
}

std::string nameOf(const ::testing::TestParamInfo<OptimizerOptions>& test) {
    return std::array{"sgd", "momentum", "adam", "adagrad"}[test.index];
}

INSTANTIATE_TEST_SUITE_P(Training, EveryOptimizer,
                         ::testing::Values(OptimizerOptions{.learningRate = 0.3},
                                           OptimizerOptions{.learningRate = 0.1, .momentum = 0.8},
                                           OptimizerOptions{.kind = OptimizerKind::Adam, .learningRate = 0.02},
                                           OptimizerOptions{.kind = OptimizerKind::Adagrad, .learningRate = 0.05}),
                         nameOf);

TEST(Trainer, ShufflesEachEpochAnewAndTheSameForTheSameSeed) {
    TrainingOptions options = wide({.learningRate = 0.1});
    Setting first(options);
    Setting second(options);
    options.seed = 2;
    Setting other(options);
    const double one = first.trainer.epoch(treesFrom(0, 14), {})->loss;
    EXPECT_EQ(second.trainer.epoch(treesFrom(0, 14), {})->loss, one);
    EXPECT_NE(other.trainer.epoch(treesFrom(0, 14), {})->loss, one);
    EXPECT_EQ(first.weights(), second.weights());
    EXPECT_NE(first.weights(), other.weights());
}

TEST(Trainer, EndsWhereNothingIsFinite) {
    for (const double rate : {1e38, 1e39, 0.01}) { // the loss after the first update; the weights after the last one
        TrainingOptions options = wide({.learningRate = rate});
        options.graph.dtype = DType::Float32;
        options.batch = rate > 5e38 ? 100 : 5;
        Setting setting(options);
        const Result<EpochFigures> epoch = setting.trainer.epoch(treesFrom(0, 14), {});
        ASSERT_TRUE(epoch.hasValue());
        EXPECT_EQ(epoch->endedNotFinite, rate > 1.0) << rate;
    }
}

TEST(Trainer, StopsWhenAsked) {
    Setting setting(wide({}));
    std::stop_source stop;
    const RunControl control(stop.get_token(),
                             [&stop](std::string_view, std::size_t, std::size_t) { stop.request_stop(); });
    const Result<EpochFigures> epoch = setting.trainer.epoch(treesFrom(0, 14), control);
    ASSERT_FALSE(epoch.hasValue());
    EXPECT_EQ(epoch.error().code, ErrorCode::Cancelled);
}

TEST(Trainer, RefusesWhatIsOutOfRange) {
    const Treebank bank = toyBank();
    const GraphBuilder builder = *GraphBuilder::make(bank);
    const OpSet ops = testing::graphOf(bank, {.dim = 4}).ops;
    TrainingOptions options;
    for (const double dropout : {1.0, -0.1, std::nan("")}) {
        options.dropout = dropout;
        EXPECT_FALSE(
            Trainer::create(builder, **findPolicy("depth"), options, ops, *Parameters::create(ops, 1, {})).hasValue());
    }
}

/// Learning by heart: what was learned is known.
TEST(Trainer, JudgesByRootsAndNodes) {
    TrainingOptions options = wide({.kind = OptimizerKind::Adam, .learningRate = 0.05});
    options.graph.dim = 16;
    Setting setting(options);
    const Metrics before = *setting.trainer.judge(treesFrom(0, 14), {});
    for (int epoch = 0; epoch < 40; ++epoch) {
        ASSERT_TRUE(setting.trainer.epoch(treesFrom(0, 14), {}).hasValue());
    }
    const Metrics after = *setting.trainer.judge(treesFrom(0, 14), {});
    EXPECT_EQ(after.roots().all, 14U);
    EXPECT_EQ(after.nodes().all, 14U * 11U);
    EXPECT_GT(*after.nodes().share(), *before.nodes().share());
    EXPECT_EQ(*after.roots().share(), 1.0);
}

TEST(TrainingRun, KeepsTheBestEpochAndEndsAfterWorseOnes) {
    TrainingOptions options = wide({.kind = OptimizerKind::Adam, .learningRate = 0.05});
    Setting setting(options);
    TrainingRun run(std::move(setting.trainer), {treesFrom(0, 6), treesFrom(6, 10), treesFrom(10, 14)},
                    {.epochs = 60, .patience = 6});
    while (!run.isOver()) {
        ASSERT_TRUE(run.epoch({}).hasValue());
    }
    const auto quality = [](const EpochRow& row) { return row.dev->quality(); };
    const auto best =
        std::max_element(run.rows().begin(), run.rows().end(),
                         [&](const EpochRow& left, const EpochRow& right) { return quality(left) < quality(right); });
    EXPECT_EQ(run.bestEpoch(), best->figures.epoch);
    EXPECT_EQ(run.rows().size(), std::min<std::size_t>(60, run.bestEpoch() + 6));
    const Result<std::optional<Metrics>> test = run.test({});
    ASSERT_TRUE(test.hasValue() && test->has_value());
    EXPECT_EQ((*test)->roots().all, 4U);
    EXPECT_EQ(run.trainer().judge(treesFrom(6, 10), {})->quality(), quality(*best)) << "its weights are those now";
}

/// Four epochs at once, and two, a file, and two more: bit for bit.
TEST(ModelFile, TrainingGoesOnWhereItStopped) {
    const testing::ThreadSetting threads(1);
    const testing::TemporaryFolder folder;
    for (const OptimizerKind kind : {OptimizerKind::Sgd, OptimizerKind::Adam, OptimizerKind::Adagrad}) {
        TrainingOptions options = wide({.kind = kind});
        options.graph.dtype = DType::Float32;
        options.dropout = 0.5;
        options.rateDecay = 0.9;
        options.warmUp = 7;
        Setting through(options);
        for (int epoch = 0; epoch < 2; ++epoch) {
            ASSERT_TRUE(through.trainer.epoch(treesFrom(0, 14), {}).hasValue());
        }
        SessionConfig config;
        config.graph = options.graph;
        ModelDescription model = describeModel(config, through.bank);
        model.epochs = through.trainer.epochs();
        const std::string path = folder.file("model.pt");
        const OptimizerState state = through.trainer.optimizer().state();
        const Status saved = saveModel(path, model, through.ops, through.trainer.parameters(), &state);
        ASSERT_TRUE(saved) << saved.error().text();

        Setting later(options);
        const Result<ModelFile> file = ModelFile::open(path);
        ASSERT_TRUE(file.hasValue()) << file.error().text();
        Parameters parameters = *Parameters::create(later.ops, 99, {});
        EXPECT_EQ(*file->fill(later.ops, later.bank, parameters), 0U);
        ASSERT_TRUE(later.trainer.optimizer().restore(*file->optimizer(later.ops)));
        later.trainer.resume(std::move(parameters), file->description().epochs);
        for (int epoch = 0; epoch < 2; ++epoch) {
            EXPECT_EQ(through.trainer.epoch(treesFrom(0, 14), {})->loss,
                      later.trainer.epoch(treesFrom(0, 14), {})->loss);
        }
        EXPECT_EQ(through.weights(), later.weights());
        EXPECT_EQ(file->description().config.graph.model, "tree-lstm");
        EXPECT_EQ(file->description().config.graph.dim, 6);
    }
}

TEST(ModelFile, WordsAndLabelsAreFoundByTheirText) {
    const testing::TemporaryFolder folder;
    const Treebank trained = testing::bankOf("(yes (no a) (maybe b))\n");
    const GraphOptions options{.model = "tree-lstm", .dim = 3};
    const OpSet ops = testing::graphOf(trained, options).ops;
    const Parameters parameters = *Parameters::create(ops, 1, {});
    SessionConfig config;
    config.graph = options;
    const std::string path = folder.file("model.npz");
    ASSERT_TRUE(saveModel(path, describeModel(config, trained), ops, parameters, nullptr));
    const ModelFile file = *ModelFile::open(path);
    EXPECT_FALSE(file.optimizer(ops).has_value());

    Treebank other = testing::bankOf("(maybe (no z) (yes (no b) (perhaps a)))\n");
    GraphOptions wider = options;
    wider.classes = 4;
    const OpGraph graph = testing::graphOf(other, wider);
    Parameters filled = *Parameters::create(graph.ops, 2, {});
    EXPECT_FALSE(file.fill(graph.ops, other, filled).hasValue()) << "a class more";
    other.classLabels = file.description().labels;
    const GraphOptions all{.model = "tree-lstm", .dim = 3, .outputs = Outputs::All};
    EXPECT_THAT(testing::graphOf(other, all).targets, ::testing::ElementsAre(1, 1, kNoTarget, 0, 2)) << "the model's";

    const Treebank words = testing::bankOf("(yes (no z) (maybe (no b) (no a)))\n");
    const OpSet same = testing::graphOf(words, options).ops;
    Parameters rows = *Parameters::create(same, 2, {});
    EXPECT_EQ(*file.fill(same, words, rows), 1U) << "z";
    const std::vector<double> before = parameters.numbers(ParamId(std::size_t{0}));
    const std::vector<double> after = rows.numbers(ParamId(std::size_t{0}));
    EXPECT_EQ(std::vector(after.begin(), after.begin() + 3), std::vector<double>(3, 0.0)) << "z";
    EXPECT_EQ(std::vector(after.begin() + 3, after.begin() + 6), std::vector(before.begin() + 3, before.end())) << "b";
    EXPECT_EQ(std::vector(after.begin() + 6, after.end()), std::vector(before.begin(), before.begin() + 3)) << "a";
}

} // namespace
} // namespace batchscope
