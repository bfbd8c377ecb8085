// SPDX-License-Identifier: GPL-3.0-or-later
//
// `experiment`: the list, a run in every format, skipped data, wrong names and options that do nothing.
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::jsonOf;
using testing::runCli;
using ::testing::StartsWith;
using Json = nlohmann::json;

using ExperimentCommand = testing::FolderTest;

TEST_F(ExperimentCommand, ListsWithoutAName) {
    const Finished table = runCli({"experiment"});
    EXPECT_EQ(table.code, 0) << table.err;
    const Json list = jsonOf(runCli({"experiment", "--json"}));
    EXPECT_GE(list.at("experiments").size(), 7U);
    for (const Json& experiment : list.at("experiments")) {
        EXPECT_THAT(table.out, HasSubstr(experiment.at("id").get<std::string>()));
        EXPECT_GT(experiment.at("year"), 2000);
    }
}

TEST_F(ExperimentCommand, RefusesWhatHasNoEffect) {
    for (const std::vector<std::string>& line :
         {std::vector<std::string>{"experiment", "--quick"},
          {"experiment", "--repeats", "3"},
          {"experiment", "--threads", "2"},
          {"experiment", "--out", (m_folder / "x.json").string()},
          {"experiment", "--data", m_folder.string()},
          {"experiment", "--format", "csv"},
          {"experiment", "looks-2017", "--quick", "--data", m_folder.string()}}) {
        const Finished finished = runCli(line);
        EXPECT_EQ(finished.code, 2) << line.back();
        EXPECT_THAT(finished.err, HasSubstr("error: --")) << line.back();
    }
    EXPECT_FALSE(std::filesystem::exists(m_folder / "x.json"));
}

TEST_F(ExperimentCommand, RefusesUnknownNames) {
    const Finished finished = runCli({"experiment", "looks-2018", "--quick"});
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr("looks-2018"));
    EXPECT_THAT(finished.err, HasSubstr("looks-2017"));
    EXPECT_THAT(runCli({"experiment", "all", "--quick", "--data", "/no/such/folder"}).err, HasSubstr("--data"));
}

TEST_F(ExperimentCommand, RunsOneInJson) {
    const std::string file = (m_folder / "out.json").string();
    const Finished finished =
        runCli({"experiment", "looks-2017", "--quick", "--repeats", "2", "--json", "--out", file});
    const Json document = jsonOf(finished);
    EXPECT_FALSE(document.at("cancelled"));
    const Json& looks = document.at("experiments").at(0);
    EXPECT_EQ(looks.at("scale"), "quick");
    for (const Json& run : looks.at("sweeps")) {
        EXPECT_EQ(run.at("state"), "measured") << run;
        EXPECT_EQ(run.at("repeats"), 2);
    }
    const Json& figures = looks.at("tables").at(0).at("figures");
    const auto find = [&](const char* row, const char* column, const char* key) {
        const auto found = std::find_if(figures.begin(), figures.end(), [&](const Json& figure) {
            return figure.at("row") == row && figure.at("column") == column && figure.contains(key);
        });
        return found == figures.end() ? Json() : found->at(key);
    };
    EXPECT_GT(find("32", "manual", "measured"), 0.0);
    EXPECT_TRUE(find("1024", "manual", "measured").is_null()); // not at reduced size
    EXPECT_EQ(find("1024", "manual", "published"), 14.62);
    // Two samples prove nothing.
    EXPECT_EQ(looks.at("verdict"), "cannot be told");
    EXPECT_EQ(Json::parse(testing::textOf(file)), document);
}

TEST_F(ExperimentCommand, PrintsTablesForPeopleAndCsv) {
    const Finished text = runCli({"experiment", "pad-pack", "--quick", "--repeats", "2"});
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_THAT(text.out, StartsWith("pad-pack: "));
    EXPECT_THAT(text.out, HasSubstr("reduced from"));
    EXPECT_THAT(text.out, HasSubstr("cannot be told"));
    const Finished csv = runCli({"experiment", "pad-pack", "--quick", "--repeats", "2", "--format", "csv"});
    EXPECT_THAT(csv.out, StartsWith("experiment,scale,table,row,column,machine,value,unit,noisy\r\n"));
    EXPECT_THAT(csv.out, HasSubstr("pad-pack,quick,seconds,LSTM acceptor,padded,here,"));
    const Finished latex = runCli({"experiment", "pad-pack", "--quick", "--repeats", "2", "--format", "latex"});
    EXPECT_THAT(latex.out, HasSubstr("\\begin{tabular}"));
}

TEST_F(ExperimentCommand, SkipsWithoutData) {
    const Finished finished = runCli({"experiment", "torchfold-mnist", "--quick", "--json"});
    const Json mnist = jsonOf(finished).at("experiments").at(0);
    for (const Json& run : mnist.at("sweeps")) {
        EXPECT_EQ(run.at("state"), "skipped");
        EXPECT_THAT(run.at("reason").get<std::string>(), HasSubstr("mnist/t10k-images-idx3-ubyte.gz"));
    }
    EXPECT_EQ(mnist.at("verdict"), "cannot be told");
    EXPECT_THAT(finished.err, HasSubstr("skipped"));
}

TEST_F(ExperimentCommand, ReadsRealDataWhereItIs) {
    REQUIRE_DATA(sst, "sst/train.txt");
    const std::string folder = std::filesystem::path(*sst).parent_path().parent_path().string();
    const Json tree =
        jsonOf(runCli({"experiment", "torchfold-2017", "--quick", "--repeats", "1", "--json", "--data", folder}));
    EXPECT_FALSE(tree.at("experiments").at(0).at("sweeps").at(0).at("generated"));
}

} // namespace
} // namespace batchscope
