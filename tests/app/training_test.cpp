// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel that trains, used through its buttons.
#include <QTest>

#include "app/window/panels.h"
#include "core/records/model_file.h"
#include "tests/app/fixture.h"
#include "tests/support/named_test.h"
#include "views/plots/training_view.h"

#include <QCheckBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>

namespace batchscope::training_test {

using namespace test;

namespace {

/// The panel over the twelve sentences, ready to train so many epochs.
struct Panel {
    Application app;
    TrainingView* view = nullptr;

    [[nodiscard]] bool open(int epochs) {
        if (!app.openSample("sentences.ptb") ||
            !app.ask("show-panel", {{QStringLiteral("id"), QStringLiteral("training")}}).isEmpty()) {
            return false;
        }
        view = app.window.panel(QStringLiteral("training"))->findChild<TrainingView*>();
        view->findChild<QSpinBox*>()->setValue(epochs);
        return true;
    }
    void press(const char* button) { view->findChild<QPushButton*>(QString::fromLatin1(button))->click(); }
    [[nodiscard]] std::size_t epochs() const {
        const auto trained = app.session.trained();
        return trained ? trained->progress.arms.front().rows.size() : 0;
    }
    /// Until a request that was made now has had its turn after all others.
    [[nodiscard]] bool waitForLane() {
        bool hasRun = false;
        Newest request(app.lanes.compute());
        request.ask({.prepare = [] { return Job([](const JobControl&) -> Status { return Ok{}; }); },
                     .ended = [&hasRun](RequestState, const std::optional<Error>&) { hasRun = true; },
                     .urgency = Urgency::Measurement});
        return QTest::qWaitFor([&hasRun] { return hasRun; }, testing::kPatienceMs);
    }
    [[nodiscard]] bool waitForTraining() {
        return QTest::qWaitFor([this] { return !app.session.isTraining(); }, testing::kPatienceMs);
    }
};

} // namespace

class TrainingTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRaceTakesTheSamePathTwice();
    void whatWasLearnedIsShownInThePicture();
    void pauseGoesOnAndStopEnds();
    void labelsAreNeeded();
};

void TrainingTest::aRaceTakesTheSamePathTwice() {
    Panel panel;
    QVERIFY(panel.open(3));
    panel.view->findChild<QCheckBox*>()->setChecked(true);
    panel.press("train");
    QVERIFY(panel.waitForTraining());
    const RaceProgress& progress = panel.app.session.trained()->progress;
    QCOMPARE(progress.learned + progress.held, std::size_t{12});
    QCOMPARE(progress.arms.size(), std::size_t{2});
    for (std::size_t epoch = 0; epoch < 3; ++epoch) {
        const double folded = progress.arms[0].rows.at(epoch).figures.loss;
        QVERIFY(std::abs(folded - progress.arms[1].rows.at(epoch).figures.loss) < 1e-3 * folded);
    }
    QTRY_COMPARE(panel.view->table().model()->rowCount(), 6);
    QVERIFY(!panel.view->plot().isEmpty());
}

void TrainingTest::whatWasLearnedIsShownInThePicture() {
    Panel panel;
    QVERIFY(panel.open(1));
    panel.press("train");
    QVERIFY(panel.waitForTraining());
    QTRY_VERIFY(panel.view->findChild<QPushButton*>(QStringLiteral("show-trained"))->isEnabled());
    panel.press("show-trained");
    QTRY_VERIFY(!panel.app.snapshot().config.weights.empty());
}

void TrainingTest::pauseGoesOnAndStopEnds() {
    Panel panel;
    QVERIFY(panel.open(10'000));
    panel.press("train");
    QTRY_VERIFY(panel.epochs() > 0);
    panel.press("pause-training");
    QVERIFY(panel.app.session.isTrainingPaused());
    QVERIFY(panel.waitForLane()); // the running epoch has ended
    const std::size_t paused = panel.epochs();
    QVERIFY(panel.waitForLane());
    QCOMPARE(panel.epochs(), paused);
    QVERIFY(panel.app.session.isTraining());
    panel.press("pause-training");
    QTRY_VERIFY(panel.epochs() > paused);
    panel.press("stop-training");
    QVERIFY(!panel.app.session.isTraining());
}

void TrainingTest::labelsAreNeeded() {
    Panel panel;
    QVERIFY(panel.open(1));
    const QString bare = panel.app.data.folder.filePath(QStringLiteral("bare.txt"));
    QVERIFY(writeFile(bare, "the dog barks\na cat sleeps\nit is late\n"));
    panel.app.window.openFiles({bare});
    QVERIFY(panel.app.waitIdle());
    QSignalSpy failed(&panel.app.session, &Session::failed);
    panel.press("train");
    QVERIFY(panel.waitForTraining());
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(panel.app.session.trained() == nullptr);
}

BATCHSCOPE_NAMED_TEST("training", QTEST_MAIN(TrainingTest))

} // namespace batchscope::training_test

#include "training_test.moc"
