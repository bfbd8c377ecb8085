// SPDX-License-Identifier: GPL-3.0-or-later
//
// A net of the user's own, from a file of its methods: run, measured, changed again.
#include "tests/app/fixture.h"

#include "core/records/bench_document.h"
#include "tests/support/named_test.h"

#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QTextBrowser>

#include <algorithm>

namespace batchscope::own_model_test {

using batchscope::test::Application;

namespace {

void measures(Application& app, const QString& path) {
    const QJsonObject quick{{QStringLiteral("batches"), QJsonArray{4}},
                            {QStringLiteral("arms"), QJsonArray{QStringLiteral("regular"), QStringLiteral("folded")}},
                            {QStringLiteral("repeats"), 2}};
    QCOMPARE(app.ask("measure", quick), QString());
    QTRY_VERIFY_WITH_TIMEOUT(app.window.session().benchDocument() != nullptr, 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(!app.window.session().benchRunning(), 120'000);
    const BenchDocument& measured = *app.window.session().benchDocument();
    QVERIFY(!measured.report.results.empty());
    QCOMPARE(measured.report.results.front().model, path.toStdString());
}

} // namespace

class OwnModelTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itIsRunAndMeasuredAndChanged();
    void whatIsCalledHasNoEngine();
};

void OwnModelTest::itIsRunAndMeasuredAndChanged() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.py"));
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    QVERIFY(QFile::copy(QStringLiteral(BATCHSCOPE_SOURCE_DIR "/sample_data/templates/binary.py"), path));
    QCOMPARE(app.ask("open-model", {{QStringLiteral("path"), path}}), QString());
    QTRY_VERIFY(app.snapshot().config.graph.model == path.toStdString());
    QVERIFY(app.waitIdle());
    QVERIFY(app.snapshot().report->equality->equal);
    const auto pages = app.window.findChildren<QTextBrowser*>();
    QVERIFY2(std::any_of(pages.begin(), pages.end(),
                         [](const QTextBrowser* page) {
                             return page->toPlainText().contains(QStringLiteral("compose (mine.py")) &&
                                    page->toPlainText().contains(QStringLiteral("translated into primitives"));
                         }),
             "the Overview says how the methods run");
    measures(app, path);
    const auto widthOf = [&app] { return app.snapshot().graph->ops.ops[OpId(std::size_t{0})].outputWidth(0); };
    QCOMPARE(widthOf(), 64);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray narrower = file.readAll();
    narrower.replace("(30000, 64)", "(30000, 32)")
        .replace("(128, 128)", "(64, 64)")
        .replace("(128)", "(64)")
        .replace("(5, 64)", "(5, 32)");
    file.resize(0);
    file.seek(0);
    file.write(narrower);
    file.close();
    QTRY_COMPARE_WITH_TIMEOUT(widthOf(), 32, 60'000);
    QVERIFY(app.waitIdle());
    QVERIFY(app.snapshot().report->equality->equal);
    QCOMPARE(app.ask("model", {{QStringLiteral("name"), QStringLiteral("tree-lstm")}}), QString());
    QVERIFY(app.waitIdle());
}

/// The engine was asked for, but cannot run it: its box says so, and no pass can be toggled.
void OwnModelTest::whatIsCalledHasNoEngine() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("called.py"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("E = parameter(30000, 8)\n\n"
               "def leaf(self, word):\n    return torch.embedding(self.E, word, -1, False, False)\n\n"
               "def compose(self, left, right):\n    return torch.erf(left + right)\n");
    file.close();
    Application app;
    app.runOnEngine();
    QVERIFY(app.openSample("sentences.ptb"));
    const QComboBox& box = *app.window.findChild<QComboBox*>(QStringLiteral("executor"));
    const auto offersEngine = [&box] { return box.model()->index(1, 0).flags().testFlag(Qt::ItemIsEnabled); };
    const QJsonObject pass{{QStringLiteral("name"), QStringLiteral("push")}};
    app.ask("show-panel", {{QStringLiteral("id"), QStringLiteral("passes")}});
    QVERIFY(app.waitIdle());
    testing::settle();
    QVERIFY(offersEngine() && box.currentIndex() == 1);
    QCOMPARE(app.ask("model", {{QStringLiteral("name"), path}}), QString());
    QTRY_VERIFY(app.snapshot().config.graph.model == path.toStdString());
    QVERIFY(app.waitIdle());
    testing::settle();
    QVERIFY(!offersEngine() && box.currentIndex() == 0);
    const QString why = box.itemData(1, Qt::ToolTipRole).toString();
    QVERIFY2(why.contains(QStringLiteral("(compose)")), qPrintable(why));
    QVERIFY(app.ask("toggle-pass", pass).contains(QStringLiteral("without the engine")));
    QCOMPARE(app.ask("model", {{QStringLiteral("name"), QStringLiteral("tree-lstm")}}), QString());
    QVERIFY(app.waitIdle());
    testing::settle();
    QVERIFY(offersEngine() && box.currentIndex() == 1);
    QCOMPARE(app.ask("toggle-pass", pass), QString());
}

BATCHSCOPE_NAMED_TEST("own_model", QTEST_MAIN(OwnModelTest))

} // namespace batchscope::own_model_test

#include "own_model_test.moc"
