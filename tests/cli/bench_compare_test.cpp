// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of bench that are compared with an earlier one.
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/json_schema.h"
#include "tests/support/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::runAll;
using testing::textOf;
using testing::writeText;
using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

class RecordedRuns : public testing::FolderTest {
protected:
    Finished bench(const Arguments& more, const std::string& input = {}) const {
        Arguments line = {"bench"};
        line.insert(line.end(), more.begin(), more.end());
        return runAll({{line, input}}).front();
    }

    /// Two small cells.
    Finished benchCells(const Arguments& arms, const Arguments& more) const {
        Arguments line = {m_trees, "--dim", "8", "--batch", "1,2", "--warmups", "0"};
        line.insert(line.end(), arms.begin(), arms.end());
        line.insert(line.end(), more.begin(), more.end());
        return bench(line);
    }

    /// They are measured again, beside the run in m_run.
    Finished compare(const Arguments& arms, const Arguments& more) const {
        Arguments line = {"--compare", m_run};
        line.insert(line.end(), more.begin(), more.end());
        return benchCells(arms, line);
    }

    /// Such a run, in m_run; its document.
    Json record(const Arguments& arms) const {
        const Finished finished = benchCells(arms, {"--out", m_run});
        EXPECT_EQ(finished.code, 0) << finished.err;
        return Json::parse(textOf(m_run));
    }

    /// The run in the file with other times.
    void writeScaled(Json run, double factor) const {
        for (Json& result : run["results"]) {
            for (Json& sample : result["samples"]) {
                sample = sample.get<double>() * factor;
            }
        }
        writeText(m_run, run.dump());
    }

    const std::string m_trees = write("trees.ptb", "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n");
    const std::string m_run = (m_folder / "run.json").string();
};

TEST_F(RecordedRuns, AreNotWrittenOver) {
    static_cast<void>(record({"--arms", "folded", "--repeats", "1"}));
    const Finished finished = bench({m_trees, "--compare", m_run, "--out", m_run});
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr("this is also an input file"));
    EXPECT_EQ(Json::parse(textOf(m_run))["schema"], 5);
}

// ---- --compare ----------------------------------------------------------------------------------------------------

/// Enough samples for a verdict.
const Arguments kGate = {"--arms", "folded,regular", "--repeats", "20"};

TEST_F(RecordedRuns, CatchWhatHasBecomeSlower) {
    writeScaled(record(kGate), 0.05);
    const Finished finished = compare(kGate, {"--fail-if-slower", "5%", "--json"});
    EXPECT_EQ(finished.code, 4);
    EXPECT_THAT(finished.err, HasSubstr("4 of 4 series are slower by more than 5%"));
    const Json document = testing::documentOf(finished);
    const Json schema = Json::parse(textOf(BATCHSCOPE_SOURCE_DIR "/resources/bench.schema.json"));
    EXPECT_THAT(testing::schemaFaults(schema, document), IsEmpty());
    const Json& comparison = document["comparison"];
    EXPECT_EQ(comparison["tolerance"], 0.05);
    EXPECT_EQ(comparison["slower"], true);
    ASSERT_EQ(comparison["series"].size(), 4U);
    for (const Json& series : comparison["series"]) {
        EXPECT_EQ(series["verdict"], "slower");
        EXPECT_LT(series["adjusted_p_value"], 0.01);
        EXPECT_EQ(series["old_samples"], 20);
        EXPECT_GT(series["ratio"], 2.0);
        EXPECT_GT(series["new_median_s"], series["old_median_s"]);
    }
    EXPECT_THAT(comparison["only_old"], IsEmpty());
    const Finished noGate = compare(kGate, {});
    EXPECT_EQ(noGate.code, 0) << "nobody asked to fail";
    EXPECT_THAT(noGate.out, HasSubstr("slower"));
    EXPECT_THAT(noGate.out, HasSubstr("compared with " + m_run));
}

TEST_F(RecordedRuns, AGateDoesNotOpenWhereNothingCanBeSaid) {
    const Arguments once = {"--arms", "folded", "--repeats", "1"};
    static_cast<void>(record(once));
    const Finished tooFew = compare(once, {"--fail-if-slower", "5%"});
    EXPECT_EQ(tooFew.code, 6);
    EXPECT_THAT(
        tooFew.err,
        HasSubstr("--fail-if-slower has tested nothing: no series has enough samples; measure with --repeats "));
    EXPECT_THAT(tooFew.err, HasSubstr("2 of 2 series have too few samples for a verdict"));
    const Finished others = compare({"--arms", "regular", "--repeats", "1"}, {});
    EXPECT_EQ(others.code, 2);
    EXPECT_THAT(others.err, HasSubstr(m_run + ": error: the two runs have no series in common"));
    EXPECT_THAT(others.out, HasSubstr("regular")) << "the figures are there all the same";
}

TEST_F(RecordedRuns, AreReadBeforeAnythingIsMeasured) {
    Json run = record({"--arms", "folded", "--repeats", "1"});
    run["results"][1]["samples"] = "quick";
    writeText(m_run, run.dump());
    const Finished finished = bench({m_trees, "--batch", "1", "--compare", m_run});
    EXPECT_EQ(finished.code, 3) << finished.err;
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err, HasSubstr("results[1].samples"));
}

TEST_F(RecordedRuns, TakeATolerance) {
    static_cast<void>(record({"--arms", "folded", "--repeats", "1"}));
    for (const char* const wrong : {"5", "-1%", "nan%", "five%", "5%%", "2000%", "%"}) {
        const Finished finished = bench({m_trees, "--compare", m_run, fmt::format("--fail-if-slower={}", wrong)});
        EXPECT_EQ(finished.code, 2) << wrong;
        EXPECT_THAT(finished.err, HasSubstr("expected a percentage")) << wrong;
    }
    const Finished alone = bench({m_trees, "--fail-if-slower", "5%"});
    EXPECT_EQ(alone.code, 2);
    EXPECT_THAT(alone.err, HasSubstr("--fail-if-slower requires --compare"));
}

} // namespace
} // namespace batchscope
