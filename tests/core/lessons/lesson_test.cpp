// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lessons/lesson.h"

#include "core/formats/read_treebank.h"
#include "core/lessons/lesson_check.h"
#include "core/lessons/lesson_figures.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

/// A lesson of one beat with this question; nothing for an empty one.
std::string lessonWith(const std::string& ask, const std::string& text = "Look.") {
    return R"({"title": "T", "summary": "S", "minutes": 3, "beats": [{"title": "B", "text": [")" + text +
           R"("], "state": [{"command": "seek", "stop": 1}])" + (ask.empty() ? "" : ", \"ask\": " + ask) + "}]}";
}

std::string faultOf(const std::string& text) {
    const Result<Lesson> lesson = readLesson(text, "x.json", "x");
    return lesson ? "" : lesson.error().text();
}

LessonAsk askOf(const std::string& ask) {
    const Result<Lesson> lesson = readLesson(lessonWith(ask), "x.json", "x");
    EXPECT_TRUE(lesson.hasValue()) << (lesson ? "" : lesson.error().text());
    return lesson ? lesson->beats.front().ask : LessonAsk();
}

TEST(Lesson, ReadsBeats) {
    const Result<Lesson> lesson = readLesson(lessonWith(""), "x.json", "07-x");
    ASSERT_TRUE(lesson.hasValue()) << lesson.error().text();
    EXPECT_EQ(lesson->id, "07-x");
    EXPECT_EQ(lesson->minutes, 3U);
    ASSERT_EQ(lesson->beats.size(), 1U);
    EXPECT_EQ(lesson->beats[0].ask.kind, AskKind::None);
    ASSERT_EQ(lesson->beats[0].state.size(), 1U);
    EXPECT_EQ(lesson->beats[0].state[0].id, "seek");
    EXPECT_EQ(lesson->beats[0].state[0].arguments, R"({"stop":1})");
}

TEST(Lesson, SaysWhereAFileIsWrong) {
    EXPECT_THAT(faultOf("{"), HasSubstr("x.json:1:"));
    EXPECT_THAT(faultOf(R"({"title": "T", "summary": "S", "minutes": 3, "beats": []})"),
                HasSubstr("at least one beat"));
    EXPECT_THAT(faultOf(R"({"title": "T"})"), HasSubstr("summary"));
    EXPECT_THAT(faultOf(lessonWith(R"({"kind": "guess"})")), HasSubstr("'number'"));
    EXPECT_THAT(faultOf(lessonWith(R"({"kind": "number", "figure": "moons"})")), HasSubstr("unknown figure 'moons'"));
    EXPECT_THAT(faultOf(lessonWith(R"({"kind": "number", "figure": "batches:none"})")), HasSubstr("none"));
    EXPECT_THAT(faultOf(lessonWith(R"({"kind": "pair", "a": "op:leaf"})")), HasSubstr("'b'"));
    EXPECT_THAT(faultOf(lessonWith(R"({"kind": "select", "nodes": "level:many"})")), HasSubstr("many"));
    EXPECT_THAT(faultOf(lessonWith(R"({"kind": "choice", "options": [{"text": "A"}, {"text": "B"}]})")),
                HasSubstr("exactly one"));
    EXPECT_THAT(faultOf(lessonWith(R"({"kind": "do", "goal": "win"})")), HasSubstr("'steps'"));
    EXPECT_THAT(faultOf(lessonWith(R"({"kind": "slide", "positions": []})")), HasSubstr("two positions"));
    EXPECT_THAT(faultOf(lessonWith("", "There are {moons}.")), HasSubstr("unknown figure 'moons'"));
    EXPECT_THAT(faultOf(lessonWith("", "There are {nodes")), HasSubstr("close it"));
    EXPECT_THAT(faultOf(R"({"title": "T", "summary": "S", "minutes": 3, "beats": [], "color": "red"})"),
                HasSubstr("color"));
}

Snapshot snapshotOf(std::string_view trees) {
    Snapshot snapshot;
    snapshot.treebank = std::make_shared<const Treebank>(*readTreebankText(trees, "test", {}));
    snapshot.graph = std::make_shared<const OpGraph>(*buildGraph(*snapshot.treebank, {}, {}));
    snapshot.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*snapshot.graph, "depth"));
    snapshot.metrics = std::make_shared<const ScheduleMetrics>(
        metricsOf(*snapshot.graph, *snapshot.schedule, makePlan(*snapshot.graph, *snapshot.schedule)));
    return snapshot;
}

class OnTrees : public ::testing::Test {
protected:
    Snapshot m_snapshot = snapshotOf("(2 (2 a) (2 b))\n(2 (2 (2 a) (2 c)) (2 b))\n");
};

TEST_F(OnTrees, FiguresAreTold) {
    EXPECT_EQ(*lessonFigure(m_snapshot, "trees"), 2U);
    EXPECT_EQ(*lessonFigure(m_snapshot, "nodes"), m_snapshot.graph->size());
    EXPECT_EQ(*lessonFigure(m_snapshot, "batches"), m_snapshot.schedule->batchCount());
    EXPECT_EQ(*lessonFigure(m_snapshot, "batches:regular"), m_snapshot.graph->size());
    EXPECT_EQ(*lessonFigure(m_snapshot, "count:op:leaf"), 5U);
    EXPECT_EQ(*lessonFigure(m_snapshot, "count:word:a"), 2U);
    EXPECT_FALSE(lessonFigure(m_snapshot, "speed-up").hasValue()); // texts only
    EXPECT_EQ(filledIn("{count:op:leaf} words, {trees} trees.", m_snapshot), "5 words, 2 trees.");
    EXPECT_EQ(filledIn("{trees} of {nodes}", Snapshot()), "… of …");
    EXPECT_EQ(filledIn("{speed-up}", m_snapshot), "not measured yet");
}

TEST_F(OnTrees, ARunThatComputesSomethingElseHasNoSpeedUp) {
    RunReport report;
    report.speed.emplace().runsDiffer = true;
    m_snapshot.report = std::make_shared<const RunReport>(report);
    EXPECT_EQ(filledIn("{speed-up}", m_snapshot),
              "not stated: the folded run computes something else than the regular one");
}

TEST_F(OnTrees, TheEngineJudges) {
    const LessonAsk number = askOf(R"({"kind": "number", "figure": "count:op:leaf", "why": "W {trees}."})");
    LessonAnswer answer;
    answer.number = 5;
    EXPECT_EQ(judge(m_snapshot, number, answer)->text, "Right: 5.\nW 2.");
    answer.number = 4;
    EXPECT_FALSE(judge(m_snapshot, number, answer)->isRight);
    EXPECT_EQ(judge(m_snapshot, number, answer)->text, "Not 4: it is 5.\nW 2.");
    EXPECT_FALSE(judge(Snapshot(), number, answer).hasValue());
}

TEST_F(OnTrees, PairsFollowTheRulesNotThePolicy) {
    const auto may = [this](const std::string& a, const std::string& b) {
        return rightAnswer(m_snapshot, askOf(R"({"kind": "pair", "a": ")" + a + R"(", "b": ")" + b + "\"}"))->yes;
    };
    EXPECT_TRUE(may("word:a tree:0", "word:c"));
    EXPECT_FALSE(may("word:a tree:0", "op:logits tree:0"));
    EXPECT_FALSE(may("op:children tree:1 level:1", "op:children tree:1 level:2")); // one needs the other
    EXPECT_TRUE(may("op:children tree:0", "op:children tree:1 level:2"));          // other levels, but free
    const LessonAsk none = askOf(R"({"kind": "pair", "a": "word:zebra", "b": "word:a"})");
    EXPECT_THAT(judge(m_snapshot, none, {}).error().message, HasSubstr("zebra"));
}

TEST_F(OnTrees, ChoicesByFigureTakeAllThatAreEqual) {
    const LessonAsk ask = askOf(R"({"kind": "choice", "right": "fewest", "options": [
        {"text": "one", "figure": "batches:regular"}, {"text": "two", "figure": "batches:agenda"},
        {"text": "three", "figure": "batches:sufficient"}]})");
    const auto isRight = [&](std::size_t option) {
        LessonAnswer answer;
        answer.option = option;
        return judge(m_snapshot, ask, answer)->isRight;
    };
    EXPECT_FALSE(isRight(0));
    EXPECT_TRUE(isRight(1));
    EXPECT_TRUE(isRight(2)); // the same figure
    EXPECT_FALSE(isRight(7));
}

TEST_F(OnTrees, GoalsAreReached) {
    const LessonAsk steps = askOf(R"({"kind": "do", "goal": "steps", "count": 2})");
    EXPECT_FALSE(isReached(m_snapshot, steps, {1, false, false}));
    EXPECT_TRUE(isReached(m_snapshot, steps, {2, false, false}));
    const LessonAsk policy = askOf(R"({"kind": "do", "goal": "policy", "name": "agenda"})");
    EXPECT_FALSE(isReached(m_snapshot, policy, {}));
    EXPECT_TRUE(isReached(m_snapshot, askOf(R"({"kind": "do", "goal": "end"})"), {0, true, false}));
    EXPECT_TRUE(isReached(m_snapshot, askOf(R"({"kind": "do", "goal": "measured"})"), {0, false, true}));
    EXPECT_TRUE(isReached(m_snapshot, askOf(R"({"kind": "do", "goal": "batches", "count": 99})"), {}));
}

} // namespace
} // namespace batchscope
