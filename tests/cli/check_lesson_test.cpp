// SPDX-License-Identifier: GPL-3.0-or-later
//
// check-lesson: every shipped lesson passes, and what is wrong with a lesson is said at its place, in the file or on
// its trees.
#include "tests/support/command_line.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::runCli;

TEST(CheckLesson, PassesEveryShippedLesson) {
    std::size_t lessons = 0;
    for (const auto& entry : std::filesystem::directory_iterator(BATCHSCOPE_SOURCE_DIR "/resources/lessons")) {
        if (entry.is_directory()) {
            const Finished checked = runCli({"check-lesson", (entry.path() / "lesson.json").string()});
            EXPECT_EQ(checked.code, 0) << checked.err;
            ++lessons;
        }
    }
    EXPECT_GT(lessons, 0U);
}

TEST(CheckLesson, SaysWhereItIsWrong) {
    const testing::TemporaryFolder folder;
    const std::string file = folder.file("lesson.json");
    const auto checked = [&](const std::string& beat) {
        folder.write("lesson.json", "{\"title\": \"T\", \"summary\": \"S\", \"minutes\": 1, \"file\": \"own.ptb\",\n"
                                    " \"beats\": [{\"title\": \"A\", \"text\": [\"a\"]},\n" +
                                        beat + "]}\n");
        return runCli({"check-lesson", file});
    };
    const std::string fine = R"({"title": "B", "text": ["{nodes} nodes"]})";
    const Finished missing = checked(fine);
    EXPECT_EQ(missing.code, 3);
    EXPECT_THAT(missing.err, HasSubstr(file + ":1:"));
    EXPECT_THAT(missing.err, HasSubstr("own.ptb"));
    folder.write("own.ptb", "(S (A one) (B two))\n");
    EXPECT_EQ(checked(fine).code, 0);
    EXPECT_THAT(checked(R"({"title": "B", "text": ["{moons}"]})").err, HasSubstr(file + ":3:"));
    // Well formed, but not on these trees:
    EXPECT_THAT(checked(R"({"title": "B", "text": ["{level:word:three}"]})").err, HasSubstr(file + ":3:"));
    EXPECT_THAT(checked(R"({"title": "B", "text": ["b"], "ask": {"kind": "pair", "a": "word:one", "b": "word:three",
                             "question": "?"}})")
                    .err,
                HasSubstr("word:three"));
    EXPECT_THAT(checked(R"({"title": "B", "text": ["b"], "ask": {"kind": "select", "first-wrong": true,
                             "question": "?"}})")
                    .err,
                HasSubstr("no value differs"));
    EXPECT_EQ(checked(R"({"title": "B", "text": ["b"], "state": [{"command": "fault", "name": "swap-rows"}],
                          "ask": {"kind": "select", "first-wrong": true, "question": "?"}})")
                  .code,
              0);
    EXPECT_THAT(checked(R"({"title": "B", "text": ["b"], "state": [{"command": "select", "node": 99}]})").err,
                HasSubstr("node 99"));
    EXPECT_THAT(checked(R"({"title": "B", "text": ["b"], "state": [{"command": "seek", "batch": 99}]})").err,
                HasSubstr("batch 99"));
    EXPECT_EQ(runCli({"check-lesson", folder.file("none.json")}).code, 3);
}

} // namespace
} // namespace batchscope
