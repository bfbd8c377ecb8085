// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_choice.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

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
