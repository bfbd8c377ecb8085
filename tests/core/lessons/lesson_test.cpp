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

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

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
    ASSERT_EQ(lesson->beats[0].state.size(), 2U);
    EXPECT_EQ(lesson->beats[0].state[0].id, "seek");
    EXPECT_EQ(lesson->beats[0].state[0].arguments, R"({"stop":1})");
    EXPECT_EQ(lesson->beats[0].state[1].id, "fit");
    EXPECT_TRUE(isLecture(*lesson)) << "no trees of its own, and nothing asked";
}

std::string withTrees(const std::string& state) {
    return R"({"title": "T", "summary": "S", "minutes": 3, "file": "a.ptb", "beats": [{"title": "B", "text": ["x"])" +
           (state.empty() ? "" : ", \"state\": " + state) + "}]}";
}

TEST(Lesson, OpensItsTreesOnEveryPageThatOpensNone) {
    const auto idsOf = [](const std::string& state) {
        const Result<Lesson> lesson = readLesson(withTrees(state), "x.json", "x");
        EXPECT_TRUE(lesson.hasValue()) << (lesson ? "" : lesson.error().text());
        std::string ids;
        for (const LessonCommand& command : lesson->beats.front().state) {
            ids += command.id + command.arguments + ' ';
        }
        return ids;
    };
    EXPECT_EQ(idsOf(""), R"(open{"file":"a.ptb"} first{} fit{} )");
    EXPECT_EQ(idsOf(R"([{"command": "open", "file": "b.ptb"}])"), R"(open{"file":"b.ptb"} fit{} )");
    EXPECT_FALSE(isLecture(*readLesson(withTrees(""), "x.json", "x")));
}

TEST(Lesson, RunsNoCommandThatWritesOrLeavesItsFolder) {
    const auto fault = [](const std::string& state) { return faultOf(withTrees(state)); };
    EXPECT_THAT(fault(R"([{"command": "quit"}])"), HasSubstr("x.json:1:"));
    EXPECT_THAT(fault(R"([{"command": "screenshot", "path": "/tmp/x.png"}])"), HasSubstr("screenshot"));
    EXPECT_THAT(fault(R"([{"command": "open", "file": "../secret.ptb"}])"), HasSubstr("../secret.ptb"));
    EXPECT_THAT(fault(R"([{"command": "open", "path": "/etc/passwd"}])"), HasSubstr("path"));
    EXPECT_THAT(fault(R"([{"command": "model", "name": "evil.pt"}])"), HasSubstr("evil.pt"));
    EXPECT_THAT(fault(R"([{"command": "policy", "name": "fastest"}])"), HasSubstr("fastest"));
    EXPECT_THAT(fault(R"([{"command": "seek"}])"), HasSubstr("stop"));
    EXPECT_THAT(fault(R"([{"command": "open", "file": "."}])"), HasSubstr("'.'"));
    EXPECT_THAT(fault(R"([{"command": "open", "model": "tree-rnn"}])"), HasSubstr("file"));
    EXPECT_THAT(fault(R"([{"command": "trees", "end": 3}])"), HasSubstr("begin"));
    EXPECT_THAT(fault(R"([{"command": "trees", "begin": 3, "end": 3}])"), HasSubstr("no trees"));
    for (const char* const number : {"-1", "1.5", "1e300"}) {
        EXPECT_NE(fault(std::string(R"([{"command": "seek", "batch": )") + number + "}]"), "") << number;
    }
    EXPECT_NE(fault(R"([{"command": "seek", "time": 1e300}])"), "");
    EXPECT_NE(fault(R"([{"command": "dim", "value": 0}])"), "");
    EXPECT_THAT(fault(R"([{"command": "step-view", "name": "sideways"}])"), HasSubstr("close-up"));
    EXPECT_EQ(fault(R"([{"command": "step-view", "name": "full"}])"), "");
    EXPECT_EQ(fault(R"([{"command": "policy", "name": "agenda"}, {"command": "seek", "time": 3.9}])"), "");
    EXPECT_THAT(readLesson(withTrees(""), "x.json", "x", "/nowhere").error().message, HasSubstr("a.ptb"));
}

TEST(Lesson, FillsInWhatWasRecordedElsewhere) {
    const Result<Lesson> lesson = readLesson(
        R"({"title": "T", "summary": "S", "minutes": 3,
            "recorded": {"machine": "a mill", "date": "1842-01-01", "figures": {"cards": "3.5×"}},
            "beats": [{"title": "B", "text": ["Elsewhere {recorded:cards}."]}]})",
        "x.json", "x");
    ASSERT_TRUE(lesson.hasValue()) << lesson.error().text();
    EXPECT_EQ(lesson->beats[0].text[0], "Elsewhere 3.5× (recorded on a mill, 1842-01-01).");
    EXPECT_THAT(faultOf(lessonWith("", "Elsewhere {recorded:cards}.")), HasSubstr("recorded:cards"));
    EXPECT_THAT(faultOf(R"({"title": "T", "summary": "S", "minutes": 3,
                            "recorded": {"machine": "a mill", "date": "1842", "figures": {"a": "{recorded:a}"}},
                            "beats": [{"title": "B", "text": ["{recorded:a}"]}]})"),
                HasSubstr("'{'"));
}

TEST(LessonAnswers, KeepTheFirstAnswerAndCountTheTries) {
    LessonAnswers answers;
    const auto give = [&answers](const std::string& answer, bool isRight, std::size_t batches = 0) {
        LessonAnswered given;
        given.date = "2026-01-01";
        given.lesson = batches == 0 ? "L" : "G";
        given.page = 2;
        given.question = "How many, \"exactly\"?";
        given.answer = answer;
        given.isRight = isRight;
        given.batches = batches;
        given.bound = batches == 0 ? 0 : 5;
        noteAnswer(answers, given);
    };
    give("3", false);
    give("4", true);
    give("5", false); // after it was solved, nothing counts
    give("7", false, 7);
    give("5", true, 5);
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0].answer, "3");
    EXPECT_FALSE(answers[0].isRight);
    EXPECT_TRUE(answers[0].isSolved);
    EXPECT_EQ(answers[0].tries, 2U);
    EXPECT_EQ(answers[1].batches, 5U);
    EXPECT_EQ(readSavedAnswers(savedAnswers(answers)), answers);
    EXPECT_TRUE(readSavedAnswers("[[1, 2").empty());
    EXPECT_TRUE(readSavedAnswers("[[1, 2]]").empty());
    EXPECT_EQ(answersCsv("Ada, A.", answers),
              "name,date,lesson,page,title,question,answer,right,tries,solved,batches,bound\n"
              "\"Ada, A.\",2026-01-01,L,2,,\"How many, \"\"exactly\"\"?\",3,no,2,yes,,\n"
              "\"Ada, A.\",2026-01-01,G,2,,\"How many, \"\"exactly\"\"?\",7,no,2,yes,5,5\n");
}

TEST(LessonAnswers, ATestEndsWithAResult) {
    const std::string ask = R"("question": "?", "options": [{"text": "A", "right": true}, {"text": "B"}])";
    const auto asked = [&ask](const std::string& repeat) {
        return R"({"title": "B", "text": ["b"], "ask": {"kind": "choice", )" + ask + R"(, "repeat": ")" + repeat +
               "\"}}, ";
    };
    const Result<Lesson> lesson =
        readLesson(R"({"title": "T", "summary": "S", "minutes": 3, "beats": [)" + asked("sums") + asked("sums") +
                       asked("chains") + R"({"title": "End", "text": ["b"], "result": true}]})",
                   "x.json", "x");
    ASSERT_TRUE(lesson.hasValue()) << lesson.error().text();
    EXPECT_TRUE(lesson->beats.back().isResult);
    const std::vector<std::string> skipped = resultOf(*lesson, {{2, true}});
    ASSERT_EQ(skipped.size(), 2U);
    EXPECT_THAT(skipped[0], HasSubstr("1 of 3"));
    EXPECT_THAT(skipped[1], AllOf(HasSubstr("sums"), Not(HasSubstr("sums; sums")), Not(HasSubstr("chains"))));
    const std::vector<std::string> best = resultOf(*lesson, {{0, true}, {1, true}, {2, true}});
    ASSERT_EQ(best.size(), 1U) << "nothing to repeat";
    EXPECT_THAT(best[0], HasSubstr("3 of 3"));
    EXPECT_THAT(resultOf(*lesson, {{0, true}, {1, true}, {2, false}}).at(1), HasSubstr("chains"));
}

TEST(Lesson, CodeStaysAsItIs) {
    const Result<Lesson> lesson = readLesson(R"({"title": "T", "summary": "S", "minutes": 3, "beats":
        [{"title": "B", "text": ["b"], "code": ["{a} [b](c) **d**", "", "  e"]}]})",
                                             "x.json", "x");
    ASSERT_TRUE(lesson.hasValue()) << lesson.error().text();
    EXPECT_EQ(lesson->beats[0].code, "{a} [b](c) **d**\n\n  e\n");
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
    EXPECT_THAT(faultOf(lessonWith("", "Look at [them](level:many).")), HasSubstr("many"));
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
    EXPECT_EQ(*lessonFigure(m_snapshot, "words"), 5U);
    EXPECT_EQ(*lessonFigure(m_snapshot, "longest"), 3U);
    EXPECT_EQ(*lessonFigure(m_snapshot, "padded"), 6U);
    EXPECT_EQ(*lessonFigure(m_snapshot, "padding"), 1U);
    EXPECT_EQ(*lessonFigure(m_snapshot, "level:op:logits tree:1"), 3U);
    EXPECT_FALSE(lessonFigure(m_snapshot, "level:word:zebra").hasValue());
    EXPECT_EQ(*lessonFigure(m_snapshot, "batches-with:op:logits"), 2U);
    EXPECT_EQ(*lessonFigure(m_snapshot, "rows:op:logits"), 2U);
    EXPECT_EQ(*lessonAmount(m_snapshot, "17"), 17U);
    EXPECT_TRUE(checkTextOn(m_snapshot, "{trees} [words](word:a), {speed-up}").hasValue());
    EXPECT_FALSE(checkTextOn(m_snapshot, "[words](word:zebra)").hasValue());
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
    // Said with the words below the nodes, not with their numbers.
    const LessonAsk above =
        askOf(R"({"kind": "pair", "a": "op:children tree:1 level:1", "b": "op:children tree:1 level:2"})");
    EXPECT_THAT(judge(m_snapshot, above, {})->text, HasSubstr("“a c b” cannot begin before “a c” has a result."));
    const LessonAsk none = askOf(R"({"kind": "pair", "a": "word:zebra", "b": "word:a"})");
    EXPECT_THAT(judge(m_snapshot, none, {}).error().message, HasSubstr("zebra"));
}

TEST_F(OnTrees, OneChoiceIsRight) {
    const LessonAsk ask = askOf(R"({"kind": "choice", "options": [{"text": "one"}, {"text": "two", "right": true}]})");
    EXPECT_EQ(rightAnswer(m_snapshot, ask)->option, 1U);
    LessonAnswer answer;
    answer.option = 0;
    EXPECT_EQ(judge(m_snapshot, ask, answer)->text, "Not quite. The answer is: two.");
    answer.option = 1;
    EXPECT_TRUE(judge(m_snapshot, ask, answer)->isRight);
}

TEST_F(OnTrees, GoalsAreReached) {
    const LessonAsk steps = askOf(R"({"kind": "do", "goal": "steps", "count": 2})");
    EXPECT_FALSE(isReached(m_snapshot, steps, {1, false}));
    EXPECT_TRUE(isReached(m_snapshot, steps, {2, false}));
    const LessonAsk policy = askOf(R"({"kind": "do", "goal": "policy", "name": "agenda"})");
    EXPECT_FALSE(isReached(m_snapshot, policy, {}));
    EXPECT_TRUE(isReached(m_snapshot, askOf(R"({"kind": "do", "goal": "end"})"), {0, true}));
}

} // namespace
} // namespace batchscope
