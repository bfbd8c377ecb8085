// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the speed-up is made of, opened from everywhere it is shown.
#include <QTest>

#include "app/window/panels.h"
#include "tests/app/fixture.h"
#include "tests/support/named_test.h"

#include <QDockWidget>
#include <QPushButton>

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
    void whatWasNotMeasuredIsMeasuredByOneButton();
};

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
