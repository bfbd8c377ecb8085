// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel of the history on a real file: rows, trend, notes, faults, and what is kept whatever happens to the file.
#include <QTest>

#include "core/records/history_place.h"
#include "tests/support/kept_documents.h"
#include "tests/support/locked_file.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "tests/support/waiting.h"
#include "views/history/comparison_dialog.h"
#include "views/history/comparison_model.h"
#include "views/history/history_view.h"
#include "views/history/runs_model.h"
#include "views/models/words.h"
#include "views/plots/trend_plot.h"
#include "views/plots/trend_tip.h"
#include "views/session/sweep_queue.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <sqlite3.h>

namespace batchscope::history_view_test {

using batchscope::testing::LockedFile;
using batchscope::testing::madeDocument;
using batchscope::testing::MadeRun;
using batchscope::testing::ShownView;

namespace {

std::string day(int number) {
    return QStringLiteral("2026-05-%1T10:00:00Z").arg(number, 2, 10, QLatin1Char('0')).toStdString();
}

/// Four runs: slower in the second, on another machine in the third, noisy in the fourth.
const std::vector<MadeRun> kRuns = {{.date = day(1)},
                                    {.date = day(2), .foldedBy = 1.2},
                                    {.date = day(3), .host = "attic"},
                                    {.date = day(4), .foldedBy = 1.2, .verdict = SpeedVerdict::Busy}};

/// A data folder of the user's, for one test.
struct DataFolder {
    QTemporaryDir folder;

    DataFolder() { qputenv("XDG_DATA_HOME", folder.path().toLocal8Bit()); }
    [[nodiscard]] static std::string file() { return *usualHistoryFile(); }
};

void keepRuns(const std::vector<MadeRun>& runs) {
    Result<BenchHistory> history = openHistory({});
    QVERIFY(history);
    for (const MadeRun& run : runs) {
        QVERIFY(history->add(madeDocument(run)));
    }
}

struct ShownHistory {
    DataFolder data;
    ShownView<HistoryView> shown{QSize(1100, 300)};

    HistoryView& view() { return shown.view; }
    RunHistory& history() { return shown.view.history(); }
    [[nodiscard]] bool waitRead() {
        return QTest::qWaitFor([this] { return history().isKnown() && !history().isBusy(); },
                               batchscope::testing::kPatienceMs);
    }
    [[nodiscard]] QString cell(int row, int column) {
        return view().table().model()->index(row, column).data().toString();
    }
    [[nodiscard]] QString emptyText() { return view().findChild<QLabel*>(QStringLiteral("history-empty"))->text(); }
    [[nodiscard]] const TrendPlot& plot() { return static_cast<const TrendPlot&>(view().plot()); }
};

std::size_t runsInFile() {
    const Result<BenchHistory> history = openKeptHistory({});
    return history ? history->list()->size() : 0;
}

} // namespace

class HistoryTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsSayWhatWasMeasuredAndWhatChanged();
    void rowsHoldUnderTheModelTester();
    void theTrendMarksWhatBecameSlower();
    void choosingARunShowsWhereItBecameSlower();
    void armsCanBeHiddenAndChosen();
    void aFilterLeavesWhatMatches();
    void notesAreEditedInPlace();
    void aNoteThatIsTypedOutlivesAChangeOfTheList();
    void runsAreRemoved();
    void keysOpenEditAndRemove();
    void nothingIsSaidToBeNothing();
    void aFileThatIsNoHistoryIsNamed();
    void aDamagedDocumentDoesNotHideTheOthers();
    void sweepsAreKeptWhereThatIsOn();
    void aLockedFileCostsNothing();
    void whatWaitsIsKeptWhenTheWindowGoes();
    void anotherProgramsRunsAreSeenWhenShown();
    void twoRunsAreCompared();
    void aPageOfTheTrendHasTheSameCurves();
    void aThousandRunsAreListed();
};

void HistoryTest::rowsSayWhatWasMeasuredAndWhatChanged() {
    ShownHistory test;
    keepRuns(kRuns);
    test.history().refresh();
    QVERIFY(test.waitRead());
    QCOMPARE(test.view().table().model()->rowCount(), 4);
    QCOMPARE(test.cell(0, RunsModel::Run), QStringLiteral("4")); // the newest first
    QCOMPARE(test.cell(0, RunsModel::Change), QStringLiteral("same"));
    QCOMPARE(test.cell(1, RunsModel::Change), QStringLiteral("not compared"));
    QCOMPARE(test.cell(2, RunsModel::Change), QStringLiteral("▲ 2 slower"));
    QCOMPARE(test.cell(3, RunsModel::Change), QStringLiteral("not compared"));
    QCOMPARE(test.cell(2, RunsModel::Date), QStringLiteral("2026-05-02 10:00"));
    QCOMPARE(test.cell(2, RunsModel::File), QStringLiteral("trees.ptb"));
    QCOMPARE(test.cell(2, RunsModel::Measured), QStringLiteral("regular, folded · trees 8, 32 · dim 100"));
    const QModelIndex moved = test.view().table().model()->index(1, RunsModel::Change);
    QVERIFY(moved.data(Qt::ToolTipRole).toString().contains(QStringLiteral("host: \"lab\" then, \"attic\" now")));
    const QModelIndex slower = test.view().table().model()->index(2, RunsModel::Change);
    QVERIFY(slower.data(Qt::ToolTipRole).toString().contains(QStringLiteral("2 of 4 series slower by more than 5%")));
    QCOMPARE(test.view().plainTable().plainRow(1).size(), test.view().plainTable().plainTitles().size());
    QCOMPARE(test.view().plainTable().plainRow(1).at(9), QStringLiteral("2"));
    QVERIFY(test.view().showArm(QStringLiteral("all")));
    QCOMPARE(test.view().table().model()->headerData(RunsModel::ColumnCount + 1, Qt::Horizontal).toString(),
             QStringLiteral("folded")); // the arms that are plotted
    const auto& folded = test.history().trend()->series[1];
    QCOMPARE(test.cell(2, RunsModel::ColumnCount + 1), secondsText(folded.points[1].medianSeconds) + u" ▲");
    QVERIFY(test.cell(0, RunsModel::ColumnCount + 1).endsWith(QStringLiteral("noisy")));
}

void HistoryTest::rowsHoldUnderTheModelTester() {
    RunsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    HistoryEntry entry;
    entry.id = 7;
    entry.note = "fast";
    const KeptRun run = keptRun(entry, madeDocument({}));
    const auto trend = std::make_shared<const HistoryTrend>(*trendOf(std::span(&run, 1), kUsualTolerance, {}));
    model.setRuns({entry}, nullptr);
    QCOMPARE(model.index(0, RunsModel::Change).data().toString(), QString());
    model.setRuns({entry}, trend);
    QCOMPARE(model.index(0, RunsModel::Change).data().toString(), QStringLiteral("not compared"));
    QSignalSpy edited(&model, &RunsModel::noteEdited);
    QVERIFY(!model.setData(model.index(0, RunsModel::Note), QStringLiteral("fast"), Qt::EditRole));
    QVERIFY(!model.setData(model.index(0, RunsModel::Host), QStringLiteral("x"), Qt::EditRole));
    QVERIFY(model.setData(model.index(0, RunsModel::Note), QStringLiteral("slow"), Qt::EditRole));
    QCOMPARE(edited.size(), 1);
    QCOMPARE(edited.front().at(0).toLongLong(), 7);
    model.setRuns({}, nullptr);
    ComparisonModel compared(*compareDocuments(madeDocument({}), madeDocument({.slower = 1.2}), kUsualTolerance),
                             nullptr);
    const QAbstractItemModelTester second(&compared, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(compared.rowCount(), 4);
    QCOMPARE(compared.index(0, ComparisonModel::Verdict).data().toString(), QStringLiteral("slower"));
}

void HistoryTest::theTrendMarksWhatBecameSlower() {
    ShownHistory test;
    keepRuns(kRuns);
    test.history().refresh();
    QVERIFY(test.waitRead());
    QVERIFY(!test.plot().isEmpty());
    QVERIFY(test.view().showArm(QStringLiteral("all")));
    const QStringList names = test.plot().legendNames();
    QVERIFY(names.contains(QStringLiteral("regular")));
    QVERIFY(names.contains(QStringLiteral("folded")));
    QVERIFY(names.contains(QStringLiteral("slower")));
    QVERIFY(names.contains(QStringLiteral("hollow: noisy")));
    QVERIFY(!names.contains(QStringLiteral("faster")));
    const auto& trend = *test.history().trend();
    const TrendSeries& folded = trend.series[1];
    QVERIFY(trendTip(folded, folded.points[1], trend).contains(QStringLiteral("Against run 1: 1.2")));
    QVERIFY(trendTip(folded, folded.points[2], trend).contains(QStringLiteral("Not compared: other conditions")));
    QVERIFY(trendTip(folded, folded.points[3], trend).contains(QStringLiteral("other processes used the machine")));
}

void HistoryTest::choosingARunShowsWhereItBecameSlower() {
    ShownHistory test;
    keepRuns({{.date = day(1)}, {.date = day(2), .model = "tree-rnn"}, {.date = day(3), .slower = 1.3}});
    test.history().refresh();
    QVERIFY(test.waitRead());
    const QComboBox* const place = test.view().findChildren<QComboBox*>().front();
    QVERIFY(test.view().chooseRuns({2}));
    QCOMPARE(place->currentText(), QStringLiteral("tree-rnn, dim 100, batch size 8, 1 thread"));
    QCOMPARE(test.view().chosenRuns(), std::vector<std::int64_t>{2});
    QVERIFY(test.view().chooseRuns({3}));
    QCOMPARE(place->currentText(), QStringLiteral("tree-lstm, dim 100, batch size 8, 1 thread"));
    QVERIFY(test.view().showPlace(QStringLiteral("tree-lstm, dim 100, batch size 32, 1 thread")));
    QVERIFY(test.view().chooseRuns({1}));
    QCOMPARE(place->currentText(), QStringLiteral("tree-lstm, dim 100, batch size 32, 1 thread"));
    QVERIFY(!test.view().showPlace(QStringLiteral("mars")));
    QVERIFY(!test.view().chooseRuns({9}));
}

void HistoryTest::armsCanBeHiddenAndChosen() {
    ShownHistory test;
    keepRuns(kRuns);
    test.history().refresh();
    QVERIFY(test.waitRead());
    auto& plot = const_cast<TrendPlot&>(test.plot());
    QVERIFY(!plot.legendNames().contains(QStringLiteral("regular"))); // what folds is shown first
    QVERIFY(test.view().showArm(QStringLiteral("all")));
    QVERIFY(!test.view().showArm(QStringLiteral("mars")));
    plot.toggleCurve("regular");
    QVERIFY(plot.isHidden("regular"));
    plot.toggleCurve("regular");
    QVERIFY(!plot.isHidden("regular"));
    QComboBox* const arm = test.view().findChildren<QComboBox*>().back();
    QCOMPARE(arm->itemText(0), QStringLiteral("All arms"));
    arm->setCurrentIndex(2);
    emit arm->activated(2);
    QVERIFY(!plot.legendNames().contains(QStringLiteral("regular")));
    QVERIFY(plot.legendNames().contains(QStringLiteral("folded")));
}

void HistoryTest::aFilterLeavesWhatMatches() {
    ShownHistory test;
    keepRuns(kRuns);
    test.history().refresh();
    QVERIFY(test.waitRead());
    QLineEdit* const filter = test.view().findChild<QLineEdit*>();
    filter->setText(QStringLiteral("ATTIC"));
    QCOMPARE(test.view().table().model()->rowCount(), 1);
    QVERIFY(test.view().chooseRuns({1})); // shows what it hid
    QCOMPARE(test.view().table().model()->rowCount(), 4);
}

void HistoryTest::notesAreEditedInPlace() {
    ShownHistory test;
    keepRuns(kRuns);
    test.history().refresh();
    QVERIFY(test.waitRead());
    QVERIFY(test.view().editNote(2));
    QLineEdit* const editor = test.view().table().viewport()->findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    editor->setText(QStringLiteral("after the change"));
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY(
        QTest::qWaitFor([&] { return test.cell(2, RunsModel::Note) == u"after the change"; }, testing::kPatienceMs));
    QCOMPARE(openKeptHistory({})->list()->at(1).note, std::string("after the change"));
    QCOMPARE(test.view().chosenRuns(), std::vector<std::int64_t>{2});
}

void HistoryTest::aNoteThatIsTypedOutlivesAChangeOfTheList() {
    ShownHistory test;
    keepRuns(kRuns);
    test.history().refresh();
    QVERIFY(test.waitRead());
    QVERIFY(test.view().editNote(1));
    QLineEdit* const editor = test.view().table().viewport()->findChild<QLineEdit*>();
    editor->setText(QStringLiteral("half a sen"));
    keepRuns({{.date = day(9)}});
    test.history().refresh();
    QVERIFY(test.waitRead());
    QCOMPARE(editor->text(), QStringLiteral("half a sen"));
    QVERIFY(editor->isVisible());
    QCOMPARE(test.view().table().model()->rowCount(), 4);
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY(QTest::qWaitFor([&] { return test.view().table().model()->rowCount() == 5; }, testing::kPatienceMs));
    QVERIFY(QTest::qWaitFor([&] { return openKeptHistory({})->list()->front().note == "half a sen"; },
                            testing::kPatienceMs));
}

void HistoryTest::runsAreRemoved() {
    ShownHistory test;
    keepRuns(kRuns);
    test.history().refresh();
    QVERIFY(test.waitRead());
    test.history().remove({2, 3});
    QVERIFY(test.waitRead());
    QCOMPARE(test.view().table().model()->rowCount(), 2);
    QCOMPARE(test.cell(0, RunsModel::Change), QStringLiteral("unsteady")); // now against the first one, and busy
    QSignalSpy failed(&test.history(), &RunHistory::failed);
    test.history().remove({2});
    QVERIFY(test.waitRead());
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("the history has no entry 2")));
}

void HistoryTest::keysOpenEditAndRemove() {
    ShownHistory test;
    keepRuns(kRuns);
    test.history().refresh();
    QVERIFY(test.waitRead());
    auto& table = const_cast<QTableView&>(test.view().table());
    test.view().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&test.view()));
    QVERIFY(test.view().chooseRuns({3}));
    table.setFocus();
    QSignalSpy opened(&test.view(), &HistoryView::openAsked);
    QTest::keyClick(&table, Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.front().front().toLongLong(), 3);
    QSignalSpy removed(&test.view(), &HistoryView::removeAsked);
    QTest::keyClick(&table, Qt::Key_Delete);
    QCOMPARE(removed.size(), 1);
    QTest::keyClick(&table, Qt::Key_F2);
    QVERIFY(table.viewport()->findChild<QLineEdit*>() != nullptr);
}

void HistoryTest::nothingIsSaidToBeNothing() {
    ShownHistory test;
    QVERIFY(test.waitRead());
    QVERIFY(test.emptyText().contains(QStringLiteral("No measurement is kept yet")));
    QVERIFY(test.emptyText().contains(QStringLiteral("are not kept")));
    test.view().setKeeping(HistoryView::Keeping::On);
    QVERIFY(test.emptyText().contains(QStringLiteral("Press Measure")));
    QVERIFY(!QFile::exists(QString::fromStdString(DataFolder::file()))); // looking makes nothing
    QVERIFY(test.plot().isEmpty());
}

void HistoryTest::aFileThatIsNoHistoryIsNamed() {
    ShownHistory test;
    QVERIFY(test.waitRead());
    keepRuns({{}});
    QFile file(QString::fromStdString(DataFolder::file()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("dear diary, no database today");
    file.close();
    test.history().refresh();
    QVERIFY(test.waitRead());
    QVERIFY2(test.emptyText().contains(QStringLiteral("The history cannot be read")),
             qPrintable(test.emptyText() + test.history().fault()));
    QVERIFY(test.emptyText().contains(QStringLiteral("this file is not a history")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("dear diary, no database today"));
    file.close();
    QVERIFY(file.remove());
    keepRuns(kRuns);
    emit test.view().findChild<QLabel*>(QStringLiteral("history-empty"))->linkActivated(QStringLiteral("refresh"));
    QVERIFY(test.waitRead());
    QCOMPARE(test.view().table().model()->rowCount(), 4);
}

void HistoryTest::aDamagedDocumentDoesNotHideTheOthers() {
    KeptRun damaged{.entry = {.id = 2, .date = day(2)}, .fault = Error{ErrorCode::Parse, "this is not JSON", "x"}};
    const std::vector<KeptRun> runs = {
        keptRun({.id = 1, .date = day(1)}, madeDocument({.date = day(1)})), damaged,
        keptRun({.id = 3, .date = day(3)}, madeDocument({.date = day(3), .slower = 1.3}))};
    const auto trend = std::make_shared<const HistoryTrend>(*trendOf(runs, kUsualTolerance, {}));
    RunsModel model;
    model.setRuns({runs[0].entry, runs[1].entry, runs[2].entry}, trend);
    QCOMPARE(model.index(1, RunsModel::Change).data().toString(), QStringLiteral("damaged"));
    QVERIFY(model.index(1, RunsModel::Change).data(Qt::ToolTipRole).toString().contains(QStringLiteral("not JSON")));
    QCOMPARE(model.index(2, RunsModel::Change).data().toString(), QStringLiteral("▲ 4 slower"));
}

void HistoryTest::sweepsAreKeptWhereThatIsOn() {
    ShownHistory test;
    QVERIFY(test.waitRead());
    const auto document = std::make_shared<const BenchDocument>(madeDocument({}));
    emit test.shown.session.sweeps().ended(document);
    QVERIFY(test.waitRead());
    QCOMPARE(runsInFile(), 0U);
    test.view().setKeeping(HistoryView::Keeping::On);
    emit test.shown.session.sweeps().ended(document);
    QVERIFY(test.waitRead());
    QCOMPARE(runsInFile(), 1U);
    QCOMPARE(test.view().table().model()->rowCount(), 1);
    QCOMPARE(*openKeptHistory({})->readText(1), benchDocumentText(*document));
}

void HistoryTest::aLockedFileCostsNothing() {
    ShownHistory test;
    keepRuns({{.date = day(1)}});
    test.history().refresh();
    QVERIFY(test.waitRead());
    test.view().setKeeping(HistoryView::Keeping::On);
    QSignalSpy failed(&test.history(), &RunHistory::failed);
    {
        const LockedFile locked(DataFolder::file());
        QVERIFY(locked.isLocked());
        emit test.shown.session.sweeps().ended(std::make_shared<const BenchDocument>(madeDocument({.date = day(2)})));
        emit test.shown.session.sweeps().ended(std::make_shared<const BenchDocument>(madeDocument({.date = day(3)})));
        QVERIFY(QTest::qWaitFor([&] { return !failed.empty() && !test.history().isBusy(); }, 60'000));
    }
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("another program is writing to this history")));
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("still shown in Time")));
    QCOMPARE(test.history().waiting(), 2U);
    test.history().refresh();
    QVERIFY(test.waitRead());
    QCOMPARE(test.history().waiting(), 0U);
    QCOMPARE(runsInFile(), 3U);
    QCOMPARE(test.view().table().model()->rowCount(), 3);
}

void HistoryTest::whatWaitsIsKeptWhenTheWindowGoes() {
    const DataFolder data;
    keepRuns({{.date = day(1)}});
    {
        RunHistory history;
        for (int number = 2; number < 6; ++number) {
            history.keep(std::make_shared<const BenchDocument>(madeDocument({.date = day(number)})));
        }
        history.setNote(1, "the first");
        history.remove({1});
        history.setNote(2, "the second");
    }
    QCOMPARE(runsInFile(), 4U);
    QCOMPARE(openKeptHistory({})->list()->front().id, 2);
}

void HistoryTest::anotherProgramsRunsAreSeenWhenShown() {
    ShownHistory test;
    QVERIFY(test.waitRead());
    keepRuns(kRuns);
    test.view().hide();
    test.view().show();
    QVERIFY(QTest::qWaitFor([&] { return test.view().table().model()->rowCount() == 4; }, testing::kPatienceMs));
}

void HistoryTest::twoRunsAreCompared() {
    ShownHistory test;
    keepRuns(kRuns);
    test.history().refresh();
    QVERIFY(test.waitRead());
    std::optional<Result<ComparedRuns>> found;
    test.history().compare(1, 3, [&](const Result<ComparedRuns>& runs) { found = runs; });
    QVERIFY(QTest::qWaitFor([&] { return found.has_value(); }, testing::kPatienceMs));
    QVERIFY(*found);
    QCOMPARE((*found)->comparison.series.size(), 4U);
    ComparisonDialog dialog(**found);
    dialog.show();
    QCOMPARE(dialog.findChild<QTableView*>()->model()->rowCount(), 4);
    QVERIFY(dialog.windowTitle().contains(QStringLiteral("Run 3")));
    found.reset();
    test.history().compare(1, 9, [&](const Result<ComparedRuns>& runs) { found = runs; });
    QVERIFY(QTest::qWaitFor([&] { return found.has_value(); }, testing::kPatienceMs));
    QVERIFY(!*found);
}

void HistoryTest::aPageOfTheTrendHasTheSameCurves() {
    ShownHistory test;
    keepRuns(kRuns);
    test.history().refresh();
    QVERIFY(test.waitRead());
    const std::unique_ptr<PlotWidget> page = test.plot().page(600);
    QCOMPARE(static_cast<const TrendPlot&>(*page).legendNames(), test.plot().legendNames());
}

void HistoryTest::aThousandRunsAreListed() {
    ShownHistory test;
    keepRuns({MadeRun{.batches = {8}}});
    sqlite3* database = nullptr; // in one go: a thousand commits take half a minute
    QCOMPARE(sqlite3_open(DataFolder::file().c_str(), &database), SQLITE_OK);
    const char* const kCopies =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999) INSERT INTO runs (date, build, "
        "host, file, net, note, document) SELECT printf('2026-06-01T%06d', i), build, host, file, net, note, document "
        "FROM runs, n";
    QCOMPARE(sqlite3_exec(database, kCopies, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    QSignalSpy progress(&test.history(), &RunHistory::progressed);
    test.history().refresh();
    QVERIFY(QTest::qWaitFor([&] { return test.view().table().model()->rowCount() == 1000; }, 60'000));
    QVERIFY(test.waitRead());
    QVERIFY(!progress.empty());
    QCOMPARE(test.history().trend()->runs.size(), 1000U);
    QCOMPARE(test.cell(0, RunsModel::Run), QStringLiteral("1000"));
}

BATCHSCOPE_NAMED_TEST("history_view", QTEST_MAIN(HistoryTest))

} // namespace batchscope::history_view_test

#include "history_view_test.moc"
