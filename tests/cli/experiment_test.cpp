// SPDX-License-Identifier: GPL-3.0-or-later
//
// `experiment`: every shipped file means something, figures stand beside the published ones at the size that was
// measured, and missing data, wrong names and wrong files are told.
#include "app/cli/experiment.h"
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::jsonOf;
using testing::runCli;
using ::testing::StartsWith;
using Json = nlohmann::json;

using ExperimentCommand = testing::FolderTest;

bool has(const auto& all, const auto& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

using Runs = std::map<std::string, ScaledRun>;

Runs fullRuns(const Experiment& experiment) {
    Runs runs;
    for (const auto& [name, run] : experiment.runs) {
        const Result<ScaledRun> full = scaledRun(run, 1.0);
        EXPECT_TRUE(full) << name << (full ? "" : full.error().text());
        if (full) {
            EXPECT_TRUE(full->generated || !run.files.empty()) << name;
            runs.emplace(name, *full);
        }
    }
    return runs;
}

/// Its run and batch size are there. True if the arm is, too: not every arm serves every net.
bool isMeasured(const Runs& runs, const ExperimentPlace& place) {
    const auto run = runs.find(place.run);
    EXPECT_NE(run, runs.end()) << place.run;
    if (run == runs.end()) {
        return false;
    }
    EXPECT_TRUE(place.batch == 0 || has(run->second.bench.batches, place.batch)) << place.batch;
    return has(run->second.bench.arms, place.arm);
}

TEST(ShippedExperiments, EveryColumnIsMeasuredAndPublishedFiguresFitTheirColumns) {
    const Result<std::vector<Experiment>> experiments = shippedExperiments();
    ASSERT_TRUE(experiments) << experiments.error().text();
    EXPECT_GE(experiments->size(), 7U);
    for (const Experiment& experiment : *experiments) {
        SCOPED_TRACE(experiment.name);
        const Runs runs = fullRuns(experiment);
        EXPECT_GT(experiment.year, 2000);
        EXPECT_FALSE(experiment.tables.empty());
        for (const ExperimentTable& table : experiment.tables) {
            for (const ExperimentColumn& column : table.columns) {
                EXPECT_GT(std::count_if(table.rows.begin(), table.rows.end(),
                                        [&](const ExperimentRow& row) {
                                            return isMeasured(runs, placeIn(row, column.of)) &&
                                                   isMeasured(runs, placeIn(row, column.over.value_or(column.of)));
                                        }),
                          0)
                    << column.title;
            }
            for (const ExperimentRow& row : table.rows) {
                for (const PublishedFigures& published : row.published) {
                    EXPECT_LE(published.figures.size(), table.columns.size()) << published.on;
                }
            }
        }
    }
}

TEST(ShippedExperiments, AScaleShrinksWidthsBatchesAndTrees) {
    const ExperimentRun run{
        {}, "--shape random --leaves 5:33", "--arms folded --dim 500 --batch 1,8,32 --trees 0:1280", ""};
    const Result<ScaledRun> scaled = scaledRun(run, 0.1);
    ASSERT_TRUE(scaled) << scaled.error().text();
    EXPECT_EQ(scaled->bench.dims, std::vector<std::int32_t>{50});
    EXPECT_EQ(scaled->bench.batches, (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(scaled->bench.graph.trees.end, 128U);
    EXPECT_EQ(scaled->generated->trees, 128U);
    EXPECT_EQ(scaled->generated->leaves.most, 33U);
}

TEST(ShippedExperiments, AWrongFileIsToldByItsKey) {
    EXPECT_THAT(readExperiment({"x.json", "{"}).error().text(), HasSubstr("JSON"));
    const Error untitled =
        readExperiment({"x.json", R"({"story": "s", "left_out": [], "runs": {}, "tables": []})"}).error();
    EXPECT_EQ(untitled.code, ErrorCode::Parse);
    EXPECT_THAT(untitled.text(), HasSubstr("title"));
    EXPECT_FALSE(scaledRun({{}, "", "--arms folded --no-such-option 1", ""}, 1.0));
}

TEST_F(ExperimentCommand, RefusesWhatItDoesNotKnow) {
    const Finished finished = runCli({"experiment", "looks-2018"});
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr("looks-2018"));
    EXPECT_THAT(finished.err, HasSubstr("looks-2017"));
    EXPECT_EQ(runCli({"experiment"}).code, 2);
    EXPECT_EQ(runCli({"experiment", "all", "--data", "/no/such/folder"}).code, 2);
    EXPECT_EQ(runCli({"experiment", "all", "--scale", "2"}).code, 2);
}

TEST_F(ExperimentCommand, ShowsFiguresBesideThePublishedOnes) {
    const Finished finished = runCli({"experiment", "looks-2017", "--scale", "0.03", "--repeats", "2", "--json"});
    const Json document = jsonOf(finished);
    EXPECT_FALSE(document.at("cancelled"));
    const Json& looks = document.at("experiments").at(0);
    const Json& row = looks.at("tables").at(0).at("rows").at(0); // of batches of 1,024
    EXPECT_THAT(row.at("measured").at("on").get<std::string>(), HasSubstr("dim 4, batch 31"));
    EXPECT_THAT(row.at("published").at(0).at("on").get<std::string>(), HasSubstr("batch 1024"));
    EXPECT_EQ(row.at("published").at(0).at("figures").at(0), 14.62);
    const Json& figures = row.at("measured").at("figures");
    EXPECT_GT(figures.at(0), 0.0);
    EXPECT_NEAR(figures.at(3).get<double>(), figures.at(1).get<double>() / figures.at(0).get<double>(), 1e-9);
    EXPECT_EQ(row.at("measured").at("noisy").at(0), true); // two samples prove nothing
    for (const Json& run : looks.at("runs")) {
        EXPECT_EQ(run.at("bench").at("context").at("repeats"), 2);
    }
}

/// The width and the batch size of a line are those that were measured, whatever the scale.
TEST_F(ExperimentCommand, PrintsTablesThatSayWhatWasMeasured) {
    const Finished text = runCli({"experiment", "torchfold-2017", "--scale", "0.02", "--repeats", "1"});
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_THAT(text.out, StartsWith("torchfold-2017: "));
    EXPECT_THAT(text.out, HasSubstr("here, dim 10, batch 3"));
    EXPECT_THAT(text.out, HasSubstr("dim 500, batch 128"));
}

TEST_F(ExperimentCommand, SkipsWithoutData) {
    const Finished finished = runCli({"experiment", "torchfold-mnist", "--scale", "0.1", "--json"});
    EXPECT_EQ(finished.code, 0);
    for (const Json& run : jsonOf(finished).at("experiments").at(0).at("runs")) {
        EXPECT_TRUE(run.at("bench").is_null());
        EXPECT_THAT(run.at("remark").get<std::string>(), HasSubstr("mnist/t10k-images-idx3-ubyte.gz"));
    }
    EXPECT_THAT(finished.err, HasSubstr("skipped"));
}

TEST_F(ExperimentCommand, ReadsItsFilesWhereTheyAre) {
    std::filesystem::create_directories(m_folder / "sst");
    testing::writeText(m_folder / "sst" / "train.txt", "(2 (1 a) (1 b))\n(0 (1 c) (1 d))\n(1 (1 c) (1 a))\n");
    const Json tree = jsonOf(runCli(
        {"experiment", "torchfold-2017", "--scale", "0.01", "--repeats", "1", "--json", "--data", m_folder.string()}));
    const Json& run = tree.at("experiments").at(0).at("runs").at("tree-100");
    EXPECT_EQ(run.at("remark"), "trees of sst/train.txt");
    EXPECT_EQ(run.at("bench").at("context").at("files").at(0), (m_folder / "sst" / "train.txt").string());
}

} // namespace
} // namespace batchscope
