// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/bench/cost_fit.h"
#include "core/records/bench_tables.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "tests/support/timed_results.h"
#include "views/plots/bar_plots.h"
#include "views/plots/batch_sizes_view.h"
#include "views/plots/bench_form.h"
#include "views/plots/line_plot.h"
#include "views/plots/measured.h"
#include "views/plots/plot_chooser.h"
#include "views/plots/plot_style.h"
#include "views/plots/timing_view.h"
#include "views/plots/treebank_statistics_view.h"
#include "views/session/tree_finder.h"
#include "views/tables/column_model.h"
#include "views/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include <algorithm>

namespace batchscope::plots_test {

namespace {

BenchResult result(const char* arm, std::size_t batch, double seconds) {
    BenchResult result = testing::armResult(arm, batch, seconds);
    result.samples = {seconds * 0.9, seconds, seconds * 1.2};
    result.speedup = result.arm == "regular" ? 1.0 : 6.4;
    result.noisy = batch == 8;
    result.verdict = result.noisy ? SpeedVerdict::Varying : SpeedVerdict::Steady;
    return result;
}

} // namespace

class PlotsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void treebankNumbersSayWhatFindsThem() {
        TreebankNumbers numbers;
        numbers.bank = testing::snapshotOf(testing::kThreeTrees, "depth").treebank;
        numbers.all = std::make_shared<const TreeHistograms>(*histogramsOf(*numbers.bank, TreeRows::all(3), {}));
        numbers.labels = frequentFirst(numbers.bank->labelCounts);
        const NumberSeries sizes = seriesOf(numbers, Subject::Sizes);
        QCOMPARE(sizes.bars.size(), std::size_t{5}); // 3 to 7 nodes
        QCOMPARE(sizes.bars.front().filter, QStringLiteral("size:3"));
        QCOMPARE(sizes.bars.back().all, std::uint64_t{1});
        QVERIFY(!sizes.hasFound);
        const NumberSeries shapes = seriesOf(numbers, Subject::Shapes);
        QVERIFY(shapes.summary.contains(QStringLiteral("3 distinct shapes in 3 trees")));
        QCOMPARE(shapes.bars.front().filter, QStringLiteral("shape:0"));
        const NumberSeries labels = seriesOf(numbers, Subject::Labels);
        QCOMPARE(labels.bars.front().label, QStringLiteral("2"));
        QVERIFY2(labels.summary.contains(QStringLiteral("classes")), qPrintable(labels.summary));
        for (const Subject subject :
             {Subject::Sizes, Subject::Words, Subject::Heights, Subject::Arities, Subject::Shapes, Subject::Labels}) {
            QVERIFY(!titleOf(subject).isEmpty());
            for (const NumberBar& bar : seriesOf(numbers, subject).bars) {
                QVERIFY2(parseTreeFilter(bar.filter.toStdString()).hasValue(), qPrintable(bar.filter));
            }
        }
    }

    void treebankStatisticsFollowTheFilter() {
        testing::ShownView<TreebankStatisticsView> shown(QSize(900, 300));
        auto& [file, lanes, session, playback, view] = shown;
        QVERIFY(shown.open());
        auto* table = view.findChild<QTableView*>();
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const auto found = table->model()->columnCount() - 1;
        QVERIFY(table->isColumnHidden(found));
        session.finder().setText(QStringLiteral("size>3"));
        QTRY_VERIFY(!table->isColumnHidden(found));
        QCOMPARE(table->model()->index(0, found).data().toString(), QStringLiteral("0"));
        auto* plot = view.findChild<BarPlot*>();
        emit plot->barClicked(0);
        QCOMPARE(session.finder().text(), QStringLiteral("size:3"));
        QTRY_VERIFY(!session.busy());
    }

    void numberListsAreChecked() {
        const auto parse = [](const char* text) { return parseNumberList(QString::fromUtf8(text), 1000); };
        QCOMPARE(*parse("8, 1,32,8"), (std::vector<std::int32_t>{1, 8, 32}));
        QCOMPARE(*parse(" 5 "), std::vector<std::int32_t>{5});
        for (const char* wrong : {"", ",", "0", "-1", "1.5", "a", "1001", "99999999999"}) {
            QVERIFY2(!parse(wrong), wrong);
        }
    }

    void resultsGrowWhileTheyAreMeasured() {
        using Model = RowsModel<BenchResult>;
        Model model(windowColumns(), [](const BenchResult& each, std::string_view key, int role) {
            return resultLook(lightTheme(), each, key, role);
        });
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<BenchResult> results = {result("regular", 1, 0.002), result("folded", 1, 0.001)};
        results[1].phases.backward = 0.003;
        model.setRows(results);
        const auto at = [&model](int row, std::string_view key) { return model.index(row, model.columnOf(key)); };
        QCOMPARE(at(1, "median_s").data().toString(), QStringLiteral("1 ms"));
        QCOMPARE(at(1, "speedup_batching").data().toString(), QStringLiteral("6.40×"));
        const QString phases = at(1, "median_s").data(Qt::ToolTipRole).toString();
        QVERIFY(phases.contains(QStringLiteral("compute")) && phases.contains(QStringLiteral("backward: 3 ms")));
        results.push_back(result("folded", 8, 0.004));
        results.back().equal = false;
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setRows(results, Model::Rows::GoOn);
        QCOMPARE(resets.count(), 0);
        QCOMPARE(model.rowCount(), 3);
        QVERIFY(at(2, "iqr_s").data(Qt::ForegroundRole).isValid());
        QCOMPARE(at(2, "equal").data().toString(), QStringLiteral("NO"));
        QVERIFY(at(2, "equal").data(Qt::ForegroundRole).isValid());
        QVERIFY(model.columnOf("equal") < model.columnOf("iqr_s")); // seen without scrolling
        QTableView table;
        table.setModel(&model);
        model.showFilled(table);
        QVERIFY(table.isColumnHidden(model.columnOf("threads")));  // the same everywhere
        QVERIFY(table.isColumnHidden(model.columnOf("ci_low_s"))); // for other programs
        QVERIFY(!table.isColumnHidden(model.columnOf("noisy")));
        model.setRows({});
        QCOMPARE(model.rowCount(), 0);
    }

    void barsTakeClicksAndKeys() {
        testing::ShownView<BatchSizesView> shown(QSize(900, 260));
        QVERIFY(shown.open());
        auto& plot = *shown.view.findChild<BarPlot*>();
        shown.view.findChild<QCheckBox*>()->setChecked(true);
        QVERIFY(plot.figure().isLogarithmic);
        QVERIFY(!plot.grab().isNull());
        QSignalSpy clicks(&plot, &BarPlot::barClicked);
        QWidget* canvas = plot.findChildren<QWidget*>().constFirst();
        QTest::mouseClick(canvas, Qt::LeftButton, Qt::NoModifier, canvas->rect().center());
        QCOMPARE(clicks.count(), 1);
        const double before = shown.playback.time();
        QTest::keyClick(canvas, Qt::Key_Right);
        QTRY_VERIFY(shown.playback.time() > before);
        plot.setFigure({});
        QVERIFY(plot.isEmpty() && !plot.grab().isNull());
    }

    void formRefusesWhatCannotBeMeasured() {
        BenchForm form;
        form.setState(BenchForm::State::Ready);
        const BenchConfig base;
        const auto config = form.config(base);
        QVERIFY(config.has_value());
        QCOMPARE(config->batches, (std::vector<std::size_t>{1, 8, 32, 128}));
        QCOMPARE(config->arms.size(), std::size_t{4}); // so that batching and engine are told apart
        form.follow(300, "agenda");
        QCOMPARE(form.config(base)->arms,
                 (std::vector<std::string>{"regular@off", "regular", "folded:agenda@off", "folded:agenda"}));
        QCOMPARE(form.config(base)->dims, std::vector<std::int32_t>{300});
        form.follow(300, "regular");
        QCOMPARE(form.config(base)->arms, (std::vector<std::string>{"regular@off", "regular"}));
        BenchEntries entries;
        entries.arms = {"folded"};
        entries.dims = {8, 16};
        entries.threads = {1};
        QVERIFY(form.fill(entries).hasValue());
        form.follow(300, "agenda"); // what was asked for stays
        QCOMPARE(form.config(base)->arms, std::vector<std::string>{"folded:depth"});
        QCOMPARE(form.config(base)->dims, (std::vector<std::int32_t>{8, 16}));
        QCOMPARE(form.config(base)->threads, std::vector<int>{1});
        entries.repeats = 0;
        QVERIFY(!form.fill(entries).hasValue());
        entries.repeats = 1;
        entries.arms = {"folded@cse"}; // an arm that the form cannot show must not be dropped in silence
        QVERIFY(!form.fill(entries).hasValue());
        form.findChildren<QLineEdit*>().constFirst()->setText(QStringLiteral("none"));
        QVERIFY(!form.config(base).has_value());
        form.setState(BenchForm::State::Running);
        QVERIFY(form.config(base) == std::nullopt);
    }

    void aLowPlotLeavesRoomForItsCurves() {
        auto report = std::make_shared<BenchReport>();
        for (const char* const arm : {"regular", "regular@off", "folded:depth", "folded:depth@off"}) {
            report->results.push_back(result(arm, 1, 0.01));
            report->results.push_back(result(arm, 8, 0.04));
        }
        LinePlot view;
        view.setMinimumSize(100, 100); // else no smaller than its legend, as in no panel
        view.setReport(report);
        view.show();
        auto* const plot = view.findChild<QCustomPlot*>();
        const auto axes = [&](int width, int height) {
            view.resize(width, height);
            plot->replot();
            return plot->axisRect()->rect();
        };
        QVERIFY(axes(700, 400).height() > 200);
        QVERIFY(plot->legend->visible());
        QVERIFY(plot->yAxis->label().contains(QStringLiteral("log")));
        const QRect low = axes(700, 150);
        QVERIFY2(low.height() > 70, qPrintable(QString::number(low.height())));
        QVERIFY(plot->legend->visible());
        QVERIFY(plot->legend->outerRect().left() >= low.right());
        QVERIFY(plot->legend->outerRect().height() <= 150);
        QVERIFY(!plot->yAxis->label().contains(QStringLiteral("log")));
        const QRect small = axes(240, 110);
        QVERIFY2(small.height() > 30 && small.width() > 120, qPrintable(QString::number(small.width())));
        QVERIFY(!plot->legend->visible());
        QVERIFY(axes(700, 400).height() > 200);
        QVERIFY(plot->legend->visible());
        QVERIFY(plot->legend->outerRect().bottom() <= plot->axisRect()->outerRect().top() + 1);
    }

    void measuringFillsPlotAndTable() {
        testing::UnmeasuredSession own; // the sweep is measured all the same
        Session& session = own.session;
        Playback playback(session);
        TimingView view(session, playback);
        BatchSizesView sizes(session, playback);
        view.resize(1100, 300);
        view.show();
        sizes.show();
        const testing::TreesFile file;
        session.open({file.path()});
        QVERIFY(testing::waitIdle(session));
        for (const QLabel* label : view.findChildren<QLabel*>()) {
            QVERIFY(label->accessibleName() != QStringLiteral("Advice from the measurement") || label->isHidden());
        }
        const auto edits = view.findChildren<QLineEdit*>();
        for (QLineEdit* edit : edits) {
            if (edit->accessibleName().startsWith(QStringLiteral("Widths"))) {
                edit->setText(QStringLiteral("4"));
            } else if (edit->accessibleName().startsWith(QStringLiteral("Trees"))) {
                edit->setText(QStringLiteral("1,3,50"));
            }
        }
        for (QPushButton* button : view.findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Measure")) {
                QTRY_VERIFY(button->isEnabled());
                button->click();
                break;
            }
        }
        QVERIFY(session.benchRunning());
        QTRY_VERIFY(!session.benchRunning());
        auto* table = view.findChild<QTableView*>();
        QTRY_COMPARE(table->model()->rowCount(), 8); // four arms at 1 and 3 trees; 50 are not there
        QCOMPARE(session.bench()->notes.size(), std::size_t{1});
        const auto texts = view.findChildren<QLabel*>();
        const auto advice = std::find_if(texts.begin(), texts.end(), [](const QLabel* label) {
            return label->accessibleName() == QStringLiteral("Advice from the measurement");
        });
        QVERIFY(advice != texts.end());
        QStringList sentences;
        for (const std::string& sentence : adviceByTitle(*session.bench())) {
            sentences << QString::fromStdString(sentence);
        }
        QVERIFY(!sentences.isEmpty());
        QVERIFY((*advice)->isVisible());
        QTRY_COMPARE((*advice)->text(), sentences.join(u' ')); // also in a low panel
        QTRY_VERIFY((*advice)->height() >= (*advice)->heightForWidth((*advice)->width()));

        QVERIFY(view.measure().hasValue());
        session.cancel();
        auto says = [&view](const QString& text) {
            const auto labels = view.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](QLabel* label) { return label->text() == text; });
        };
        QTRY_VERIFY(says(QStringLiteral("Canceled.")));
        QCOMPARE(table->model()->rowCount(), 8); // what was measured before stays
        QTRY_VERIFY(!session.busy() && !session.benchRunning());

        const auto stale = std::find_if(texts.begin(), texts.end(), [](const QLabel* label) {
            return label->text().startsWith(QStringLiteral("These figures are of other trees"));
        });
        QVERIFY(stale != texts.end());
        const auto& chooser = *view.findChild<PlotChooser*>();
        QVERIFY2(chooser.caption().startsWith(QStringLiteral("tree-lstm, dim 4, ")), qPrintable(chooser.caption()));
        QVERIFY(!(*stale)->isVisible());
        SessionConfig other = session.config();
        other.graph.model = "tree-rnn";
        session.setConfig(other);
        QTRY_VERIFY((*stale)->isVisible());
        QVERIFY(chooser.caption().startsWith(QStringLiteral("tree-lstm"))); // what was measured
        other.graph.model = "tree-lstm";
        session.setConfig(other);
        QTRY_VERIFY(!(*stale)->isVisible());
        QTRY_VERIFY(!session.busy());
    }
};

BATCHSCOPE_NAMED_TEST("plots", QTEST_MAIN(PlotsTest))

} // namespace batchscope::plots_test

#include "plots_test.moc"
