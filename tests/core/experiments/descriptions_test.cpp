// SPDX-License-Identifier: GPL-3.0-or-later
//
// Descriptions of experiments: what they become, what is refused and how it is said; and every one that is shipped.
#include "core/bench/bench_series.h"
#include "core/experiments/shipped_experiments.h"
#include "tests/core/experiments/small_experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace batchscope {
namespace {

using testing::changedExperiment;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::smallExperiment;

TEST(Descriptions, BecomeValues) {
    const Experiment experiment = smallExperiment();
    EXPECT_EQ(experiment.id, "small");
    EXPECT_EQ(experiment.source.year, 2020);
    ASSERT_EQ(experiment.runs.size(), 2U);
    const ExperimentRun& run = experiment.runs.front();
    EXPECT_EQ(run.bench.graph.model, "tree-rnn");
    EXPECT_THAT(run.bench.arms, ElementsAre("regular@off", "folded@off", "direct@off"));
    EXPECT_EQ(run.full.leaves.fewest, 3U);
    EXPECT_EQ(run.full.leaves.most, 6U);
    ASSERT_EQ(experiment.tables.size(), 1U);
    ASSERT_EQ(experiment.tables.front().published.size(), 1U);
    EXPECT_FALSE(experiment.tables.front().published.front().values[0][2].has_value());
    EXPECT_EQ(experiment.tables.front().published.front().values[1][2], 3.0);
    ASSERT_EQ(experiment.claims.size(), 2U);
    EXPECT_EQ(experiment.claims.back().atMost, 0.9);
    EXPECT_FALSE(experiment.claims.back().atLeast.has_value());
}

TEST(Descriptions, QuickKeepsWhatItDoesNotSay) {
    const ExperimentRun run = smallExperiment().runs.front();
    EXPECT_EQ(run.quick.dim, 4);
    EXPECT_EQ(run.quick.leaves.most, 6U);
    const BenchConfig full = benchConfigOf(run, ExperimentScale::Full);
    const BenchConfig quick = benchConfigOf(run, ExperimentScale::Quick);
    EXPECT_THAT(full.batches, ElementsAre(1U, 4U));
    EXPECT_THAT(quick.batches, ElementsAre(2U));
    EXPECT_THAT(quick.dims, ElementsAre(4));
    EXPECT_EQ(full.graph.trees.end, 8U);
    EXPECT_EQ(quick.graph.trees.end, 4U);
    EXPECT_EQ(generateOptionsOf(run, ExperimentScale::Quick)->trees, 4U);
    EXPECT_FALSE(generateOptionsOf(smallExperiment().runs.back(), ExperimentScale::Full).has_value());
}

struct Damage {
    const char* from;
    const char* to;
    const char* where;   ///< path of the key
    const char* message; ///< part of it
};

constexpr auto kDamages = std::to_array<Damage>({
    {"\"story\": \"folding is faster\",", "", "the document", "story"},
    {"\"year\": 2020", "\"year\": \"2020\"", "/source/year", "\"2020\""},
    {"\"left_out\"", "\"leftout\"", "the document", "leftout"},
    {"\"id\": \"data\"", "\"id\": \"trees\"", "/runs/1", "'trees'"},
    {"\"title\": \"trees\", \"model\": \"tree-rnn\"", "\"title\": \"trees\", \"model\": \"tree-gru\"", "/runs/0/model",
     "tree-gru"},
    {"\"direct@off\"]", "\"direct@off\", \"thrown\"]", "/runs/0/arms/3", "thrown"},
    {"\"shape\": \"balanced\"", "\"shape\": \"round\"", "/runs/0/generate/shape", "round"},
    {"\"batch\": [1, 4], \"trees\": 8", "\"batch\": [1, 4], \"trees\": 3", "/runs/0/size", "exceeds"},
    {"\"batch\": [2], \"trees\": 4", "\"batch\": [], \"trees\": 4", "/runs/0/quick/batch", "batch size"},
    {"\"leaves\": [3, 6]", "\"leaves\": [6, 3]", "/runs/0", "6"},
    {"\"files\": [\"missing/trees.ptb\"],", "", "/runs/1", "no trees"},
    {", \"quick\": {\"repeats\": 5}", "", "/runs/1", "quick"},
    {"\"figure\": \"batches\", \"of\": {\"run\": \"trees\", \"arm\": \"folded@off\"}}",
     "\"figure\": \"parsecs\", \"of\": {\"run\": \"trees\", \"arm\": \"folded@off\"}}", "/tables/0/columns/2/figure",
     "parsecs"},
    {"{\"title\": \"4\", \"batch\": 4}", "{\"title\": \"4\", \"batch\": 5}", "/tables/0/columns/0/of", "batch size 5"},
    {"\"id\": \"ratio\"", "\"id\": \"folded\"", "/tables/0/columns/1", "'folded'"},
    {"[200, 2.5, 3]", "[200, 2.5]", "/tables/0/published/0/values/1", "an array of 3"},
    {"[[100, 1.5, null], [200, 2.5, 3]]", "[[100, 1.5, null]]", "/tables/0/published/0/values", "an array of 2"},
    {"[100, 1.5, null]", "[100, 1.5, \"-\"]", "/tables/0/published/0/values/0/2", "null"},
    {"\"at_least\": 2", "\"at_least\": 2, \"at_most\": 3", "/claims/0", "at_least"},
    {"\"over\": {\"run\": \"trees\", \"arm\": \"folded@off\", \"batch\": 4},", "", "/claims/0", "over"},
    {"\"folding needs fewer batches\", \"figure\": \"batches\"",
     "\"folding needs fewer batches\", \"figure\": \"running_seconds\"", "/claims/1/figure", "running_seconds"},
    {"\"arm\": \"folded@off\", \"batch\": 4", "\"arm\": \"folded\", \"batch\": 4", "/claims/0/over", "'folded'"},
    {"\"arm\": \"folded@off\", \"batch\": 4", "\"arm\": \"folded@off\", \"batch\": \"huge\"", "/claims/0/over/batch",
     "\"huge\""},
    {"\"run\": \"trees\", \"arm\": \"folded@off\", \"batch\": 4", "\"run\": \"rocks\", \"arm\": \"folded@off\"",
     "/claims/0/over", "rocks"},
});

TEST(Descriptions, WrongOnesAreRefusedWithFileAndKey) {
    for (const Damage& damage : kDamages) {
        const Result<Experiment> experiment = readExperiment(changedExperiment(damage.from, damage.to), "damaged.json");
        ASSERT_FALSE(experiment) << damage.to;
        const Error& error = experiment.error();
        EXPECT_EQ(error.code, ErrorCode::Parse);
        EXPECT_EQ(error.file, "damaged.json");
        EXPECT_TRUE(error.position.has_value()) << damage.to;
        EXPECT_THAT(error.message, HasSubstr(std::string(damage.where) + ":")) << damage.to;
        EXPECT_THAT(error.message, HasSubstr(damage.message)) << damage.to;
    }
    EXPECT_FALSE(readExperiment("{", "half.json"));
    EXPECT_FALSE(readExperiment("[]", "list.json"));
}

TEST(ShippedExperiments, AreAllRead) {
    const Result<std::vector<Experiment>> all = shippedExperiments();
    ASSERT_TRUE(all) << all.error().text();
    EXPECT_EQ(all->size(), experimentTexts().size());
    std::vector<std::string> ids;
    for (std::size_t index = 0; index < all->size(); ++index) {
        const Experiment& experiment = (*all)[index];
        EXPECT_EQ(experiment.id + ".json", experimentTexts()[index].file);
        EXPECT_NE(experiment.id, kAllExperiments);
        EXPECT_THAT(experiment.source.url, HasSubstr("https://")) << experiment.id;
        ids.push_back(experiment.id);
        for (const ExperimentRun& run : experiment.runs) {
            EXPECT_GE(run.full.repeats, kFewestForProof) << experiment.id << " " << run.id;
            EXPECT_GE(run.quick.repeats, kFewestForProof) << experiment.id << " " << run.id;
            EXPECT_LE(run.quick.trees, run.full.trees) << experiment.id << " " << run.id;
        }
    }
    for (const char* const id : {"looks-2017", "torchfold-2017", "torchfold-mnist", "dynet-2017", "ed-batch-2023",
                                 "taylor-2018", "pad-pack"}) {
        EXPECT_THAT(ids, ::testing::Contains(id));
    }
}

TEST(ShippedExperiments, AreChosenByName) {
    const auto idsOf = [](const std::vector<std::string>& names) {
        const Result<std::vector<Experiment>> chosen = experimentsNamed(names);
        std::vector<std::string> ids;
        for (const Experiment& experiment : *chosen) {
            ids.push_back(experiment.id);
        }
        return ids;
    };
    EXPECT_THAT(idsOf({"pad-pack", "looks-2017", "pad-pack"}), ElementsAre("pad-pack", "looks-2017"));
    EXPECT_EQ(idsOf({"all"}).size(), experimentTexts().size());
    EXPECT_EQ(idsOf({"pad-pack", "all"}).size(), experimentTexts().size());
    const Result<std::vector<Experiment>> unknown = experimentsNamed(std::vector<std::string>{"looks-2018"});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::Config);
    EXPECT_THAT(unknown.error().message, HasSubstr("looks-2018"));
    EXPECT_THAT(unknown.error().message, HasSubstr("looks-2017"));
}

TEST(ShippedExperiments, HaveThePublishedFiguresOfLooks) {
    const Result<std::vector<Experiment>> looks = experimentsNamed(std::vector<std::string>{"looks-2017"});
    ASSERT_TRUE(looks);
    const ExperimentTable& table = looks->front().tables.front();
    ASSERT_EQ(table.published.size(), 2U);
    // The ratios are published beside the times they come from, so a slip of the pen shows.
    const auto rows = table.rows.size();
    for (const PublishedFigures& published : table.published) {
        const double alone = *published.values[rows - 1][0];
        for (std::size_t row = 0; row < rows; ++row) {
            const std::vector<std::optional<double>>& values = published.values[row];
            const double batch = static_cast<double>(table.rows[row].batch->trees);
            EXPECT_NEAR(*values[1] / *values[0], *values[3], 0.02) << row;
            EXPECT_NEAR(alone * batch / *values[2] / *values[4], 1.0, 0.02) << row;
        }
    }
}

} // namespace
} // namespace batchscope
