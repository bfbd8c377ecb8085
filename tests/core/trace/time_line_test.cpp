// SPDX-License-Identifier: GPL-3.0-or-later
//
// Spans of a run, and times that are medians of several runs.
#include "core/trace/time_line.h"
#include "core/trace/trace.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

using std::chrono::nanoseconds;

Trace traceOf(std::vector<std::pair<int, int>> computes) {
    Trace trace;
    for (std::size_t batch = 0; batch < computes.size(); ++batch) {
        trace.events.push_back(
            {BatchId(batch), Phase::Compute, nanoseconds(computes[batch].first), nanoseconds(computes[batch].second)});
    }
    return trace;
}

TEST(TimeSpans, StagesWithoutEventsStandNextToThoseWithSome) {
    Trace trace = traceOf({{10, 100}, {120, 50}});
    trace.startDuration = nanoseconds(10);
    PhaseSeconds seconds;
    seconds.build = 1e-6;
    seconds.plan = 2e-6;
    seconds.readout = 5e-7;
    const std::vector<TimeSpan> spans = timeSpans(trace, seconds);
    ASSERT_EQ(spans.size(), 6U);
    EXPECT_EQ(spans[0].kind, SpanKind::Build);
    EXPECT_EQ(spans[1].kind, SpanKind::Plan); // scheduling took no time
    EXPECT_EQ(spans[1].start, nanoseconds(1000));
    EXPECT_EQ(spans[2].kind, SpanKind::Start);
    EXPECT_EQ(spans[3].start, nanoseconds(3010));
    EXPECT_EQ(spans[4].batch, BatchId(std::size_t{1}));
    EXPECT_EQ(spans[5].kind, SpanKind::ReadOut);
    EXPECT_EQ(spans[5].start, spans[4].end());
    EXPECT_EQ(lastEnd(spans), nanoseconds(3670));
    EXPECT_EQ(lastEnd({}), nanoseconds(0));
}

TEST(TimeSpans, TheBackwardPassFollowsAllElse) {
    Trace trace = traceOf({{0, 100}});
    trace.backward = {{BatchId(std::size_t{0}), Phase::Compute, nanoseconds(5), nanoseconds(70)}};
    trace.weightGradients = {{}, Phase::Compute, nanoseconds(75), nanoseconds(30)};
    const std::vector<TimeSpan> spans = timeSpans(trace, {});
    ASSERT_EQ(spans.size(), 3U);
    EXPECT_EQ(spans[1].kind, SpanKind::Backward);
    EXPECT_EQ(spans[1].start, nanoseconds(105));
    EXPECT_EQ(spans[2].kind, SpanKind::WeightGradients);
    EXPECT_EQ(lastEnd(spans), nanoseconds(205));
}

TEST(MedianTrace, OneInterruptionDecidesNothing) {
    const Trace shown = traceOf({{0, 9000}, {9010, 50}}); // the first batch was interrupted
    const std::vector<Trace> others = {traceOf({{0, 100}, {110, 60}}), traceOf({{0, 120}, {130, 40}})};
    const Trace median = withMedianTimes(shown, others);
    EXPECT_EQ(median.runs, 3U);
    EXPECT_EQ(median.events[0].duration, nanoseconds(120));
    EXPECT_EQ(median.events[1].duration, nanoseconds(50));
    EXPECT_EQ(median.events[1].start, nanoseconds(130));
}

TEST(MedianTrace, RunsThatDidSomethingElseAreNotMixed) {
    const Trace shown = traceOf({{0, 9000}});
    const std::vector<Trace> others = {traceOf({{0, 100}, {110, 60}})};
    EXPECT_EQ(withMedianTimes(shown, others).runs, 1U);
    EXPECT_EQ(withMedianTimes(shown, {}).events[0].duration, nanoseconds(9000));
}

} // namespace
} // namespace batchscope
