// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_choice.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

TEST(ChoiceChange, NamesWhatWasChosen) {
    const SessionConfig before;
    const auto text = [&before](auto change) {
        SessionConfig after = before;
        change(after);
        return choiceChangeText(before, after);
    };
    EXPECT_EQ(text([](SessionConfig&) {}), "");
    EXPECT_EQ(text([](SessionConfig& config) { config.files = {"a.ptb"}; }), "Files");
    EXPECT_EQ(text([](SessionConfig& config) { config.graph.dim = 7; }), "Dim");
    EXPECT_EQ(text([](SessionConfig& config) { config.seed = 7; }), "Seed");
    EXPECT_EQ(text([](SessionConfig& config) { config.graph.trees.end = 7; }), "Trees");
    EXPECT_EQ(text([](SessionConfig& config) { config.policy = "agenda"; }), "Policy: Lowest mean level");
    EXPECT_EQ(text([](SessionConfig& config) { config.graph.merge = Merge::Leaves; }), "Merge equal calls: leaves");
    EXPECT_EQ(text([](SessionConfig& config) { config.run.timing = Timing::Off; }), "Measure speed-up: off");
    EXPECT_EQ(text([](SessionConfig& config) {
                  config.policy = "agenda";
                  config.graph.dim = 7;
              }),
              "several choices");
}

TEST(ChoiceChange, TheWindowItselfIsNoChoice) {
    SessionConfig before;
    SessionConfig after = before;
    after.aspect = 2.5F;
    after.threads = 7;
    EXPECT_TRUE(sameChoices(before, after));
    before.policy = "agenda";
    EXPECT_FALSE(sameChoices(before, after));
    const SessionConfig mixed = withChoicesOf(before, after);
    EXPECT_EQ(mixed.policy, "agenda");
    EXPECT_EQ(mixed.threads, 7);
}

} // namespace
} // namespace batchscope
