// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saved sessions: what is written is what is read, older and damaged files, files that have changed since.
#include "core/records/session_document.h"

#include "core/session/session_choice.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

SavedSession madeUp(const std::string& file) {
    SavedSession session;
    session.config.files = {file};
    session.config.graph.model = "spinn";
    session.config.graph.merge = Merge::Leaves;
    session.config.graph.dim = 24;
    session.config.graph.trees = {2, 9};
    session.config.graph.picked = {TreeId(std::uint32_t{7}), TreeId(std::uint32_t{1})};
    session.config.policy = "agenda";
    session.config.seed = 5;
    session.moment = 6.5;
    session.focus.node = NodeId(std::uint32_t{3});
    session.focus.second = NodeId(std::uint32_t{8});
    session.breakpoints = {{"op:leaf", true}, {"batch>4", false}};
    session.bookmarks = {
        {Bookmark::Of::Node, TreeId(std::uint32_t{7}), TreeNodeId(std::uint32_t{2}), "reduce", 1, "odd value", {file}},
        {Bookmark::Of::Step, {}, {}, "shift", 0, "", {file}}};
    session.arrangement = "workbench";
    return session;
}

TEST(SessionDocument, WhatIsWrittenIsWhatIsRead) {
    const testing::TemporaryFolder folder;
    const std::string trees = folder.write("trees.ptb", "(3 (2 a) (2 b))\n");
    const std::string file = folder.path() / "mine.batchscope";
    const SavedSession before = madeUp(trees);
    ASSERT_TRUE(saveSession(before, file));
    const Result<SavedSession> after = readSession(file);
    ASSERT_TRUE(after) << after.error().text();
    EXPECT_TRUE(sameChoices(before.config, after->config));
    EXPECT_EQ(after->moment, before.moment);
    EXPECT_EQ(after->focus, before.focus);
    EXPECT_EQ(after->breakpoints, before.breakpoints);
    EXPECT_EQ(after->bookmarks, before.bookmarks);
    EXPECT_EQ(after->arrangement, before.arrangement);
    EXPECT_THAT(changedFiles(*after, file), IsEmpty());
}

TEST(SessionDocument, MovesTogetherWithItsFiles) {
    const testing::TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "here");
    std::ofstream(folder.path() / "here" / "trees.ptb") << "(3 (2 a) (2 b))\n";
    ASSERT_TRUE(saveSession(madeUp(folder.path() / "here" / "trees.ptb"), folder.path() / "here" / "mine.batchscope"));
    std::filesystem::rename(folder.path() / "here", folder.path() / "there");
    const Result<SavedSession> after = readSession(folder.path() / "there" / "mine.batchscope");
    ASSERT_TRUE(after);
    EXPECT_THAT(after->config.files, ElementsAre((folder.path() / "there" / "trees.ptb").string()));
    EXPECT_THAT(changedFiles(*after, folder.path() / "there" / "mine.batchscope"), IsEmpty());
}

TEST(SessionDocument, ToldIsWhichFilesHaveChanged) {
    const testing::TemporaryFolder folder;
    const std::string trees = folder.write("trees.ptb", "(3 (2 a) (2 b))\n");
    const std::string file = folder.path() / "mine.batchscope";
    ASSERT_TRUE(saveSession(madeUp(trees), file));
    std::filesystem::last_write_time(trees, std::filesystem::last_write_time(file) + std::chrono::seconds(1));
    EXPECT_THAT(changedFiles(*readSession(file), file), ElementsAre(trees));
    std::filesystem::remove(trees);
    EXPECT_THAT(changedFiles(*readSession(file), file), ElementsAre(trees));
}

TEST(SessionDocument, AKeyThatIsMissingHasItsUsualValue) {
    const auto session =
        parseSession(R"({"format":"batchscope-session","version":2,"files":[{"path":"/a.ptb"}]})", "s.batchscope");
    ASSERT_TRUE(session) << session.error().text();
    EXPECT_THAT(session->config.files, ElementsAre("/a.ptb"));
    EXPECT_EQ(session->config.policy, SessionConfig().policy);
    EXPECT_FALSE(session->focus.node.valid());
}

TEST(SessionDocument, WhatIsWrongIsNamed) {
    const auto faultOf = [](std::string_view text) {
        const auto session = parseSession(text, "s.batchscope");
        return session ? std::string() : session.error().text();
    };
    const std::string begin = R"({"format":"batchscope-session","version":2,"files":[])";
    EXPECT_THAT(faultOf("{"), HasSubstr("s.batchscope: error: this is not JSON"));
    EXPECT_THAT(faultOf("[]"), HasSubstr("not a session"));
    EXPECT_THAT(faultOf(R"({"format":"batchscope-session","version":99,"files":[]})"), HasSubstr("version 99"));
    EXPECT_THAT(faultOf(R"({"format":"batchscope-session","version":1,"files":[]})"), HasSubstr("version 1"));
    EXPECT_THAT(faultOf(R"({"format":"batchscope-session","version":2})"), HasSubstr("files"));
    EXPECT_THAT(faultOf(begin + R"(,"choices":{"policy":"fastest"}})"), HasSubstr("\"policy\""));
    EXPECT_THAT(faultOf(begin + R"(,"choices":{"merge":3}})"), HasSubstr("\"merge\""));
    EXPECT_THAT(faultOf(begin + R"(,"trees":"9:2"})"), HasSubstr("trees"));
    EXPECT_THAT(faultOf(begin + R"(,"moment":"late"})"), HasSubstr("moment"));
    EXPECT_THAT(faultOf(begin + R"(,"selected":{"node":-1}})"), HasSubstr("node"));
    EXPECT_THAT(faultOf(begin + R"(,"breakpoints":[3]})"), HasSubstr("breakpoints"));
    EXPECT_THAT(faultOf(begin + R"(,"bookmarks":[{"of":"leaf","op":"leaf"}]})"), HasSubstr("bookmarks"));
    EXPECT_THAT(faultOf(begin + R"(,"bookmarks":[{"of":"node"}]})"), HasSubstr("bookmarks"));
}

} // namespace
} // namespace batchscope
