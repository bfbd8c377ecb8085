// SPDX-License-Identifier: GPL-3.0-or-later
//
// Timing sweeps of a session: how they share the lane with pictures.
#include "tests/support/named_test.h"
#include "views/session/session.h"

#include "core/records/bench_document.h"
#include "tests/session/generated_file.h"
#include "tests/support/sessions.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <utility>
#include <vector>

namespace batchscope::sweeps_test {

using testing::actWithin;
using testing::generatedFile;
using testing::setTiming;
using testing::UnmeasuredSession;
using testing::waitIdle;

namespace {

/// A sweep of `sizes` cells, each a moment long.
BenchConfig sweepOver(std::vector<std::size_t> sizes) {
    BenchConfig config;
    config.batches = std::move(sizes);
    config.dims = {8};
    config.repeats = 2;
    return config;
}

std::vector<std::size_t> sizesIn(const BenchReport& report) {
    std::vector<std::size_t> sizes;
    for (const BenchResult& result : report.results) {
        if (sizes.empty() || sizes.back() != result.batch) {
            sizes.push_back(result.batch);
        }
    }
    return sizes;
}

} // namespace

class SweepsTest : public QObject {
    Q_OBJECT

private slots: // NOLINT: QtTest finds its cases by this keyword; no Torch header is in sight
    void initTestCase();
    void aBenchWaitsForTheRunningRequest();
    void aSweepOutlastsTheIndexing();
    void aPictureGoesBetweenTheCellsOfASweep();
    void aSweepThatFailsIsTold();
    void cancelEndsTheSweepsAndKeepsWhatWasMeasured();
    void aSweepWaitsForThePictureBeside();

private:
    QTemporaryDir m_folder;
    std::string m_small;
    std::string m_large;
    std::string m_huge; // more than is read at first
};

void SweepsTest::initTestCase() {
    qRegisterMetaType<batchscope::Parts>();
    m_small = generatedFile(m_folder, QStringLiteral("small.ptb"), {.leaves = 6, .trees = 10});
    m_huge = generatedFile(m_folder, QStringLiteral("huge.ptb"), {.leaves = 40, .trees = 30'000});
    m_large = generatedFile(m_folder, QStringLiteral("large.ptb"), {.leaves = 60, .trees = 800});
}

void SweepsTest::aBenchWaitsForTheRunningRequest() {
    UnmeasuredSession own;
    Session& session = own.session;
    session.open({m_small});
    BenchConfig config;
    config.batches = {1};
    config.dims = {8};
    config.repeats = 1;
    QVERIFY(QTest::qWaitFor([&] { return session.snapshot()->treebank != nullptr; }, 60'000));
    session.startBench(config);
    QVERIFY(QTest::qWaitFor([&] { return session.bench() != nullptr && !session.benchRunning(); }, 60'000));
    QVERIFY2(session.snapshot()->report->equality->equal, "the run was not cut short");
    const auto first = session.bench();
    session.startBench(config);
    QVERIFY2(session.bench() == first, "the last figures stay until there are new ones");
    QVERIFY(waitIdle(session));
    QVERIFY(session.bench() != first);
}

void SweepsTest::aSweepOutlastsTheIndexing() {
    UnmeasuredSession own;
    Session& session = own.session;
    session.open({m_huge});
    BenchConfig config;
    config.batches = {1, 2, 4};
    config.dims = {8};
    config.repeats = 3;
    const auto isReading = [&] { return session.indexing(); };
    QVERIFY(actWithin(session, &Session::snapshotChanged, isReading, [&] { session.startBench(config); }));
    const auto isDone = [&] { return session.bench() && session.bench()->results.size() == 12; };
    QVERIFY(QTest::qWaitFor(isDone, 60'000)); // each arm at each batch size
    QVERIFY(QTest::qWaitFor([&] { return session.snapshot()->treebank->complete && !session.busy(); }, 60'000));
}

void SweepsTest::aPictureGoesBetweenTheCellsOfASweep() {
    UnmeasuredSession own;
    Session& session = own.session;
    session.open({m_large});
    QVERIFY(waitIdle(session));
    session.startBench(sweepOver({1, 400, 2}));
    bool isEarly = false; // the picture does not wait for the sweep
    connect(&session, &Session::busyChanged, &session, [&](bool busy) { isEarly = !busy && session.benchRunning(); });
    SessionConfig config = session.config();
    config.policy = "agenda";
    const auto hasBegun = [&] { return session.bench() != nullptr; };
    QVERIFY(actWithin(session, &Session::benchChanged, hasBegun, [&] { session.setConfig(config); }));
    QVERIFY(waitIdle(session));
    QVERIFY2(isEarly, "the sweep goes on");
    QCOMPARE(session.snapshot()->config.policy, std::string("agenda"));
    QCOMPARE(sizesIn(*session.bench()), (std::vector<std::size_t>{1, 400, 2}));
    QCOMPARE(session.bench()->results.size(), std::size_t{12});
    QVERIFY(!session.benchDocument()->isCancelled);
}

void SweepsTest::aSweepThatFailsIsTold() {
    UnmeasuredSession own;
    Session& session = own.session;
    session.open({m_small});
    QVERIFY(waitIdle(session));
    const QSignalSpy failures(&session, &Session::failed);
    BenchConfig wrong = sweepOver({1});
    wrong.arms = {"no-such-arm"};
    session.startBench(wrong);
    QVERIFY(waitIdle(session));
    QCOMPARE(failures.count(), 1);
    QVERIFY(failures.front().front().toString().contains(QStringLiteral("no-such-arm")));
}

void SweepsTest::cancelEndsTheSweepsAndKeepsWhatWasMeasured() {
    UnmeasuredSession own;
    Session& session = own.session;
    session.open({m_large});
    QVERIFY(waitIdle(session));
    session.startBench(sweepOver({1, 2, 800}));
    const auto hasBegun = [&] { return session.bench() != nullptr; };
    QVERIFY(actWithin(session, &Session::benchChanged, hasBegun, [&] { session.cancel(); }));
    QVERIFY(!session.benchRunning());
    QVERIFY(session.bench()->results.size() >= 4);
    QVERIFY(waitIdle(session));
}

void SweepsTest::aSweepWaitsForThePictureBeside() {
    Lanes lanes;
    Session left{lanes};
    Session right{lanes};
    setTiming(left, Timing::Off);
    setTiming(right, Timing::Off);
    left.open({m_small});
    QVERIFY(waitIdle(left));
    BenchConfig sweep;
    sweep.batches = {1};
    sweep.dims = {8};
    sweep.repeats = 1;
    right.open({m_large});
    QString sweeping; // as each change of it tells
    connect(&left, &Session::sweepingChanged, &left, [&] { sweeping += left.benchRunning() ? u'+' : u'-'; });
    left.startBench(sweep);
    QVERIFY(left.benchRunning());
    QVERIFY(!left.busy());
    right.reload(); // asked for later, and still before the sweep
    connect(&left, &Session::benchChanged, &left, [&] { QVERIFY(!right.busy()); });
    QVERIFY(waitIdle(right));
    QVERIFY(waitIdle(left));
    QVERIFY(left.bench() != nullptr);
    QVERIFY(right.snapshot()->report->equality->equal);
    QCOMPARE(sweeping, QStringLiteral("+-"));
}

BATCHSCOPE_NAMED_TEST("sweeps", QTEST_GUILESS_MAIN(SweepsTest))

} // namespace batchscope::sweeps_test

#include "sweeps_test.moc"
