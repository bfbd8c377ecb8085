// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots and their tables leave the window: by command, script and dialog.
#include <QTest>

#include "app/window/panels.h"
#include "core/bench/plot_figures.h"
#include "core/records/bench_document.h"
#include "tests/app/fixture.h"
#include "tests/support/named_test.h"
#include "views/plots/plot_export.h"
#include "views/plots/plot_widget.h"

#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QJsonArray>
#include <QPointer>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <array>

namespace batchscope::plots_test {

using namespace test;

namespace {

constexpr std::array<const char*, 3> kPlotPanelIds = {"batch-sizes", "timing", "statistics"};

PlotView& plotViewOf(Application& app, const char* panel) {
    return *qobject_cast<PlotView*>(viewOf(app.window, QString::fromLatin1(panel)));
}

/// Something is measured, and all that the plots show is counted.
bool openAndMeasure(Application& app) {
    return app.openSample("sentences.ptb") &&
           app.ask("measure", {{QStringLiteral("dims"), QJsonArray{8}},
                               {QStringLiteral("batches"), QJsonArray{1, 2}},
                               {QStringLiteral("repeats"), 3}})
               .isEmpty() &&
           app.waitIdle() && app.ask("show-panel", {{QStringLiteral("id"), QStringLiteral("statistics")}}).isEmpty() &&
           QTest::qWaitFor([&app] { return plotViewOf(app, "statistics").table().model()->rowCount() > 0; },
                           testing::kPatienceMs);
}

bool isKind(const QString& path, const QByteArray& beginning) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(400).contains(beginning);
}

QJsonObject inPanel(const char* panel, QJsonObject others = {}) {
    others.insert(QStringLiteral("panel"), QString::fromLatin1(panel));
    return others;
}

} // namespace

class PlotsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPlotIsSavedAndCopiedByCommand();
    void aMeasurementIsSavedAsJson();
    void aMeasurementIsSavedAsAReport();
    void aRunFromAFileIsShownBesideTheMeasurement();
    void wrongArgumentsAreAnswered();
    void theDialogSaves();
};

void PlotsTest::everyPlotIsSavedAndCopiedByCommand() {
    Application app;
    QVERIFY(openAndMeasure(app));
    const QTemporaryDir folder;
    for (const char* panel : kPlotPanelIds) {
        const auto path = [&](const char* ending) {
            return folder.filePath(QLatin1String(panel) + QLatin1Char('.') + QLatin1String(ending));
        };
        for (const auto& [ending, beginning] :
             {std::pair("pdf", "%PDF"), std::pair("svg", "<svg width=\"178mm\""), std::pair("png", "\x89PNG")}) {
            QCOMPARE(app.ask("save-plot",
                             inPanel(panel, {{QStringLiteral("path"), path(ending)}, {QStringLiteral("width"), 178}})),
                     QString());
            QVERIFY2(isKind(path(ending), beginning), qPrintable(path(ending)));
        }
        QGuiApplication::clipboard()->clear();
        QCOMPARE(app.ask("copy-plot", inPanel(panel)), QString());
        QCOMPARE(QGuiApplication::clipboard()->image().width(), 1004);
        QCOMPARE(app.ask("save-table", inPanel(panel, {{QStringLiteral("path"), path("csv")}})), QString());
        QVERIFY(isKind(path("csv"), ","));
        QCOMPARE(app.ask("copy-table", inPanel(panel)), QString());
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), plotViewOf(app, panel).table().model()->rowCount() + 1);
        QVERIFY2(lines.at(0).contains(u'\t'), qPrintable(lines.at(0)));
    }
}

void PlotsTest::aMeasurementIsSavedAsJson() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("timing.json"));
    const QJsonObject asked = {{QStringLiteral("path"), path}};
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(app.ask("show-panel", {{QStringLiteral("id"), QStringLiteral("timing")}}), QString());
    QVERIFY(app.ask("save-table", inPanel("timing", asked)).contains(QStringLiteral("nothing in this table")));
    QVERIFY(!QFile::exists(path));
    QVERIFY(openAndMeasure(app));
    QVERIFY(app.ask("save-table", inPanel("batch-sizes", asked)).contains(QStringLiteral("no JSON document")));
    QVERIFY(!QFile::exists(path));
    QCOMPARE(app.ask("save-table", inPanel("timing", asked)), QString());
    const Result<BenchDocument> document = readBenchDocument(path.toStdString(), {});
    QVERIFY2(document, document ? "" : document.error().text().c_str());
    QCOMPARE(static_cast<int>(document->report.results.size()), plotViewOf(app, "timing").table().model()->rowCount());
    QVERIFY(!document->isCancelled);
}

void PlotsTest::aRunFromAFileIsShownBesideTheMeasurement() {
    Application app;
    QVERIFY(openAndMeasure(app));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("run.json"));
    QCOMPARE(app.ask("save-table", inPanel("timing", {{QStringLiteral("path"), path}})), QString());
    QVERIFY(app.ask("compare-runs").contains(QStringLiteral("open another run")));
    const int measured = plotViewOf(app, "timing").table().model()->rowCount();
    QCOMPARE(app.ask("open-runs", {{QStringLiteral("path"), path}}), QString());
    QCOMPARE(plotViewOf(app, "timing").table().model()->rowCount(), 2 * measured);
    QCOMPARE(app.ask("compare-runs"), QString());
    QVERIFY(app.window.findChild<QDialog*>(QStringLiteral("run-comparison"))->isVisible());
    QVERIFY(!app.ask("open-runs", {{QStringLiteral("path"), folder.filePath(QStringLiteral("gone.json"))}}).isEmpty());
    QCOMPARE(app.ask("close-runs"), QString());
    QCOMPARE(plotViewOf(app, "timing").table().model()->rowCount(), measured);
    QCOMPARE(app.ask("open", {{QStringLiteral("path"), path}}), QString()); // as a file that is dropped on the window
    QCOMPARE(plotViewOf(app, "timing").table().model()->rowCount(), 2 * measured);
    QCOMPARE(app.ask("close-runs"), QString());
    QCOMPARE(plotViewOf(app, "timing").table().model()->rowCount(), measured);
}

void PlotsTest::aMeasurementIsSavedAsAReport() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("r.html"));
    const QJsonObject asked = {{QStringLiteral("path"), path}};
    Application app;
    QVERIFY(app.ask("save-report", asked).contains(QStringLiteral("nothing has been measured yet")));
    QVERIFY(openAndMeasure(app));
    const QString wrong = folder.filePath(QStringLiteral("r.pdf"));
    QVERIFY(app.ask("save-report", {{QStringLiteral("path"), wrong}}).contains(QStringLiteral(".html")));
    QVERIFY(app.ask("save-report").contains(QStringLiteral("\"path\"")));
    QVERIFY(app.ask("save-report", {{QStringLiteral("path"), QStringLiteral("/no/such/folder/r.html")}})
                .startsWith(QStringLiteral("/no/such/folder/r.html")));
    QVERIFY(QDir(folder.path()).isEmpty());
    QCOMPARE(app.ask("save-report", asked), QString());
    QVERIFY(isKind(path, "<!DOCTYPE html>"));
    QCOMPARE(app.ask("show-panel", {{QStringLiteral("id"), QStringLiteral("timing")}}), QString());
    testing::settle();
    QCOMPARE(app.ask("save-report", {{QStringLiteral("dialog"), true}}), QString());
    auto* const dialog = app.window.findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QVERIFY2(dialog->selectedFiles().constFirst().endsWith(QStringLiteral("/sentences-report.html")),
             qPrintable(dialog->selectedFiles().constFirst()));
    dialog->reject();
}

void PlotsTest::wrongArgumentsAreAnswered() {
    Application app;
    QVERIFY(app.ask("save-plot").contains(QStringLiteral("no plot is visible"))); // the welcome page
    QVERIFY(app.ask("copy-plot", inPanel("timing")).contains(QStringLiteral("hidden")));
    QVERIFY(app.openSample("sentences.ptb"));
    const QTemporaryDir folder;
    const auto said = [&](const char* panel, const char* name, QJsonObject others = {}) {
        others.insert(QStringLiteral("path"), folder.filePath(QString::fromLatin1(name)));
        return app.ask("save-plot", inPanel(panel, others));
    };
    const QString endings = said("batch-sizes", "x.jpg");
    QVERIFY2(endings.contains(QStringLiteral(".pdf, .svg or .png")), qPrintable(endings));
    QVERIFY(said("steps", "x.pdf").contains(QStringLiteral("batch-sizes, training, statistics, speed-up, timing")));
    QCOMPARE(app.ask("show-panel-timing"), QString());
    QVERIFY(said("timing", "x.pdf").contains(QStringLiteral("nothing in this plot"))); // nothing is measured
    QVERIFY(said("batch-sizes", "x.pdf", {{QStringLiteral("width"), 1}}).contains(QStringLiteral("mm")));
    QVERIFY(app.ask("save-plot", inPanel("batch-sizes")).contains(QStringLiteral("\"path\"")));
    QVERIFY(QDir(folder.path()).isEmpty());
    const QString nowhere = QStringLiteral("/no/such/folder/x.pdf");
    QVERIFY(app.ask("save-plot", inPanel("batch-sizes", {{QStringLiteral("path"), nowhere}})).startsWith(nowhere));
}

void PlotsTest::theDialogSaves() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    const QTemporaryDir folder;
    QCOMPARE(app.ask("save-plot", inPanel("batch-sizes", {{QStringLiteral("dialog"), true}})), QString());
    const QPointer<QFileDialog> dialog = app.window.findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    const QString path = folder.filePath(QStringLiteral("mine.svg"));
    emit dialog->filesSelected({path});
    QVERIFY(isKind(path, "<svg"));
    dialog->reject();
    QTRY_VERIFY(dialog == nullptr);
    QVERIFY(!app.ask("save-plot", inPanel("timing", {{QStringLiteral("dialog"), true}})).isEmpty()); // nothing to save
}

BATCHSCOPE_NAMED_TEST("plots", QTEST_MAIN(PlotsTest))

} // namespace batchscope::plots_test

#include "plots_test.moc"
