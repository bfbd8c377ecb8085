// SPDX-License-Identifier: GPL-3.0-or-later
//
// Session and Playback with the real lanes and the real engine behind them.
#include "tests/support/named_test.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include "core/arrays/array_file.h"
#include "core/exchange/exported_values.h"
#include "core/exec/runner.h"
#include "tests/session/generated_file.h"
#include "tests/support/sessions.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace batchscope::session_test {

using testing::actWithin;
using testing::generatedFile;
using testing::setTiming;
using testing::UnmeasuredSession;
using testing::waitIdle;

class SessionTest : public QObject {
    Q_OBJECT

private slots: // NOLINT: QtTest finds its cases by this keyword; no Torch header is in sight
    void initTestCase();
    void opensAndPublishesEveryPart();
    void showsTheFirstTreesThatFit();
    void anotherPolicyKeepsTheGraph();
    void weightsOfAFileReplaceRandomOnes();
    void newestRequestWins();
    void cancelKeepsWhatWasPublished();
    void aFailedChoiceDoesNotSpoilTheNext();
    void aReloadIsNotForgottenByTheNextChoice();
    void closingWhileBusyReturns();
    void aLargeFileIsUsableWhileTheRestIsRead();
    void aFailedOpenDoesNotCostTheRest();
    void cancelKeepsTheTreesThatWereRead();
    void theGuiThreadKeepsTurning();
    void playbackSeeksStepsAndClamps();
    void quickStepsCountFromWhereTheGlideEnds();
    void everyChangeOfTheShownBatchIsTold();
    void reducedMotionShowsOnlyEndsOfStages();
    void aRaceDoesNotStop();
    void followingTurnsFromWhatStillRuns();
    void anotherScheduleKeepsTheSelectedNode();
    void twoSessionsNeverComputeAtTheSameTime();

private:
    QTemporaryDir m_folder;
    std::string m_small;
    std::string m_large;
    std::string m_huge; // more than is read at first
};

void SessionTest::initTestCase() {
    qRegisterMetaType<batchscope::Parts>();
    m_small = generatedFile(m_folder, QStringLiteral("small.ptb"), {.leaves = 6, .trees = 10});
    m_huge = generatedFile(m_folder, QStringLiteral("huge.ptb"), {.leaves = 40, .trees = 30'000});
    m_large = generatedFile(m_folder, QStringLiteral("large.ptb"), {.leaves = 60, .trees = 800});
}

void SessionTest::opensAndPublishesEveryPart() {
    Lanes lanes;
    Session session{lanes};
    QVERIFY(session.snapshot() != nullptr);
    const QSignalSpy changes(&session, &Session::snapshotChanged);
    session.open({m_small});
    QVERIFY(session.busy());
    QVERIFY(waitIdle(session));
    // Trees, schedule, passes, folded run, comparison, medians of its times, speed-up.
    QCOMPARE(changes.count(), 7);
    const Snapshot& snapshot = *session.snapshot();
    QCOMPARE(snapshot.treebank->trees.size(), std::size_t{10});
    QCOMPARE(snapshot.graph->trees, Session::kFirstTrees);
    QVERIFY(snapshot.report->equality->equal);
}

/// Of a file that is opened, the first trees that there is room for; other trees than these are not cut.
void SessionTest::showsTheFirstTreesThatFit() {
    UnmeasuredSession own;
    Session& session = own.session;
    session.fitFirstTrees(PictureRoom{1.0F, 1.0F});
    session.open({m_small});
    QVERIFY(waitIdle(session));
    QCOMPARE(session.snapshot()->graph->trees, std::size_t{1});
    QCOMPARE(session.config().graph.trees.end, std::size_t{1});
    SessionConfig config = session.config();
    config.graph.trees = {0, 5};
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QCOMPARE(session.snapshot()->graph->trees, std::size_t{5});
}

void SessionTest::anotherPolicyKeepsTheGraph() {
    UnmeasuredSession own;
    Session& session = own.session;
    session.open({m_small});
    QVERIFY(waitIdle(session));
    const auto before = session.snapshot();
    SessionConfig config = session.config();
    config.policy = "agenda";
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QCOMPARE(session.snapshot()->graph, before->graph);
    QVERIFY(session.snapshot()->schedule != before->schedule);
    QCOMPARE(session.snapshot()->schedule->policy, std::string("agenda"));
    session.setConfig(config);
    QVERIFY2(!session.busy(), "the same choice again is no request");
}

/// The weights of seed 7, from a file, give the values that seed 7 gives.
void SessionTest::weightsOfAFileReplaceRandomOnes() {
    UnmeasuredSession unmeasured;
    Session& session = unmeasured.session;
    session.open({m_small});
    QVERIFY(waitIdle(session));
    const auto first = session.snapshot();
    const Value asked = first->graph->outputs.front();
    const Parameters sevenths = *Parameters::create(first->graph->ops, 7, {});
    const ArmRun run = *runArm({*first->graph, **findPolicy("depth"), sevenths}, RunOptions(), Recording::Seconds, {});
    const std::string file = m_folder.filePath(QStringLiteral("sevenths.npz")).toStdString();
    const Result<std::unique_ptr<ArrayWriter>> writer = ArrayWriter::create(file);
    QVERIFY(writer);
    QVERIFY(exportValues({*first->graph, sevenths, run.execution.state()}, **writer, {}));
    SessionConfig config = session.config();
    config.weights = file;
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    const std::vector<double> shown = session.snapshot()->recorded->row(asked);
    QVERIFY(shown != first->recorded->row(asked));
    QCOMPARE(shown, run.execution.state().row(asked));
    QVERIFY(session.snapshot()->weightsNotice.empty());

    const QSignalSpy failures(&session, &Session::failed);
    config.weights = m_folder.filePath(QStringLiteral("none.npz")).toStdString();
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QCOMPARE(failures.count(), 1);
    config.weights.clear();
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QCOMPARE(session.snapshot()->recorded->row(asked), first->recorded->row(asked));
    QVERIFY(session.snapshot()->weightsNotice.empty());
}

void SessionTest::newestRequestWins() {
    UnmeasuredSession own;
    Session& session = own.session;
    session.open({m_small});
    QVERIFY(waitIdle(session));
    SessionConfig config = session.config();
    for (const std::size_t end : {2U, 3U, 4U, 5U, 6U, 7U}) {
        config.graph.trees = {0, end};
        session.setConfig(config);
    }
    QVERIFY(waitIdle(session));
    QCOMPARE(session.snapshot()->graph->trees, std::size_t{7});
    QVERIFY(session.snapshot()->config == session.config());
}

void SessionTest::cancelKeepsWhatWasPublished() {
    UnmeasuredSession own;
    Session& session = own.session;
    SessionConfig config = session.config();
    config.files = {m_large};
    config.graph.trees = {0, 800};
    config.graph.dim = 300;
    const QSignalSpy cancelled(&session, &Session::cancelled);
    session.setConfig(config);
    const auto isDrawn = [&] { return session.snapshot()->storyboard != nullptr; };
    QVERIFY(actWithin(session, &Session::snapshotChanged, isDrawn, [&] { session.cancel(); }));
    QVERIFY(!session.busy());
    QCOMPARE(cancelled.count(), 1);
    QVERIFY(session.snapshot()->schedule != nullptr);
    QVERIFY(session.snapshot()->report == nullptr || !session.snapshot()->report->equality);
    config.graph.trees = {0, 4};
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QVERIFY(session.snapshot()->report->equality->equal);
}

void SessionTest::aFailedChoiceDoesNotSpoilTheNext() {
    UnmeasuredSession own;
    Session& session = own.session;
    session.open({m_small});
    QVERIFY(waitIdle(session));
    const SessionConfig good = session.config();
    const QSignalSpy failed(&session, &Session::failed);
    const QSignalSpy changes(&session, &Session::configChanged);
    session.open({m_folder.filePath(QStringLiteral("none.ptb")).toStdString()});
    QVERIFY(waitIdle(session));
    QVERIFY(session.config() == good);
    QCOMPARE(changes.count(), 2);
    SessionConfig config = session.config();
    config.policy = "agenda";
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QCOMPARE(failed.count(), 1);
    QCOMPARE(session.snapshot()->schedule->policy, std::string("agenda"));
}

void SessionTest::aReloadIsNotForgottenByTheNextChoice() {
    const std::string path = generatedFile(m_folder, QStringLiteral("changing.ptb"), {.leaves = 6, .trees = 4});
    UnmeasuredSession own;
    Session& session = own.session;
    session.open({path});
    QVERIFY(waitIdle(session));
    generatedFile(m_folder, QStringLiteral("changing.ptb"), {.leaves = 6, .trees = 7});
    session.reload();
    SessionConfig config = session.config();
    config.policy = "agenda";
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QCOMPARE(session.snapshot()->treebank->trees.size(), std::size_t{7});
}

void SessionTest::aLargeFileIsUsableWhileTheRestIsRead() {
    UnmeasuredSession own;
    Session& session = own.session;
    std::vector<std::size_t> trees; // of each treebank that was shown
    connect(&session, &Session::snapshotChanged, &session, [&](Parts parts) {
        if (parts.has(Part::Treebank)) {
            trees.push_back(session.snapshot()->treebank->trees.size());
            QCOMPARE(session.indexing(), trees.size() == 1);
        }
    });
    const QSignalSpy progress(&session, &Session::indexProgressChanged);
    session.open({m_huge});
    QVERIFY(QTest::qWaitFor([&] { return trees.size() == 2 && !session.busy(); }, 60'000));
    QVERIFY(trees.front() >= 1000 && trees.front() < 30'000);
    QCOMPARE(trees.back(), std::size_t{30'000});
    QVERIFY(progress.count() > 0);
    QVERIFY(session.snapshot()->treebank->complete);
    QVERIFY(session.snapshot()->report->equality->equal);
    QVERIFY2(session.snapshot()->treebank->trees.heldCount() < 30'000, "some trees are read again from the file");
    SessionConfig config = session.config();
    config.graph.picked = {TreeId(std::size_t{29'999}), TreeId(std::size_t{3})};
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QCOMPARE(session.snapshot()->graph->trees, std::size_t{2});
    QCOMPARE(session.snapshot()->graph->origins[NodeId(std::size_t{0})].tree, TreeId(std::size_t{29'999}));
}

void SessionTest::aFailedOpenDoesNotCostTheRest() {
    UnmeasuredSession own;
    Session& session = own.session;
    session.open({m_huge});
    const auto isReading = [&] { return session.indexing(); };
    QVERIFY(actWithin(session, &Session::snapshotChanged, isReading, [&] { session.open({"no-such-file"}); }));
    const auto isWhole = [&] {
        return !session.busy() && !session.indexing() && session.snapshot()->treebank->trees.size() == 30'000;
    };
    QVERIFY(QTest::qWaitFor(isWhole, 60'000));
}

void SessionTest::cancelKeepsTheTreesThatWereRead() {
    UnmeasuredSession own;
    Session& session = own.session;
    session.open({m_huge});
    const auto isReading = [&] { return session.indexing(); };
    QVERIFY(actWithin(session, &Session::snapshotChanged, isReading, [&] { session.cancel(); }));
    QVERIFY(QTest::qWaitFor([&] { return !session.indexing() && !session.busy(); }, 60'000));
    const std::size_t kept = session.snapshot()->treebank->trees.size();
    QVERIFY(kept >= 1000);
    SessionConfig config = session.config();
    config.policy = "agenda";
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QVERIFY2(!session.indexing(), "what was stopped does not start by itself");
    QCOMPARE(session.snapshot()->treebank->trees.size(), kept);
}

void SessionTest::closingWhileBusyReturns() {
    Lanes lanes;
    auto session = std::make_unique<Session>(lanes);
    SessionConfig config = session->config();
    config.files = {m_large};
    config.graph.trees = {0, 800};
    config.graph.dim = 300;
    session->setConfig(config);
    QVERIFY(QTest::qWaitFor([&] { return session->snapshot()->schedule != nullptr; }, 60'000));
    session.reset(); // its job runs for a second more, unless this machine is too busy to see that in time
    // Messages of its job must not find a dead object; the lane's next job begins after the last of them.
    Session after{lanes};
    setTiming(after, Timing::Off);
    after.open({m_small});
    QVERIFY(waitIdle(after));
    QVERIFY(after.snapshot()->report->equality->equal);
}

void SessionTest::theGuiThreadKeepsTurning() {
    Lanes lanes;
    Session session{lanes};
    SessionConfig config = session.config();
    config.files = {m_large};
    config.graph.trees = {0, 800};
    config.graph.dim = 300;
    session.setConfig(config);
    int turns = 0; // while a job runs; where one ends before there were enough, the next one begins
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] { session.busy() ? static_cast<void>(++turns) : session.reload(); });
    timer.start(5);
    QVERIFY(QTest::qWaitFor([&] { return turns > 20; }, 60'000));
}

void SessionTest::playbackSeeksStepsAndClamps() {
    UnmeasuredSession own;
    Session& session = own.session;
    Playback playback(session);
    playback.setReducedMotion(true);
    playback.forward(StepUnit::Batch);
    QCOMPARE(playback.time(), 0.0);
    session.open({m_small});
    QVERIFY(waitIdle(session));
    const double end = playback.storyboard()->end();
    const QSignalSpy steps(&playback, &Playback::stepChanged);
    playback.forward(StepUnit::Batch);
    playback.forward(StepUnit::Batch);
    QCOMPARE(playback.time(), 2.0);
    QCOMPARE(steps.count(), 2);
    playback.back(StepUnit::Batch);
    QCOMPARE(playback.time(), 1.0);
    playback.seek(1e9);
    QCOMPARE(playback.time(), end);
    playback.seek(-3.0);
    QCOMPARE(playback.time(), 0.0);
    playback.last();
    QCOMPARE(playback.time(), end);
    playback.setSpeed(Playback::kFastest * 10);
    QCOMPARE(playback.speed(), Playback::kFastest);
    playback.play(); // from the end it begins again
    QVERIFY(playback.playing());
    QVERIFY(QTest::qWaitFor([&] { return playback.time() > 0.5; }, 60'000));
    playback.pause();
    QVERIFY(!playback.playing());
}

void SessionTest::quickStepsCountFromWhereTheGlideEnds() {
    UnmeasuredSession own;
    Session& session = own.session;
    Playback playback(session);
    session.open({m_small});
    QVERIFY(waitIdle(session));
    for (int press = 0; press < 4; ++press) {
        playback.forward(StepUnit::Batch);
    }
    QVERIFY(!playback.playing());
    QVERIFY(QTest::qWaitFor([&] { return !playback.moving(); }, 60'000));
    QCOMPARE(playback.time(), 4.0);
}

void SessionTest::everyChangeOfTheShownBatchIsTold() {
    UnmeasuredSession own;
    Session& session = own.session;
    Playback playback(session);
    session.open({m_small});
    QVERIFY(waitIdle(session));
    BatchId told;
    const auto follow = [&] { told = batchAt(*playback.storyboard(), playback.time()); };
    connect(&playback, &Playback::stepChanged, this, follow);
    const auto inStep = [&] { return told == batchAt(*playback.storyboard(), playback.time()); };
    playback.seek(6.0);
    QVERIFY(inStep());
    for (const double time : {5.98, 5.5, 5.0, 5.01, 1.5, 1.0, 0.5, 3.0}) {
        playback.seek(time);
        QVERIFY2(inStep(), qPrintable(QString::number(time)));
    }
    playback.glideTo(2.0);
    QVERIFY(QTest::qWaitFor([&] { return !playback.moving(); }, 60'000));
    QVERIFY(inStep());
}

void SessionTest::reducedMotionShowsOnlyEndsOfStages() {
    UnmeasuredSession own;
    Session& session = own.session;
    Playback playback(session);
    session.open({m_small});
    QVERIFY(waitIdle(session));
    playback.setReducedMotion(true);
    playback.setSpeed(Playback::kFastest);
    std::vector<double> shown;
    connect(&playback, &Playback::timeChanged, this, [&](double time) { shown.push_back(time); });
    const double end = playback.storyboard()->end();
    for (const double stop : {1.0, 2.0, 3.0, end}) { // key moments
        playback.play();
        QVERIFY(QTest::qWaitFor([&] { return !playback.playing(); }, 60'000));
        QCOMPARE(playback.time(), stop);
    }
    QVERIFY(std::is_sorted(shown.begin(), shown.end()));
    for (const double time : shown) {
        const double again = nextStageEnd(*playback.storyboard(), previousStageEnd(*playback.storyboard(), time));
        QVERIFY2(time == 0.0 || std::abs(again - time) < 1e-9, qPrintable(QString::number(time)));
    }
}

void SessionTest::aRaceDoesNotStop() {
    UnmeasuredSession own;
    Session& session = own.session;
    Playback playback(session);
    session.open({m_small});
    QVERIFY(waitIdle(session));
    const double end = playback.storyboard()->end();
    QElapsedTimer clock;
    playback.setRacing(true);
    std::vector<double> seconds(playback.storyboard()->stopCount(), 0.0);
    for (std::size_t stop = 1; stop < seconds.size(); ++stop) {
        seconds[stop] = seconds[stop - 1] + (stop % 2 == 0 ? 0.4 : 0.8);
    }
    playback.setRaceClock(seconds);
    playback.setSpeed(1.0);
    double before = 0.0;
    std::vector<double> reached(seconds.size(), -1.0); // seconds
    const auto note = connect(&playback, &Playback::timeChanged, this, [&](double time) {
        for (auto stop = static_cast<std::size_t>(before) + 1; stop <= static_cast<std::size_t>(time); ++stop) {
            reached[stop] = static_cast<double>(clock.elapsed()) / 1000.0;
        }
        before = time;
    });
    clock.start();
    playback.play();
    QVERIFY(QTest::qWaitFor([&] { return !playback.playing(); }, 60'000));
    disconnect(note);
    QCOMPARE(playback.time(), end);
    for (std::size_t stop = 1; stop < reached.size(); ++stop) { // a busy machine is late, never early
        QVERIFY(reached[stop] >= seconds[stop] - 0.05);
    }
}

void SessionTest::followingTurnsFromWhatStillRuns() {
    Lanes lanes;
    Session first{lanes};
    setTiming(first, Timing::Off);
    first.open({m_large});
    Session second{lanes};
    setTiming(second, Timing::Off);
    second.open({m_small});
    QVERIFY(waitIdle(first) && waitIdle(second));
    SessionConfig config = first.config();
    config.policy = "regular";
    Session follower{lanes};
    follower.follow(first, config);
    QVERIFY(follower.busy());
    follower.follow(second, second.config()); // exactly what is shown already
    QVERIFY(waitIdle(follower));
    QVERIFY(follower.snapshot()->treebank == second.snapshot()->treebank);
    QVERIFY(follower.snapshot()->report != nullptr);
}

void SessionTest::anotherScheduleKeepsTheSelectedNode() {
    UnmeasuredSession own;
    Session& session = own.session;
    Playback playback(session);
    session.open({m_small});
    QVERIFY(waitIdle(session));
    const NodeId node(std::size_t{5});
    playback.selectNode(node);
    playback.seek(1e9);
    SessionConfig config = session.config();
    config.policy = "agenda";
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QCOMPARE(playback.focus().node.value, node.value);
    QCOMPARE(playback.focus().batch.value, session.snapshot()->schedule->places[node].batch.value);
    QCOMPARE(playback.time(), playback.storyboard()->end()); // who is at the end stays there
    playback.seek(4.6);
    const StoryStage stage = stageAt(*playback.storyboard(), playback.time());
    config.policy = "regular";
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QVERIFY(stageAt(*playback.storyboard(), playback.time()) == stage);
    QVERIFY(playback.time() > 4.6); // node by node there are many more
    config.graph.trees = {0, 1};    // another graph, which has the node's tree
    session.setConfig(config);
    QVERIFY(waitIdle(session));
    QCOMPARE(playback.focus().node.value, node.value);
    QVERIFY(stageAt(*playback.storyboard(), playback.time()) == stage);
    session.open({m_large});
    QVERIFY(waitIdle(session));
    QVERIFY2(playback.focus() == Focus{} && playback.time() == 0.0, "other files start afresh");
}

/// The stages that a picture publishes come in one piece, where two are asked for beside each other: never one of the
/// other in between.
void SessionTest::twoSessionsNeverComputeAtTheSameTime() {
    Lanes lanes;
    Session left{lanes};
    Session right{lanes};
    setTiming(left, Timing::Off);
    setTiming(right, Timing::Off);
    QString order;
    const auto note = [&order](Session& session, QChar name) {
        connect(&session, &Session::snapshotChanged, &session, [&order, name] { order += name; });
    };
    note(left, u'l');
    note(right, u'r');
    left.open({m_large});
    right.open({m_small});
    QVERIFY(left.busy() && right.busy());
    QVERIFY(waitIdle(left));
    QVERIFY(waitIdle(right));
    QVERIFY2(QRegularExpression(QStringLiteral("^l+r+$")).match(order).hasMatch(), qPrintable(order));
    order.clear();
    SessionConfig config = left.config();
    config.policy = "agenda";
    left.setConfig(config);
    right.reload();
    config.policy = "regular";
    left.setConfig(config); // in place of the first, which runs already: the right one is earlier now
    QVERIFY(waitIdle(left));
    QVERIFY(waitIdle(right));
    QVERIFY2(QRegularExpression(QStringLiteral("^r+l+$")).match(order).hasMatch(), qPrintable(order));
}

BATCHSCOPE_NAMED_TEST("session", QTEST_GUILESS_MAIN(SessionTest))

} // namespace batchscope::session_test

#include "session_test.moc"
