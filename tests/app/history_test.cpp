// SPDX-License-Identifier: GPL-3.0-or-later
//
// The history end to end: a measurement is kept, appears in the panel, and is opened again with the same figures; what
// else can be done with a run, by command, menu and key.
#include <QTest>

#include "app/window/panels.h"
#include "core/records/bench_document.h"
#include "core/records/history_place.h"
#include "tests/app/fixture.h"
#include "tests/support/kept_documents.h"
#include "tests/support/locked_file.h"
#include "tests/support/named_test.h"
#include "tests/support/waiting.h"
#include "views/history/comparison_dialog.h"
#include "views/history/history_view.h"
#include "views/plots/timing_view.h"

#include <QDockWidget>
#include <QJsonArray>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>

namespace batchscope::history_test {

using namespace test;

namespace {

HistoryView& historyOf(Application& app) {
    return *qobject_cast<HistoryView*>(app.window.panel(QStringLiteral("history"))->widget());
}

bool waitHistory(Application& app) {
    const bool came = QTest::qWaitFor([&app] { return !historyOf(app).history().isBusy(); }, testing::kPatienceMs);
    testing::settle();
    return came;
}

bool measure(Application& app) {
    return app.ask("measure", {{QStringLiteral("dims"), QJsonArray{8}},
                               {QStringLiteral("batches"), QJsonArray{1, 2}},
                               {QStringLiteral("repeats"), 3}})
               .isEmpty() &&
           app.waitIdle() && waitHistory(app);
}

std::string timingText(Application& app) {
    return qobject_cast<TimingView*>(viewOf(app.window, QStringLiteral("timing")))->documentText();
}

bool showHistory(Application& app) {
    return app.ask("show-panel", {{QStringLiteral("id"), QStringLiteral("history")}}).isEmpty() && waitHistory(app);
}

void keepMade(const std::vector<testing::MadeRun>& runs) {
    Result<BenchHistory> history = openHistory({});
    QVERIFY(history);
    for (const testing::MadeRun& run : runs) {
        QVERIFY(history->add(testing::madeDocument(run)));
    }
}

QJsonObject run(int number, QJsonObject others = {}) {
    others.insert(QStringLiteral("run"), number);
    return others;
}

int rowsOf(Application& app) {
    return historyOf(app).table().model()->rowCount();
}

} // namespace

class HistoryAppTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMeasurementIsKeptAndOpenedAgain();
    void scriptsKeepOnlyWhatIsAskedFor();
    void aCanceledMeasurementIsKept();
    void closingTheWindowKeepsWhatWasMeasured();
    void anOpenedRunTakesNothingFromASweep();
    void runsAreComparedNotedSavedAndRemoved();
    void removingAsksFirst();
    void theMenuHasWhatCanBeDone();
    void wrongArgumentsAreAnswered();
    void aLockedHistoryIsToldAboveTheCanvas();
};

void HistoryAppTest::aMeasurementIsKeptAndOpenedAgain() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(app.ask("history-keep", {{QStringLiteral("on"), true}}), QString());
    QVERIFY(measure(app));
    const std::string first = timingText(app);
    QVERIFY(!first.empty());
    QVERIFY(measure(app));
    QVERIFY(timingText(app) != first);
    QVERIFY(showHistory(app));
    QCOMPARE(rowsOf(app), 2);
    QCOMPARE(app.ask("history-open", run(1)), QString());
    QVERIFY(waitHistory(app));
    QCOMPARE(timingText(app), first); // every figure
    QVERIFY(!viewOf(app.window, QStringLiteral("timing"))->visibleRegion().isEmpty());
    QCOMPARE(*openKeptHistory({})->readText(1), first);
}

void HistoryAppTest::scriptsKeepOnlyWhatIsAskedFor() {
    Application app;
    QVERIFY(!app.window.commands().action(QStringLiteral("history-keep"))->isChecked());
    QVERIFY(app.openSample("sentences.ptb"));
    QVERIFY(measure(app));
    QVERIFY(!hasHistory({}));
    QCOMPARE(app.ask("history-keep"), QString());
    QVERIFY(app.window.commands().action(QStringLiteral("history-keep"))->isChecked());
    QVERIFY(app.window.settings().keepsMeasurements());
    QCOMPARE(app.ask("history-keep", {{QStringLiteral("on"), false}}), QString());
    QVERIFY(!app.window.settings().keepsMeasurements());
    QVERIFY(app.ask("history-keep", {{QStringLiteral("on"), 3}}).contains(QStringLiteral("true or false")));
}

void HistoryAppTest::aCanceledMeasurementIsKept() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(app.ask("history-keep", {{QStringLiteral("on"), true}}), QString());
    QCOMPARE(app.ask("measure", {{QStringLiteral("dims"), QJsonArray{8, 300}},
                                 {QStringLiteral("batches"), QJsonArray{1, 2, 3, 4}},
                                 {QStringLiteral("repeats"), 300}}),
             QString());
    QVERIFY(QTest::qWaitFor([&app] { return app.session.bench() && !app.session.bench()->results.empty(); }, 60'000));
    QCOMPARE(app.ask("cancel"), QString());
    QVERIFY(app.waitIdle() && waitHistory(app));
    const Result<BenchDocument> kept = openKeptHistory({})->read(1);
    QVERIFY(kept);
    QVERIFY(kept->isCancelled);
    QCOMPARE(benchDocumentText(*kept), timingText(app));
}

void HistoryAppTest::closingTheWindowKeepsWhatWasMeasured() {
    const QTemporaryDir folder;
    {
        Application app;
        qputenv("XDG_DATA_HOME", folder.path().toLocal8Bit()); // outlives the window
        QVERIFY(app.openSample("sentences.ptb"));
        QCOMPARE(app.ask("history-keep", {{QStringLiteral("on"), true}}), QString());
        QCOMPARE(app.ask("measure", {{QStringLiteral("dims"), QJsonArray{8, 300}},
                                     {QStringLiteral("batches"), QJsonArray{1, 2, 3, 4}},
                                     {QStringLiteral("repeats"), 300}}),
                 QString());
        QVERIFY(
            QTest::qWaitFor([&app] { return app.session.bench() && !app.session.bench()->results.empty(); }, 60'000));
        app.window.close();
    }
    const Result<BenchHistory> history = openKeptHistory({});
    QVERIFY(history);
    QCOMPARE(history->list()->size(), 1U);
}

void HistoryAppTest::anOpenedRunTakesNothingFromASweep() {
    Application app;
    keepMade({{}});
    QVERIFY(app.openSample("sentences.ptb"));
    QVERIFY(showHistory(app));
    QCOMPARE(app.ask("history-keep", {{QStringLiteral("on"), true}}), QString());
    QCOMPARE(app.ask("measure", {{QStringLiteral("dims"), QJsonArray{8, 300}},
                                 {QStringLiteral("batches"), QJsonArray{1, 2, 3, 4}},
                                 {QStringLiteral("repeats"), 300}}),
             QString());
    QVERIFY(QTest::qWaitFor([&app] { return app.session.bench() && !app.session.bench()->results.empty(); }, 60'000));
    QCOMPARE(app.ask("history-open", run(1)), QString());
    QVERIFY(waitHistory(app));
    QCOMPARE(app.ask("cancel"), QString());
    QVERIFY(app.waitIdle() && waitHistory(app));
    QCOMPARE(openKeptHistory({})->list()->size(), 2U);
}

void HistoryAppTest::runsAreComparedNotedSavedAndRemoved() {
    Application app;
    keepMade({{.date = "2026-05-01T10:00:00Z"}, {.date = "2026-05-02T10:00:00Z", .foldedBy = 1.3}});
    QVERIFY(showHistory(app));
    QCOMPARE(rowsOf(app), 2);
    QCOMPARE(app.ask("history-compare", {{QStringLiteral("runs"), QJsonArray{1, 2}}}), QString());
    QVERIFY(waitHistory(app));
    const auto* const dialog = app.window.findChild<ComparisonDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QCOMPARE(dialog->findChild<QTableView*>()->model()->rowCount(), 4);
    QCOMPARE(app.ask("history-note", run(2, {{QStringLiteral("text"), QStringLiteral("slow")}})), QString());
    QVERIFY(waitHistory(app));
    QCOMPARE(openKeptHistory({})->list()->back().note, std::string("slow"));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("run.json"));
    QCOMPARE(app.ask("history-export", run(2, {{QStringLiteral("path"), path}})), QString());
    QVERIFY(waitHistory(app));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().toStdString(), *openKeptHistory({})->readText(2));
    QCOMPARE(app.ask("history-remove", run(1)), QString());
    QVERIFY(waitHistory(app));
    QCOMPARE(rowsOf(app), 1);
    QCOMPARE(app.ask("save-table", {{QStringLiteral("panel"), QStringLiteral("history")},
                                    {QStringLiteral("path"), folder.filePath(QStringLiteral("runs.csv"))}}),
             QString());
    QCOMPARE(app.ask("save-plot", {{QStringLiteral("panel"), QStringLiteral("history")},
                                   {QStringLiteral("path"), folder.filePath(QStringLiteral("trend.pdf"))}}),
             QString());
}

void HistoryAppTest::removingAsksFirst() {
    Application app;
    keepMade({{.date = "2026-05-01T10:00:00Z"}, {.date = "2026-05-02T10:00:00Z"}});
    QVERIFY(showHistory(app));
    const auto ask = [&app](const char* button) {
        QVERIFY(app.ask("history-remove", run(1, {{QStringLiteral("dialog"), true}})).isEmpty());
        auto* const box = app.window.findChild<QMessageBox*>(QStringLiteral("history-remove-dialog"));
        QVERIFY(box != nullptr);
        const QList<QAbstractButton*> buttons = box->buttons();
        const auto found = std::find_if(buttons.begin(), buttons.end(), [button](const QAbstractButton* each) {
            return each->text().remove(u'&') == QLatin1String(button);
        });
        QVERIFY(found != buttons.end());
        (*found)->click();
        QVERIFY(waitHistory(app));
        testing::settle();
    };
    ask("Cancel");
    QCOMPARE(rowsOf(app), 2);
    ask("Remove");
    QCOMPARE(rowsOf(app), 1);
}

void HistoryAppTest::theMenuHasWhatCanBeDone() {
    Application app;
    keepMade({{.date = "2026-05-01T10:00:00Z"}, {.date = "2026-05-02T10:00:00Z"}});
    QVERIFY(showHistory(app));
    const auto enabled = [&app](const char* id) {
        emit historyOf(app).runMenuAsked(QPoint(100, 100));
        auto* const menu = app.window.findChild<QMenu*>(QStringLiteral("history-menu"));
        const QAction* const action = menu->findChild<QAction*>(QString::fromLatin1(id));
        const bool isEnabled = action != nullptr && action->isEnabled();
        menu->close();
        delete menu;
        return isEnabled;
    };
    QCOMPARE(app.ask("history-choose", run(1)), QString());
    QVERIFY(enabled("history-open") && enabled("history-note") && enabled("history-remove"));
    QVERIFY(!enabled("history-compare"));
    QCOMPARE(app.ask("history-choose", {{QStringLiteral("runs"), QJsonArray{1, 2}}}), QString());
    QVERIFY(!enabled("history-open") && enabled("history-compare") && enabled("history-remove"));
}

void HistoryAppTest::wrongArgumentsAreAnswered() {
    Application app;
    QVERIFY(showHistory(app));
    QVERIFY(app.ask("history-open").contains(QStringLiteral("choose a run in the History panel first")));
    QVERIFY(app.ask("history-open", {{QStringLiteral("run"), QStringLiteral("one")}}).contains(QStringLiteral("run")));
    QVERIFY(app.ask("history-compare", run(1)).contains(QStringLiteral("choose two runs")));
    QVERIFY(app.ask("history-choose", run(7)).contains(QStringLiteral("no run 7")));
    QVERIFY(app.ask("history-choose", {{QStringLiteral("place"), QStringLiteral("mars")}})
                .contains(QStringLiteral("mars")));
    QVERIFY(app.ask("history-export", run(1)).contains(QStringLiteral("needs \"path\"")));
    QCOMPARE(app.ask("history-open", run(7)), QString()); // nobody knows before the file is read
    QVERIFY(waitHistory(app));
    QVERIFY(app.window.messages().text().contains(QStringLiteral("there is no history here yet")));
}

void HistoryAppTest::aLockedHistoryIsToldAboveTheCanvas() {
    Application app;
    keepMade({{}});
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(app.ask("history-keep", {{QStringLiteral("on"), true}}), QString());
    {
        const testing::LockedFile locked(*usualHistoryFile());
        QVERIFY(locked.isLocked());
        QVERIFY(measure(app));
        const QString text = app.window.messages().text();
        QVERIFY2(text.contains(QStringLiteral("another program is writing to this history")), qPrintable(text));
    }
    QVERIFY(!timingText(app).empty());
    QCOMPARE(app.ask("history-refresh"), QString());
    QVERIFY(waitHistory(app));
    QCOMPARE(openKeptHistory({})->list()->size(), 2U);
    QCOMPARE(*openKeptHistory({})->readText(2), timingText(app));
}

BATCHSCOPE_NAMED_TEST("history", QTEST_MAIN(HistoryAppTest))

} // namespace batchscope::history_test

#include "history_test.moc"
