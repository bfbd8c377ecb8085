// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sessions as files: saved and opened by the user, and kept by itself over a crash.
#include "tests/app/fixture.h"

#include "app/window/session_keeper.h"
#include "core/session/session_choice.h"
#include "tests/support/named_test.h"
#include "views/session/bookmark_list.h"
#include "views/session/breakpoint_list.h"

#include <QPushButton>

namespace batchscope::sessions_test {

using batchscope::test::Application;

namespace {

/// In the middle of something.
void work(Application& app) {
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(app.ask("policy-agenda"), QString());
    QVERIFY(app.waitIdle());
    app.playback.selectNode(NodeId(std::uint32_t{5}));
    app.playback.seek(4.0);
    QVERIFY(app.session.breakpoints().add(QStringLiteral("op:leaf")));
    QCOMPARE(app.ask("bookmark-toggle"), QString());
    app.session.bookmarks().setNote(0, QStringLiteral("looks odd"));
}

void isBackAtWork(Application& app) {
    QVERIFY(app.waitIdle());
    QCOMPARE(app.session.config().policy, std::string("agenda"));
    QCOMPARE(app.snapshot().config.files.size(), 1U);
    QCOMPARE(app.playback.time(), 4.0);
    QCOMPARE(app.playback.focus().node, NodeId(std::uint32_t{5}));
    QCOMPARE(app.session.breakpoints().all().size(), 1U);
    QCOMPARE(app.session.bookmarks().nodes(), std::vector{NodeId(std::uint32_t{5})});
    QCOMPARE(app.session.bookmarks().all().front().note, std::string("looks odd"));
}

} // namespace

class SessionsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsSavedComesBack();
    void aChangedFileIsTold();
    void aGivenScheduleComesBack();
    void wrongFilesAreRefused();
    void aCrashLosesNothing();
    void anOrderlyEndLeavesNothing();
    void aLivingProcessIsLeftAlone();
};

void SessionsTest::whatIsSavedComesBack() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("mine.batchscope"));
    {
        Application app;
        QVERIFY(!app.ask("save-session", {{QStringLiteral("path"), file}}).isEmpty()); // nothing is open
        work(app);
        QCOMPARE(app.ask("save-session", {{QStringLiteral("path"), file}}), QString());
    }
    Application app;
    app.window.openFiles({file});
    isBackAtWork(app);
    QCOMPARE(app.window.messages().text(), QString());
}

void SessionsTest::aGivenScheduleComesBack() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("given.batchscope"));
    std::vector<std::uint32_t> offsets;
    {
        Application app;
        QVERIFY(app.openSample("sentences.ptb"));
        QCOMPARE(app.openSplitSchedule(), QString());
        QVERIFY(app.waitIdle());
        app.playback.selectBatch(BatchId(std::size_t{1}));
        offsets = app.snapshot().schedule->batchOffsets;
        QCOMPARE(app.ask("save-session", {{QStringLiteral("path"), path}}), QString());
    }
    Application app;
    app.window.openFiles({path});
    QTRY_VERIFY(app.snapshot().config.given != nullptr);
    QVERIFY(app.waitIdle());
    QCOMPARE(app.snapshot().schedule->batchOffsets, offsets);
    QCOMPARE(app.playback.focus().batch, BatchId(std::size_t{1}));
    QCOMPARE(app.ask("trees", {{QStringLiteral("begin"), 0}, {QStringLiteral("end"), 3}}), QString());
    QVERIFY(app.waitIdle());
    QVERIFY2(app.window.messages().text().contains(QStringLiteral("for other trees")),
             qPrintable(app.window.messages().text()));
    QCOMPARE(app.ask("undo"), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(app.snapshot().schedule->batchOffsets, offsets);
    QVERIFY2(!app.window.messages().text().contains(QStringLiteral("for other trees")),
             qPrintable(app.window.messages().text()));
}

void SessionsTest::aChangedFileIsTold() {
    const QTemporaryDir folder;
    const QString trees = folder.filePath(QStringLiteral("trees.ptb"));
    const QString file = folder.filePath(QStringLiteral("mine.batchscope"));
    QVERIFY(test::writeFile(trees, "(3 (2 a) (2 b))\n(3 (2 a) (2 b))\n"));
    Application app;
    app.window.openFiles({trees});
    QVERIFY(app.waitIdle());
    QCOMPARE(app.ask("save-session", {{QStringLiteral("path"), file}}), QString());
    QVERIFY(test::writeFile(trees, "(3 (2 a) (2 c))\n"));
    app.window.openFiles({file});
    QVERIFY(app.waitIdle());
    QVERIFY2(app.window.messages().text().contains(QStringLiteral("trees.ptb")),
             qPrintable(app.window.messages().text()));
}

void SessionsTest::wrongFilesAreRefused() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("mine.batchscope"));
    QVERIFY(test::writeFile(file, "(3 (2 a) (2 b))\n"));
    Application app;
    QVERIFY(app.openSample("chain.ptb"));
    const SessionConfig before = app.session.config();
    app.window.openFiles({file});
    QVERIFY(app.waitIdle());
    QVERIFY(app.window.messages().text().contains(QStringLiteral("not JSON")));
    QVERIFY(sameChoices(app.session.config(), before)); // what was open stays
}

void SessionsTest::aCrashLosesNothing() {
    const QTemporaryDir folder;
    {
        Application app;
        app.window.keeper().keepIn(folder.path());
        work(app);
        app.window.keeper().keepSoon();
        const QString own = QStringLiteral("%1.batchscope").arg(QCoreApplication::applicationPid());
        QTRY_VERIFY(QFile::exists(folder.filePath(own)));
        // Simulates a crash: the file is left behind under the id of a process that does not exist.
        QVERIFY(QFile::rename(folder.filePath(own), folder.filePath(QStringLiteral("999999999.batchscope"))));
    }
    QCOMPARE(SessionKeeper::leftIn(folder.path()).size(), 1);
    Application app;
    app.window.keeper().keepIn(folder.path());
    QVERIFY(app.window.messages().text().contains(QStringLiteral("sentences.ptb")));
    for (QPushButton* button : app.window.findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Restore")) {
            button->click();
            break;
        }
    }
    isBackAtWork(app);
    QVERIFY(SessionKeeper::leftIn(folder.path()).isEmpty());
}

void SessionsTest::anOrderlyEndLeavesNothing() {
    const QTemporaryDir folder;
    const QString own = folder.filePath(QStringLiteral("%1.batchscope").arg(QCoreApplication::applicationPid()));
    Application app;
    app.window.keeper().keepIn(folder.path());
    app.window.keeper().keepNow();
    QVERIFY(!QFile::exists(own)); // nothing to keep
    work(app);
    app.window.keeper().keepNow();
    QVERIFY(QFile::exists(own));
    QCOMPARE(app.ask("first"), QString());
    app.window.keeper().keepSoon(); // may still be writing
    app.window.close();
    QVERIFY(!QFile::exists(own));
}

void SessionsTest::aLivingProcessIsLeftAlone() {
    const QTemporaryDir folder;
    const QString name = QStringLiteral("%1.batchscope").arg(QCoreApplication::applicationPid());
    QVERIFY(test::writeFile(folder.filePath(name), "{}"));
    QVERIFY(test::writeFile(folder.filePath(QStringLiteral("notes.batchscope")), "{}")); // not one of ours
    QVERIFY(SessionKeeper::leftIn(folder.path()).isEmpty());
}

BATCHSCOPE_NAMED_TEST("sessions", QTEST_MAIN(SessionsTest))

} // namespace batchscope::sessions_test

#include "sessions_test.moc"
