// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the speed-up is made of, opened from everywhere it is shown; a measured result back on the canvas.
#include <QTest>

#include "app/window/panels.h"
#include "app/window/status_line.h"
#include "core/records/bench_document.h"
#include "tests/app/fixture.h"
#include "tests/support/named_test.h"
#include "views/inspector/inspector_view.h"
#include "views/plots/line_plot.h"
#include "views/plots/timing_view.h"

#include <QDockWidget>
#include <QJsonArray>
#include <QLabel>
#include <QPushButton>
#include <QTextBrowser>

#include <algorithm>

namespace batchscope::speed_test {

using namespace test;

namespace {

QWidget& speedOf(const Application& app) {
    return *viewOf(app.window, QStringLiteral("speed-up"));
}

TimingView& timingOf(const Application& app) {
    return *qobject_cast<TimingView*>(viewOf(app.window, QStringLiteral("timing")));
}

bool measureArms(Application& app, const QJsonArray& arms) {
    return app.openSample("sentences.ptb") &&
           app.ask("measure", {{QStringLiteral("dims"), QJsonArray{8, 12}},
                               {QStringLiteral("batches"), QJsonArray{1, 2}},
                               {QStringLiteral("arms"), arms},
                               {QStringLiteral("repeats"), 5}})
               .isEmpty() &&
           app.waitIdle();
}

QString showResult(Application& app, std::size_t result) {
    const QString error = app.ask("show-measured", {{QStringLiteral("result"), static_cast<double>(result)}});
    return error.isEmpty() && !app.waitIdle() ? QStringLiteral("not idle") : error;
}

/// The first result of that arm and batch size, at the larger width.
std::size_t resultOf(const Application& app, const char* arm, std::size_t batch) {
    const auto& results = app.session.bench()->results;
    const auto found = std::find_if(results.begin(), results.end(), [&](const BenchResult& result) {
        return result.arm == arm && result.batch == batch && result.dim == 12;
    });
    return static_cast<std::size_t>(found - results.begin());
}

} // namespace

class SpeedTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theWaterfallOpensWhereverASpeedUpIsShown();
    void whatWasNotMeasuredIsMeasuredByOneButton();
    void aResultIsShownOnTheCanvas();
    void whatCannotBeShownIsAnswered();
};

void SpeedTest::theWaterfallOpensWhereverASpeedUpIsShown() {
    Application app(Timing::Measured);
    QVERIFY(app.openSample("sentences.ptb"));
    const auto opens = [&app] {
        const bool isSeen = QTest::qWaitFor([&app] { return !speedOf(app).visibleRegion().isEmpty(); });
        app.window.panel(QStringLiteral("time"))->hide();
        return isSeen;
    };
    QCOMPARE(app.ask("show-panel-speed-up"), QString());
    QVERIFY(opens());
    const auto labels = app.window.findChild<StatusLine*>()->findChildren<QLabel*>();
    const auto figure = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().startsWith(QStringLiteral("speed-up")); // or that it was not measured, and why
    });
    QVERIFY(figure != labels.end());
    QTest::mouseClick(*figure, Qt::LeftButton);
    QVERIFY(opens());
    QTest::mouseClick(labels.front(), Qt::LeftButton); // the number of trees
    QVERIFY(!speedOf(app).isVisible());
    auto* const inspector = qobject_cast<InspectorView*>(app.window.panel(QStringLiteral("inspector"))->widget());
    emit inspector->findChild<QTextBrowser*>()->anchorClicked(QUrl(QStringLiteral("speed:0")));
    QVERIFY(opens());
}

void SpeedTest::whatWasNotMeasuredIsMeasuredByOneButton() {
    Application app(Timing::Off);
    QVERIFY(app.openSample("chain.ptb"));
    QCOMPARE(app.ask("show-panel-speed-up"), QString());
    auto* const button = speedOf(app).findChild<QPushButton*>(QStringLiteral("measure-speed-up"));
    QTRY_VERIFY(button->isVisible());
    button->click();
    QVERIFY(app.waitIdle());
    QVERIFY(app.session.config().run.timing == Timing::Measured);
    const auto& report = app.snapshot().report;
    QVERIFY(report->speed && report->speed->verdict != SpeedVerdict::Off);
}

void SpeedTest::aResultIsShownOnTheCanvas() {
    Application app;
    app.runOnEngine();
    QVERIFY(measureArms(app, {QStringLiteral("regular"), QStringLiteral("regular@off"), QStringLiteral("folded:agenda"),
                              QStringLiteral("folded:agenda@off")}));
    QCOMPARE(showResult(app, resultOf(app, "folded:agenda@off", 2)), QString());
    const SessionConfig& config = app.session.config();
    QCOMPARE(config.policy, std::string("agenda"));
    QCOMPARE(config.graph.dim, 12);
    QCOMPARE(kindOf(config.run.executor), ExecutorKind::LibTorch);
    QCOMPARE(config.graph.picked.size(), std::size_t{2});
    QCOMPARE(app.snapshot().graph->trees, std::size_t{2});
    QCOMPARE(app.snapshot().schedule->policy, std::string("agenda"));
    // What is shown is one of these figures, so none of them is pale.
    QCOMPARE(app.ask("timing-plot", {{QStringLiteral("kind"), QStringLiteral("time")}}), QString());
    testing::settle();
    const auto* const plot = timingOf(app).findChild<LinePlot*>();
    QVERIFY(!plot->curveNames().isEmpty());
    QVERIFY(!plot->curveNames().join(u'|').contains(QStringLiteral("not shown")));
    QCOMPARE(showResult(app, resultOf(app, "regular", 1)), QString());
    QCOMPARE(app.session.config().policy, std::string("regular"));
    QCOMPARE(kindOf(app.session.config().run.executor), ExecutorKind::Engine);
    QCOMPARE(app.snapshot().graph->trees, std::size_t{1});
    // Measuring again draws from all trees, not from the one that is shown.
    QCOMPARE(app.ask("measure", {{QStringLiteral("batches"), QJsonArray{2}}, {QStringLiteral("repeats"), 1}}),
             QString());
    QVERIFY(app.waitIdle());
    QVERIFY(!app.session.bench()->results.empty());
    QCOMPARE(app.session.bench()->results.front().batch, std::size_t{2});
    QCOMPARE(app.ask("model", {{QStringLiteral("name"), QStringLiteral("child-sum-tree-lstm")}}), QString());
    QVERIFY(app.waitIdle());
    testing::settle();
    QVERIFY(plot->curveNames().join(u'|').contains(QStringLiteral("not shown")));
}

void SpeedTest::whatCannotBeShownIsAnswered() {
    Application app;
    QVERIFY(app.ask("show-measured").contains(QStringLiteral("result")));
    QVERIFY(showResult(app, 0).contains(QStringLiteral("nothing has been measured")));
    QVERIFY(measureArms(app, {QStringLiteral("regular"), QStringLiteral("direct")}));
    const SessionConfig before = app.session.config();
    QVERIFY(showResult(app, resultOf(app, "direct", 2)).contains(QStringLiteral("by hand")));
    QVERIFY(showResult(app, 999).contains(QStringLiteral("results")));
    QVERIFY(app.session.config() == before);
    app.window.openFiles({sample("balanced.ptb")});
    QVERIFY(app.waitIdle());
    QVERIFY(showResult(app, 0).contains(QStringLiteral("sentences.ptb")));
}

BATCHSCOPE_NAMED_TEST("speed", QTEST_MAIN(SpeedTest))

} // namespace batchscope::speed_test

#include "speed_test.moc"
