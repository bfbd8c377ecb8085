// SPDX-License-Identifier: GPL-3.0-or-later
//
// Updates in words.
#include "core/session/execution_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

TEST(UpdatesText, BlamesFoldingOnlyWhereGradientsDiffer) {
    GradientReport gradients;
    gradients.parameters.equal = true;
    gradients.values.equal = true;
    gradients.parameters.maxAbsError = 3e-8;
    EXPECT_THAT(updatesText({8, 4}, gradients), HasSubstr("Folding is not the cause: its gradients equal those of "
                                                          "regular (largest difference 3e-08)."));
    gradients.parameters.equal = false;
    EXPECT_THAT(updatesText({8, 4}, gradients), HasSubstr("in this run folding changes gradients"));
    gradients.foldedLoss = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(updatesText({8, 4}, gradients), HasSubstr("cannot be told: numbers are not finite"));
}

} // namespace
} // namespace batchscope
