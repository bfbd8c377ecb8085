// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the speed-up is made of, opened from everywhere it is shown.
#include <QTest>

#include "app/window/panels.h"
#include "app/window/status_line.h"
#include "tests/app/fixture.h"
#include "tests/support/named_test.h"
#include "views/inspector/inspector_view.h"

#include <QDockWidget>
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

} // namespace

class SpeedTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theWaterfallOpensWhereverASpeedUpIsShown();
    void whatWasNotMeasuredIsMeasuredByOneButton();
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

BATCHSCOPE_NAMED_TEST("speed", QTEST_MAIN(SpeedTest))

} // namespace batchscope::speed_test

#include "speed_test.moc"
