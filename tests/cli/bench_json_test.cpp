// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document of bench: as its schema says, with all it takes to run the same again, and kept whatever ends the run.
#include "core/base/statistics.h"
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/json_schema.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::interruptProgram;
using ::testing::IsEmpty;
using testing::jsonOf;
using ::testing::MatchesRegex;
using testing::runAll;
using testing::runCli;
using testing::Running;
using testing::schemaFaults;
using testing::textOf;
using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

constexpr const char* kFewTrees = "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n(2 (2 e) (2 f))\n";

Json benchSchema() {
    return Json::parse(textOf(BATCHSCOPE_SOURCE_DIR "/resources/bench.schema.json"));
}

/// Quick ones: narrow nets, two samples if nothing else is asked for, and the machine's limits are not measured.
Json quickBench(const Arguments& more) {
    Arguments line = {"bench", "-", "--json", "--dim", "8", "--warmups", "0", "--batch", "1,3"};
    line.insert(line.end(), more.begin(), more.end());
    if (std::find(more.begin(), more.end(), "--repeats") == more.end()) {
        line.insert(line.end(), {"--repeats", "2"});
    }
    return jsonOf(runAll({{line, kFewTrees}}).front());
}

class BenchJson : public testing::FolderTest {};

TEST_F(BenchJson, IsAsItsSchemaSays) {
    const Json schema = benchSchema();
    for (const Arguments& more :
         {Arguments{}, {"--arms", "regular,folded-legacy,direct,folded:learned", "--train"}, {"--ablation"}}) {
        const Json bench = quickBench(more);
        EXPECT_FALSE(bench["results"].empty());
        EXPECT_THAT(schemaFaults(schema, bench), IsEmpty());
    }
    const Json withLimits =
        jsonOf(runCli({"bench", "-", "--json", "--dim", "8", "--repeats", "1", "--batch", "1"}, kFewTrees));
    EXPECT_TRUE(withLimits["context"]["fma_flops"].is_number());
    EXPECT_THAT(schemaFaults(schema, withLimits), IsEmpty());
}

TEST_F(BenchJson, ItsSchemaFindsWhatIsWrong) {
    Json bad = quickBench({"--arms", "folded"});
    bad["context"].erase("commit");
    bad["results"][1]["samples"][0] = "soon";
    bad["surprise"] = 1;
    EXPECT_EQ(schemaFaults(benchSchema(), bad).size(), 3U);
}

TEST_F(BenchJson, SaysHowItWasMeasured) {
    const Json bench =
        quickBench({"--arms", "folded", "--merge", "subtrees", "--trees", "0:3", "--seed", "7", "--rare-below", "2",
                    "--passes", "-dedup", "--isa", "portable", "--case", "lower", "--classes", "9"});
    EXPECT_EQ(bench["cancelled"], false);
    const Json& context = bench["context"];
    EXPECT_EQ(context["command"][1], "bench");
    EXPECT_EQ(context["command"].back(), "2") << "of --repeats";
    EXPECT_THAT(context["date"].get<std::string>(),
                MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
    EXPECT_EQ(context["repeats"], 2);
    EXPECT_EQ(context["seed"], 7);
    EXPECT_EQ(context["trees"], "0:3");
    EXPECT_EQ(context["merge"], "subtrees");
    EXPECT_EQ(context["case"], "lower");
    EXPECT_EQ(context["rare_below"], 2);
    EXPECT_EQ(context["classes"], 9);
    EXPECT_EQ(context["isa"], "portable");
    EXPECT_NE(context["passes"], "all");
}

TEST_F(BenchJson, NamesTheNetThatFitsTheTrees) {
    const Json bench = jsonOf(
        runAll({{{"bench", "-", "--json", "--dim", "8", "--repeats", "1", "--batch", "1"}, "(1 (2 a) (2 b) (2 c))"}})
            .front());
    EXPECT_EQ(bench["context"]["model"], bench["results"][0]["model"]);
    EXPECT_FALSE(bench["context"]["model"] == "tree-lstm" && bench["context"]["binarize"] == "none")
        << "that net takes binary trees only";
}

TEST_F(BenchJson, AFileIsNotTouchedBeforeThereAreFigures) {
    const std::string kept = write("kept.json", "an older run");
    const std::string fresh = (m_folder / "fresh.json").string();
    for (const std::string& file : {kept, fresh}) {
        EXPECT_EQ(runCli({"bench", "-", "--arms", "padded", "--batch", "1", "--out", file}, kFewTrees).code, 2);
    }
    EXPECT_EQ(textOf(kept), "an older run");
    EXPECT_FALSE(std::filesystem::exists(fresh)) << "an empty file is no run";
}

TEST_F(BenchJson, KeepsWhatWasMeasuredBeforeAnError) {
    const std::string file = (m_folder / "run.json").string();
    const Finished finished = runAll({{{"bench", "-", "--dim", "8,16384", "--memory-limit", "2G", "--repeats", "1",
                                        "--warmups", "0", "--batch", "1", "--json", "--out", file},
                                       kFewTrees}})
                                  .front();
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr("--memory-limit"));
    const Json bench = testing::documentOf(finished);
    EXPECT_EQ(bench["results"].size(), 4U);
    EXPECT_EQ(bench["cancelled"], false);
    EXPECT_THAT(bench["error"].get<std::string>(), HasSubstr("--memory-limit"));
    EXPECT_THAT(schemaFaults(benchSchema(), bench), IsEmpty());
    EXPECT_EQ(textOf(file), finished.out);
}

TEST_F(BenchJson, CtrlCKeepsWhatWasMeasured) {
    const Finished made = runCli({"generate", "--leaves", "60", "--trees", "400"});
    const std::string file = (m_folder / "run.json").string();
    // One tree takes a moment; four hundred, node by node, take minutes.
    const auto oneIsMeasured = [&](const Running& /*running*/) {
        return std::filesystem::exists(file) && std::filesystem::file_size(file) > 0;
    };
    const Arguments line = {"bench", "-",         "--arms", "regular@off", "--batch", "1,400", "--dim",
                            "100",   "--repeats", "100",    "--json",      "--out",   file};
    const Finished finished = interruptProgram({line, made.out}, oneIsMeasured);
    EXPECT_EQ(finished.code, 5) << finished.err;
    const Json bench = testing::documentOf(finished);
    ASSERT_EQ(bench["results"].size(), 1U);
    EXPECT_EQ(bench["results"][0]["batch"], 1);
    EXPECT_FALSE(bench["results"][0]["samples"].empty());
    EXPECT_EQ(bench["cancelled"], true);
    EXPECT_THAT(schemaFaults(benchSchema(), bench), IsEmpty());
    EXPECT_EQ(textOf(file), finished.out);
}

} // namespace
} // namespace batchscope
