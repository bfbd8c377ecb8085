// SPDX-License-Identifier: GPL-3.0-or-later
//
// A net of the user's own, written in the window: templates, what a check says and where, saved and run, changed again.
#include "tests/app/fixture.h"

#include "app/window/new_model_dialog.h"
#include "core/records/bench_document.h"
#include "tests/support/named_test.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBrowser>

#include <algorithm>

namespace batchscope::new_model_test {

using batchscope::test::Application;

namespace {

struct Dialog {
    NewModelDialog widget;

    Dialog() { widget.show(); }
    [[nodiscard]] QPlainTextEdit& text() { return *widget.findChild<QPlainTextEdit*>(); }
    [[nodiscard]] QString said() {
        for (const QLabel* label : widget.findChildren<QLabel*>()) {
            if (label->accessibleName() == QStringLiteral("What the check found")) {
                return label->text();
            }
        }
        return {};
    }
    void check() {
        for (QPushButton* button : widget.findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("&Check")) {
                button->click();
            }
        }
        QTRY_VERIFY(!widget.isChecking());
        testing::settle();
    }
};

/// Whether the Timing panel has a box for that net.
bool hasBox(const Application& app, const QString& name) {
    const auto boxes = app.window.findChildren<QCheckBox*>();
    return std::any_of(boxes.begin(), boxes.end(), [&name](const QCheckBox* box) { return box->text() == name; });
}

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

class NewModelTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachTemplateIsFine();
    void whatIsWrongIsShownAtItsPlace();
    void itIsSavedAndRunAndMeasuredAndChanged();
    void whatIsCalledHasNoEngine();
};

void NewModelTest::eachTemplateIsFine() {
    Dialog dialog;
    auto* const templates = dialog.widget.findChild<QComboBox*>();
    QCOMPARE(templates->count(), 5);
    for (int place = 0; place < templates->count(); ++place) {
        templates->setCurrentIndex(place);
        emit templates->activated(place);
        QVERIFY(dialog.text().toPlainText().contains(QStringLiteral("= parameter(")));
        dialog.check();
        QVERIFY2(dialog.said().contains(QStringLiteral("translated into primitives")), qPrintable(dialog.said()));
        QVERIFY2(!dialog.said().contains(QStringLiteral("error")), qPrintable(dialog.said()));
    }
}

void NewModelTest::whatIsWrongIsShownAtItsPlace() {
    Dialog dialog;
    dialog.text().setPlainText(QStringLiteral("E = parameter(9, 4)\n\ndef leaf(self, word):\n    return self.F\n"));
    dialog.check();
    QVERIFY2(dialog.said().contains(QStringLiteral("new_model.py:4:")), qPrintable(dialog.said()));
    QCOMPARE(dialog.text().textCursor().blockNumber(), 3);
    dialog.text().document()->setModified(false); // or closing asks
}

/// The Timing panel has a box for the file that is the net, and none once another net is chosen.
void NewModelTest::itIsSavedAndRunAndMeasuredAndChanged() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.py"));
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(app.ask("new-model", {{QStringLiteral("path"), path}}), QString());
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
    QVERIFY(hasBox(app, QStringLiteral("mine.py")));
    auto* const dialog = app.window.findChild<NewModelDialog*>();
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY(!dialog->isChecking());
    auto* const text = dialog->findChild<QPlainTextEdit*>();
    const auto widthOf = [&app] { return app.snapshot().graph->ops.ops[OpId(std::size_t{0})].outputWidth(0); };
    QCOMPARE(widthOf(), 64);
    QString narrower = text->toPlainText();
    narrower.replace(QStringLiteral("(30000, 64)"), QStringLiteral("(30000, 32)"))
        .replace(QStringLiteral("(128, 128)"), QStringLiteral("(64, 64)"))
        .replace(QStringLiteral("(128)"), QStringLiteral("(64)"))
        .replace(QStringLiteral("(5, 64)"), QStringLiteral("(5, 32)"));
    text->setPlainText(narrower);
    dialog->saveAndUse(path);
    QTRY_COMPARE(widthOf(), 32);
    QVERIFY(app.waitIdle());
    QVERIFY(app.snapshot().report->equality->equal);
    QTRY_VERIFY(!dialog->isChecking());
    QCOMPARE(app.ask("model", {{QStringLiteral("name"), QStringLiteral("tree-lstm")}}), QString());
    QVERIFY(app.waitIdle());
    QVERIFY(!hasBox(app, QStringLiteral("mine.py")));
}

/// The engine was asked for, but cannot run it: its box says so, and no pass can be toggled.
void NewModelTest::whatIsCalledHasNoEngine() {
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

BATCHSCOPE_NAMED_TEST("new_model", QTEST_MAIN(NewModelTest))

} // namespace batchscope::new_model_test

#include "new_model_test.moc"
