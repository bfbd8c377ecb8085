// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two arrangements of the panels: what each shows, how large the picture is in Story, and what is remembered.
#include "tests/app/fixture.h"

#include "app/window/panels.h"
#include "tests/support/named_test.h"
#include "views/canvas/widget/canvas_view.h"

#include <QAction>
#include <QDockWidget>
#include <QSettings>

namespace batchscope::arrangement_test {

using batchscope::test::Application;

namespace {

QStringList openPanels(const MainWindow& window) {
    QStringList open;
    for (const PanelSpec& panel : panels()) {
        const QString id = QString::fromLatin1(panel.id);
        if (!window.panel(id)->isHidden()) {
            open.append(id);
        }
    }
    return open;
}

bool arrange(Application& app, const char* name) {
    return app.ask("arrangement", {{QStringLiteral("name"), QString::fromLatin1(name)}}).isEmpty();
}

double shareOfCanvas(const MainWindow& window) {
    const QSize canvas = window.canvas().size();
    return static_cast<double>(canvas.width()) * canvas.height() / (window.width() * window.height());
}

} // namespace

class ArrangementTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theStoryIsNearlyAllPicture_data();
    void theStoryIsNearlyAllPicture();
    void oneKeySwitchesAndEachIsKept();
    void presentationsAndTheWelcomePageKeepIt();
    void isRememberedBetweenStarts();
};

void ArrangementTest::theStoryIsNearlyAllPicture_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1280, 720), QSize(1600, 1000), QSize(1920, 1080)}) {
        QTest::addRow("%d×%d", size.width(), size.height()) << size;
    }
}

void ArrangementTest::theStoryIsNearlyAllPicture() {
    QFETCH(QSize, size);
    Application app;
    app.window.resize(size);
    QVERIFY(arrange(app, "story")); // before anything is open
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(openPanels(app.window), QStringList());
    QTRY_COMPARE(app.window.size(), size);
    const double share = shareOfCanvas(app.window);
    QVERIFY2(share >= 0.7, qPrintable(QString::number(share)));
}

void ArrangementTest::oneKeySwitchesAndEachIsKept() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    const QStringList all = openPanels(app.window);
    QCOMPARE(all.size(), static_cast<qsizetype>(panels().size()));
    app.window.panel(QStringLiteral("code"))->hide();
    const QStringList workbench = openPanels(app.window);
    app.playback.seek(2.0);

    app.window.canvas().setFocus();
    QTest::keyClick(&app.window.canvas(), Qt::Key_P);
    QCOMPARE(openPanels(app.window), QStringList());
    QVERIFY(app.window.commands().action(QStringLiteral("arrangement-story"))->isChecked());
    QVERIFY(!app.window.commands().action(QStringLiteral("arrangement-workbench"))->isChecked());
    app.window.panel(QStringLiteral("treebank"))->show();

    QTest::keyClick(&app.window.canvas(), Qt::Key_P);
    QCOMPARE(openPanels(app.window), workbench);
    QVERIFY(app.window.commands().action(QStringLiteral("arrangement-workbench"))->isChecked());
    QVERIFY(arrange(app, "story"));
    QCOMPARE(openPanels(app.window), QStringList({QStringLiteral("treebank")}));
    QCOMPARE(app.ask("reset-layout"), QString());
    QCOMPARE(openPanels(app.window), QStringList());
    QVERIFY(arrange(app, "workbench"));
    QCOMPARE(openPanels(app.window), workbench); // the other arrangement was reset
    QCOMPARE(app.playback.time(), 2.0);
}

void ArrangementTest::presentationsAndTheWelcomePageKeepIt() {
    Application app;
    QVERIFY(arrange(app, "story"));
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(app.ask("full-screen"), QString());
    QCOMPARE(openPanels(app.window), QStringList());
    QCOMPARE(app.ask("full-screen"), QString());
    QCOMPARE(openPanels(app.window), QStringList());
    QCOMPARE(app.ask("full-screen"), QString());
    QVERIFY(arrange(app, "workbench")); // ends the presentation, and what it hid belongs to the story
    QCOMPARE(openPanels(app.window).size(), static_cast<qsizetype>(panels().size()));
    QVERIFY(arrange(app, "story"));
    QCOMPARE(openPanels(app.window), QStringList());
    QCOMPARE(app.ask("welcome"), QString());
    QVERIFY(arrange(app, "workbench")); // behind the page
    QCOMPARE(openPanels(app.window), QStringList());
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(openPanels(app.window).size(), static_cast<qsizetype>(panels().size()));
}

void ArrangementTest::isRememberedBetweenStarts() {
    const QTemporaryDir folder;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    {
        Settings settings(Settings::Storage::Disk);
        QVERIFY(settings.arrangement() == Arrangement::Story); // a fresh start
        settings.setLayout({{}, "docks"});
        QVERIFY(settings.arrangement() == Arrangement::Workbench); // a user from before there were arrangements
        settings.setLayout({});
    }
    const auto start = [](const auto& use) {
        Settings settings(Settings::Storage::Disk);
        Lanes lanes;
        Session session{lanes};
        testing::setTiming(session, Timing::Off);
        Playback playback(session);
        MainWindow window(session, playback, settings, MainWindow::Mode::Scripted, addCommands);
        window.resize(1280, 720);
        window.show();
        window.openFiles({test::sample("chain.ptb")});
        QVERIFY(QTest::qWaitFor([&session] { return session.snapshot()->schedule && !session.busy(); },
                                testing::kPatienceMs));
        use(window);
        window.close();
    };
    const test::OwnDataFolder data;
    start([](MainWindow& window) {
        QCOMPARE(openPanels(window), QStringList());
        window.setInterface(Interface::Expert);
        window.panel(QStringLiteral("steps"))->show();
    });
    start([](MainWindow& window) {
        QCOMPARE(openPanels(window), QStringList({QStringLiteral("steps")}));
        window.pages().arrange(Arrangement::Workbench);
    });
    start([](MainWindow& window) {
        QCOMPARE(openPanels(window).size(), static_cast<qsizetype>(panels().size()));
        window.pages().arrange(Arrangement::Story);
        QCOMPARE(openPanels(window), QStringList({QStringLiteral("steps")}));
    });
}

BATCHSCOPE_NAMED_TEST("arrangement", QTEST_MAIN(ArrangementTest))

} // namespace batchscope::arrangement_test

#include "arrangement_test.moc"
