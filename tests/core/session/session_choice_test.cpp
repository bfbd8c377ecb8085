// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of the session's choices: every row is whole, and says truly what has to be done again.
#include "core/session/session_choice.h"

#include "core/trace/speed_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

TEST(SessionChoiceTest, EveryRowIsWhole) {
    std::set<std::string> ids;
    std::set<std::string> options;
    for (const SessionChoice& choice : sessionChoices()) {
        EXPECT_TRUE(ids.insert(choice.id).second) << choice.id;
        EXPECT_TRUE(choice.option.empty() || options.insert(choice.option).second) << choice.option;
        EXPECT_EQ(choice.option.empty(), choice.help.empty()) << choice.id;
        EXPECT_TRUE(choice.option.empty() || choice.option.starts_with("--")) << choice.option;
        EXPECT_FALSE(choice.title.empty() || choice.tip.empty() || choice.brief.empty()) << choice.id;
        EXPECT_EQ(choice.names.size(), choice.tips.size()) << choice.id;
        EXPECT_EQ(choice.needs.format == nullptr, choice.needs.formatLacks.empty()) << choice.id;
        EXPECT_EQ(choice.needs.net == nullptr, choice.needs.netReason.empty()) << choice.id;
        EXPECT_NE(std::find(choice.names.begin(), choice.names.end(), defaultOf(choice)), choice.names.end())
            << choice.id;
    }
}

TEST(SessionChoiceTest, EveryNameIsTakenAndShown) {
    for (const SessionChoice& choice : sessionChoices()) {
        for (const std::string& name : choice.names) {
            SessionConfig config;
            ASSERT_TRUE(choice.apply(config, name).hasValue()) << choice.id << " " << name;
            EXPECT_EQ(choice.present(config), name) << choice.id;
        }
        SessionConfig config;
        const Status wrong = choice.apply(config, "no such name");
        ASSERT_FALSE(wrong.hasValue()) << choice.id;
        EXPECT_EQ(wrong.error().code, ErrorCode::Config);
        EXPECT_THAT(wrong.error().message, HasSubstr(choice.names.back())) << choice.id;
        EXPECT_EQ(config, SessionConfig()) << choice.id << ": a wrong name changes nothing";
    }
}

TEST(SessionChoiceTest, AChangeBeginsAtTheStageOfItsRow) {
    const SessionConfig base;
    for (const SessionChoice& choice : sessionChoices()) {
        for (const std::string& name : choice.names) {
            SessionConfig config;
            ASSERT_TRUE(choice.apply(config, name).hasValue());
            const Stage expected = config == base ? Stage::None : choice.redoes;
            EXPECT_EQ(firstDirtyStage(base, config), expected) << choice.id << " " << name;
        }
    }
}

} // namespace
} // namespace batchscope
