// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench_context.h"

#include "core/trace/speed_report.h"
#include "core/trace/speed_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace batchscope {
namespace {

TEST(Yardstick, KeepsItsBestTime) {
    Yardstick yardstick;
    double least = yardstick.measure();
    EXPECT_GT(least, 0.0);
    for (int time = 0; time < 20; ++time) {
        least = std::min(least, yardstick.measure());
        EXPECT_DOUBLE_EQ(yardstick.best(), least);
    }
}

TEST(Yardstick, ASlowMachineIsBusyForAReasonOfItsOwn) {
    MachineLoad load{.processors = 2, .threads = 1};
    EXPECT_FALSE(isMachineBusy(load));
    load.slowdown = 1.25;
    EXPECT_TRUE(isMachineBusy(load));
    EXPECT_THAT(busyText(load), ::testing::HasSubstr("80% of its best speed"));
    load.others = 1.9; // a reason that can be helped comes first
    EXPECT_THAT(busyText(load), ::testing::HasSubstr("other processes"));
}

} // namespace
} // namespace batchscope
