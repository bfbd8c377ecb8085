// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window as a user works with it, on real files: open, step, select, change, cancel, close.
#include "tests/app/fixture.h"

#include "app/commands/commands.h"
#include "app/window/panels.h"
#include "app/window/status_line.h"
#include "tests/support/named_test.h"
#include "views/canvas/widget/canvas_view.h"

#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QJsonArray>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

namespace batchscope::window_test {

using batchscope::test::Application;

class WindowTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beginsWithTheWelcomePage();
    void opensASampleAndShowsItsFigures();
    void measuresBeforeItShowsASpeedUp();
    void stepsForwardAndBack();
    void closesWhileBusy();
    void tellsBothTreesAndErrors();
    void leavesTheDimFieldInPeace();
    void measuresThePolicyInUse();
    void exportsThePicture();
    void ignoresABadLayout();
};

void WindowTest::beginsWithTheWelcomePage() {
    Application app;
    QVERIFY(!app.window.canvas().isVisible());
    QVERIFY(!app.window.panel(QStringLiteral("steps"))->isVisible());
    QVERIFY(app.window.messages().text().isEmpty());
    QVERIFY(!app.ask("step-forward").isEmpty()); // nothing to step through
}

void WindowTest::opensASampleAndShowsItsFigures() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    QVERIFY(app.window.canvas().isVisible());
    QVERIFY(app.window.windowTitle().startsWith(QStringLiteral("sentences.ptb")));
    const ScheduleMetrics& metrics = *app.snapshot().metrics;
    QCOMPARE(metrics.trees, Session::kFirstTrees);
    const QString status = app.window.findChild<StatusLine*>()->text();
    QVERIFY2(status.contains(QStringLiteral("%1 node by node → %2 batches").arg(metrics.nodes).arg(metrics.batches)),
             qPrintable(status));
    QVERIFY(status.contains(QStringLiteral("values equal")));
    QVERIFY(app.window.messages().text().isEmpty());
}

void WindowTest::measuresBeforeItShowsASpeedUp() {
    Application app(Timing::Measured);
    const auto* status = app.window.findChild<StatusLine*>();
    QStringList seen;
    QObject::connect(&app.session, &Session::snapshotChanged, &app.window, [&] { seen << status->text(); });
    QVERIFY(app.openSample("sentences.ptb"));
    const auto first = std::find_if(seen.begin(), seen.end(), [](const QString& text) {
        return text.contains(QStringLiteral("speed-up: measuring…")) && text.contains(QStringLiteral("values equal"));
    });
    QVERIFY2(first != seen.end(), "values come first");
    const QRegularExpression figure(QStringLiteral("speed-up \\d[\\d.]*× \\(\\d[\\d.]*–\\d[\\d.]*\\)"));
    QVERIFY2(std::none_of(seen.begin(), first, [&](const QString& text) { return text.contains(figure); }),
             "no figure of a single run");
    QVERIFY2(status->text().contains(figure), qPrintable(status->text())); // on a busy machine, too
}

void WindowTest::stepsForwardAndBack() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    app.playback.setReducedMotion(true);
    for (const double expected : {1.0, 2.0, 3.0}) {
        QCOMPARE(app.ask("step-forward"), QString());
        QCOMPARE(app.playback.time(), expected);
    }
    QCOMPARE(app.ask("step-back"), QString());
    QCOMPARE(app.playback.time(), 2.0);
    QTest::keyClick(&app.window.canvas(), Qt::Key_End);
    QCOMPARE(app.playback.time(), app.playback.storyboard()->end());
    QTest::keyClick(&app.window.canvas(), Qt::Key_Home);
    QCOMPARE(app.playback.time(), 0.0);
    QTest::keyClick(&app.window.canvas(), Qt::Key_Period);
    QCOMPARE(app.playback.time(), 1.0);
    app.playback.setReducedMotion(false);
    QCOMPARE(app.ask("play"), QString());
    QVERIFY(QTest::qWaitFor([&app] { return app.playback.time() > 1.1; }, testing::kPatienceMs));
    QCOMPARE(app.ask("pause"), QString());
    QVERIFY(!app.playback.moving());
}

void WindowTest::closesWhileBusy() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("many.ptb"));
    QVERIFY(test::writeFile(path, test::manySentences(400)));
    Application app; // goes out of scope while its worker works; a crash or a hang is what this looks for
    QCOMPARE(app.ask("dim", {{QStringLiteral("value"), 600}}), QString());
    app.window.openFiles({path}, TreeRange{});
    QString refused = QStringLiteral("not asked");
    QVERIFY(testing::actWithin(
        app.session, &Session::snapshotChanged, [&app] { return app.snapshot().graph != nullptr; },
        [&] { refused = app.ask("quit"); }));
    QCOMPARE(refused, QString());
}

/// Without arguments the form decides, and it follows the window: its width, and folded by its policy.
void WindowTest::measuresThePolicyInUse() {
    Application app;
    QVERIFY(!app.ask("measure").isEmpty()); // nothing is open
    QVERIFY(app.openSample("balanced.ptb"));
    QCOMPARE(app.ask("policy", {{QStringLiteral("name"), QStringLiteral("agenda")}}), QString());
    QCOMPARE(app.ask("dim", {{QStringLiteral("value"), 24}}), QString());
    QVERIFY(app.waitIdle());
    QVERIFY(app.ask("measure", {{QStringLiteral("arms"), QJsonArray{QStringLiteral("folded:none")}}})
                .contains(QStringLiteral("none")));
    QCOMPARE(app.ask("measure", {{QStringLiteral("batches"), QJsonArray{1}}, {QStringLiteral("repeats"), 3}}),
             QString());
    QVERIFY(app.waitIdle());
    const auto arms = [&app] {
        std::vector<std::string> names;
        for (const BenchResult& result : app.session.bench()->results) {
            names.push_back(result.arm + ' ' + std::to_string(result.dim));
        }
        return names;
    };
    QCOMPARE(arms(),
             (std::vector<std::string>{"regular@off 24", "regular 24", "folded:agenda@off 24", "folded:agenda 24"}));
    // What was asked for stands in the form, for the next time.
    QCOMPARE(app.ask("policy", {{QStringLiteral("name"), QStringLiteral("depth")}}), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(app.ask("measure"), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(arms(),
             (std::vector<std::string>{"regular@off 24", "regular 24", "folded:depth@off 24", "folded:depth 24"}));
    QCOMPARE(app.session.bench()->results.front().samples.size(), std::size_t{3});
}

void WindowTest::tellsBothTreesAndErrors() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("damaged.ptb"));
    QVERIFY(test::writeFile(path, "(2 (2 good) (2 tree))\n(2 (2 missing bracket)\n"));
    Application app;
    app.window.openFiles({path});
    QVERIFY(app.waitIdle());
    QCOMPARE(app.ask("dim", {{QStringLiteral("value"), 1'000'000}}), QString());
    QVERIFY(app.waitIdle());
    QVERIFY(app.window.messages().text().contains(path % QStringLiteral(":2:")));
    QVERIFY(app.window.messages().text().contains(QStringLiteral("1000000")));
    QCOMPARE(app.ask("dim", {{QStringLiteral("value"), 32}}), QString());
    QVERIFY(app.waitIdle());
    QVERIFY(!app.window.messages().text().contains(QStringLiteral("1000000")));
    QVERIFY(app.window.messages().text().contains(path % QStringLiteral(":2:"))); // the file is as it was
    QVERIFY(test::writeFile(path, "(2 (2 good) (2 tree))\n(2 (2 closed) (2 bracket))\n"));
    QCOMPARE(app.ask("reload"), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(app.snapshot().treebank->trees.size(), std::size_t{2});
    QVERIFY2(app.window.messages().text().isEmpty(), qPrintable(app.window.messages().text()));
}

void WindowTest::leavesTheDimFieldInPeace() {
    Application app;
    QVERIFY(app.openSample("chain.ptb"));
    QSignalSpy busy(&app.session, &Session::busyChanged);
    auto* dim = app.window.findChild<QComboBox*>(QStringLiteral("dim"));
    QTest::keyClick(dim->lineEdit(), Qt::Key_Return);
    QVERIFY(app.waitIdle());
    QCOMPARE(busy.count(), 0);
    dim->lineEdit()->setText(QStringLiteral("48"));
    QTest::keyClick(dim->lineEdit(), Qt::Key_Return);
    QVERIFY(app.waitIdle());
    QCOMPARE(app.snapshot().config.graph.dim, 48);
    QCOMPARE(busy.count(), 2); // on and off, once
}

void WindowTest::exportsThePicture() {
    QTemporaryDir folder;
    Application app;
    QVERIFY(app.openSample("balanced.ptb"));
    for (const char* ending : {"png", "svg", "pdf"}) {
        const QString path = folder.filePath(QStringLiteral("picture.%1").arg(QString::fromLatin1(ending)));
        QCOMPARE(app.ask("export-picture", {{QStringLiteral("path"), path}}), QString());
        QVERIFY(QFileInfo(path).size() > 500);
    }
    const QString said = app.ask("export-picture", {{QStringLiteral("path"), QStringLiteral("x.jpg")}});
    QVERIFY2(said.contains(QStringLiteral(".png")), qPrintable(said));
    const QString film = folder.filePath(QStringLiteral("film.gif"));
    QCOMPARE(app.ask("export-animation", {{QStringLiteral("path"), film},
                                          {QStringLiteral("width"), 200},
                                          {QStringLiteral("height"), 120},
                                          {QStringLiteral("seconds"), 1},
                                          {QStringLiteral("fps"), 10}}),
             QString());
    QVERIFY(QFileInfo(film).size() > 2000);
    QVERIFY(!app.ask("export-animation", {{QStringLiteral("path"), film}, {QStringLiteral("fps"), 99}}).isEmpty());
    QVERIFY(!app.ask("export-picture", {{QStringLiteral("path"), QStringLiteral("/no/such/folder/x.png")}}).isEmpty());
}

void WindowTest::ignoresABadLayout() {
    Settings settings(Settings::Storage::Memory);
    settings.setLayout({QByteArray("nonsense"), QByteArray(1000, '\xff')});
    Lanes lanes;
    Session session{lanes};
    testing::setTiming(session, Timing::Off);
    Playback playback(session);
    MainWindow window(session, playback, settings, MainWindow::Mode::Scripted, addCommands);
    window.show();
    window.openFiles({test::sample("chain.ptb")});
    QVERIFY(
        QTest::qWaitFor([&session] { return session.snapshot()->schedule && !session.busy(); }, testing::kPatienceMs));
    for (const PanelSpec& panel : panels()) {
        const QString id = QString::fromLatin1(panel.id);
        QVERIFY2(!window.panel(id)->isHidden(), panel.id);
        QVERIFY2(window.commands().contains(QStringLiteral("show-panel-") % id), panel.id);
        QVERIFY2(window.commands().spec(QStringLiteral("show-panel")).arguments.contains(id), panel.id);
    }
}

BATCHSCOPE_NAMED_TEST("window", QTEST_MAIN(WindowTest))

} // namespace batchscope::window_test

#include "window_test.moc"
