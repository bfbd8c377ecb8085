// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/executor.h"
#include "core/nets/net.h"
#include "core/schedule/policy.h"
#include "core/story/cursor.h"
#include "core/story/pseudo_code.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace batchscope {
namespace {

constexpr double kMoment = 0.02; // finer than the shortest stage

struct Story {
    OpGraph graph;
    Schedule schedule;
    BatchViews views;
    Storyboard board;
    PseudoCode code;

    Story(const char* net, const char* policy, std::string_view trees)
        : graph(testing::graphOf(testing::bankOf(trees), {.model = net, .dim = 8})),
          schedule(testing::scheduleOf(graph, policy)),
          views(plannedViews(graph, schedule, InterpreterOptions(), Work::Inference)),
          board(testing::storyOf(graph, schedule)), code(pseudoCode(schedule)) {}

    [[nodiscard]] CodePart partAt(double t) const { return codePartAt(schedule, views, board, t); }
    [[nodiscard]] std::optional<double> next(CodePart part, double t) const {
        return nextTimeOf(part, schedule, views, board, t);
    }
    [[nodiscard]] std::vector<std::string> notesAt(double t) const {
        return codeNotes(code, graph, schedule, views, batchAt(board, t));
    }
    [[nodiscard]] std::string noteOf(CodePart part, double t) const { return notesAt(t)[*code.lineOf(part)]; }
};

constexpr std::string_view kSmallTree = "(1 (2 a) (0 (1 b) (1 c)))\n";

class EveryPolicy : public ::testing::TestWithParam<const Policy*> {};

TEST_P(EveryPolicy, HasExactlyOneRunningLineAtEachMoment) {
    for (const char* net : {"tree-lstm", "bilstm-char-tagger", "transition-parser", "child-sum-tree-lstm"}) {
        const Policy& policy = *GetParam();
        const OpGraph probe = testing::graphOf(testing::bankOf(kSmallTree), {.model = net, .dim = 8});
        if (!policy.accepts(probe)) {
            continue;
        }
        const Story story(net, policy.name(), kSmallTree);
        EXPECT_GE(story.code.lines.size(), 10U);
        EXPECT_LE(story.code.lines.size(), 18U);
        std::vector<CodePart> forward;
        std::set<CodePart> seen;
        for (double t = 0.0; t <= story.board.end(); t += kMoment) {
            const CodePart part = story.partAt(t);
            const auto lines =
                std::count_if(story.code.lines.begin(), story.code.lines.end(), [&](const CodeLine& line) {
                    return std::find(line.parts.begin(), line.parts.end(), part) != line.parts.end();
                });
            ASSERT_EQ(lines, 1) << net << " at " << t;
            forward.push_back(part);
            seen.insert(part);
        }
        EXPECT_EQ(seen.count(CodePart::Read), story.schedule.syncPoints.empty() ? 0U : 1U) << net;
        for (const CodePart always : {CodePart::Record, CodePart::Sign, CodePart::Level, CodePart::Choose,
                                      CodePart::Stack, CodePart::Run, CodePart::Return}) {
            EXPECT_TRUE(seen.contains(always)) << net;
        }
        std::vector<CodePart> backward;
        for (std::size_t step = forward.size(); step-- > 0;) { // the same, the other way round
            backward.push_back(story.partAt(static_cast<double>(step) * kMoment));
        }
        std::reverse(backward.begin(), backward.end());
        EXPECT_EQ(forward, backward);
    }
}

TEST_P(EveryPolicy, SaysHowItChooses) {
    std::set<std::string> others;
    const Story story("tree-lstm", GetParam()->name(), "(1 (2 a) (0 b))");
    const CodeLine& line = story.code.lines[*story.code.lineOf(CodePart::Choose)];
    EXPECT_NE(line.text, "batch = choose(ready)") << "core/story/pseudo_code.cpp does not know this policy";
    EXPECT_FALSE(line.tip.empty());
}

TEST_P(EveryPolicy, GoesToEachLinesNextMoment) {
    const Story story("tree-lstm", GetParam()->name(), "(1 (2 a) (0 b))");
    for (const CodeLine& line : story.code.lines) {
        for (double t = 0.0; t <= story.board.end(); t += 0.13) {
            const std::optional<double> time = story.next(line.goesTo, t);
            if (!time) { // nothing is viewed, or nothing is gathered, in a tree this small
                EXPECT_TRUE(line.goesTo == CodePart::View || line.goesTo == CodePart::Gather) << line.text;
                continue;
            }
            EXPECT_EQ(story.partAt(*time), line.goesTo) << line.text;
            for (double between = t + kMoment; between < *time - 1.0; between += kMoment) {
                EXPECT_NE(story.partAt(between), line.goesTo) << line.text << " is done at " << between;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Policies, EveryPolicy, ::testing::ValuesIn(policies().begin(), policies().end()),
                         [](const ::testing::TestParamInfo<const Policy*>& policy) {
                             std::string name = policy.param->name();
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(PseudoCode, StepsThroughABatchByItsLines) {
    const Story story("tree-lstm", "depth", testing::kTwoTrees);
    std::vector<CodePart> parts;
    double t = static_cast<double>(story.board.stopAfter(BatchId(1))) - 1.0; // the second batch begins
    for (int stage = 0; stage < 4; ++stage) {
        t = nextStageEnd(story.board, t);
        parts.push_back(story.partAt(t));
    }
    EXPECT_EQ(parts, (std::vector<CodePart>{CodePart::Choose, CodePart::Stack, CodePart::Gather, CodePart::Run}));
    EXPECT_EQ(t, static_cast<double>(story.board.stopAfter(BatchId(1))));
}

TEST(PseudoCode, GathersAreCountedWithTheirBytes) {
    const Story story("tree-lstm", "agenda", "(1 (2 (1 a) (1 b)) (0 c))\n(1 (2 a) (2 (0 b) (1 d)))\n");
    std::size_t gathers = 0;
    for (std::size_t batch = 0; batch < story.schedule.batchCount(); ++batch) {
        const auto stop = static_cast<double>(story.board.stopAfter(BatchId(batch)));
        const std::size_t bytes = story.views.of(BatchId(batch))->bytesCopied;
        const std::string note = story.noteOf(CodePart::Gather, stop);
        EXPECT_EQ(note.empty(), bytes == 0);
        const double gathering = stop - 1.0 + Storyboard::kGathered;
        EXPECT_EQ(story.partAt(gathering), bytes == 0 ? CodePart::View : CodePart::Gather);
        gathers += bytes == 0 ? 0 : 1;
    }
    EXPECT_GT(gathers, 0U);
}

TEST(PseudoCode, ReadingComesBeforeChoosing) {
    const Story story("transition-parser", "depth", "(1 (2 a) (0 (1 b) (1 c)))");
    ASSERT_FALSE(story.schedule.syncPoints.empty());
    const BatchId batch = story.schedule.syncPoints.front();
    const double begin = static_cast<double>(story.board.stopAfter(batch)) - 1.0;
    EXPECT_EQ(story.partAt(begin + Storyboard::kGrouped * 0.4), CodePart::Read);
    EXPECT_EQ(story.partAt(begin + Storyboard::kGrouped * 0.9), CodePart::Choose);
    const std::optional<double> read = story.next(CodePart::Read, 0.0);
    ASSERT_TRUE(read);
    EXPECT_EQ(batchAt(story.board, *read), batch);
    EXPECT_EQ(story.noteOf(CodePart::Read, *read).find("read 1 of "), 0U);
}

} // namespace
} // namespace batchscope
