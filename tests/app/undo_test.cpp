// SPDX-License-Identifier: GPL-3.0-or-later
//
// Undo and redo of every choice.
#include "tests/app/fixture.h"
#include "tests/support/named_test.h"
#include "tests/support/waiting.h"

#include "core/session/session_choice.h"
#include "views/session/choice_history.h"

#include <random>

namespace batchscope::undo_test {

using batchscope::test::Application;

namespace {

struct User {
    Application app;
    ChoiceHistory& history = *app.window.findChild<ChoiceHistory*>();

    /// Until what was asked for is shown, or refused; the run may go on.
    [[nodiscard]] bool settle() {
        const bool isShown = QTest::qWaitFor(
            [this] {
                const Snapshot& snapshot = app.snapshot();
                return snapshot.schedule != nullptr && sameChoices(snapshot.config, app.session.config());
            },
            testing::kPatienceMs);
        QCoreApplication::processEvents(); // the history is told later
        return isShown;
    }
    [[nodiscard]] SessionConfig shown() const { return app.session.config(); }
    void run(const char* command, const QJsonObject& arguments = {}) {
        const QString fault = app.ask(command, arguments);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        QVERIFY(settle());
    }
};

/// A choice that every sample takes.
void chooseAtRandom(User& user, std::mt19937& random) {
    static constexpr const char* kCommands[] = {
        "policy-agenda", "policy-depth",   "policy-largest",    "granularity-primitive", "granularity-cell",
        "merge-leaves",  "merge-off",      "outputs-all",       "outputs-root",          "model-tree-rnn",
        "model-spinn",   "model-looks",    "tree-order-height", "row-order-created",     "passes-none",
        "passes-all",    "model-tree-lstm"};
    const std::size_t place = random() % (std::size(kCommands) + 2);
    if (place < std::size(kCommands)) {
        user.run(kCommands[place]);
    } else if (place == std::size(kCommands)) {
        user.run("dim", {{QStringLiteral("value"), 8 + static_cast<int>(random() % 4)}});
    } else {
        const int begin = static_cast<int>(random() % 4);
        user.run("trees", {{QStringLiteral("begin"), begin}, {QStringLiteral("end"), begin + 2}});
    }
}

} // namespace

class UndoTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneChoiceAndBack();
    void whatFailedIsNoState();
    void otherFilesAreAChoiceToo();
    void manyChoicesAndBack();
};

void UndoTest::oneChoiceAndBack() {
    User user;
    QVERIFY(!user.app.ask("undo").isEmpty()); // nothing yet
    QVERIFY(user.app.openSample("sentences.ptb"));
    QVERIFY(!user.history.canUndo());
    const std::string before = user.shown().policy;
    user.run("policy-agenda");
    QVERIFY(user.history.canUndo());
    user.run("undo");
    QCOMPARE(user.shown().policy, before);
    QVERIFY(!user.history.canUndo());
    user.run("redo");
    QCOMPARE(user.shown().policy, std::string("agenda"));
    user.run("undo");
    user.run("merge-leaves"); // another way: what was undone is gone
    QVERIFY(!user.history.canRedo());
}

void UndoTest::whatFailedIsNoState() {
    User user;
    QVERIFY(user.app.openSample("sentences.ptb"));
    user.run("policy-agenda");
    (void)user.app.ask("policy-optimal"); // too many nodes
    QVERIFY(user.app.waitIdle());
    QVERIFY(user.settle());
    QCOMPARE(user.shown().policy, std::string("agenda"));
    user.run("undo");
    QCOMPARE(user.shown().policy, std::string("depth"));
    QVERIFY(!user.history.canUndo());
}

void UndoTest::otherFilesAreAChoiceToo() {
    User user;
    QVERIFY(user.app.openSample("sentences.ptb"));
    const SessionConfig first = user.shown();
    QVERIFY(user.app.openSample("chain.ptb"));
    QVERIFY(user.settle());
    user.run("undo");
    QVERIFY(sameChoices(user.shown(), first));
}

void UndoTest::manyChoicesAndBack() {
    User user;
    QVERIFY(user.app.openSample("sentences.ptb"));
    const SessionConfig first = user.shown();
    std::mt19937 random(17);
    for (int choice = 0; choice < 40; ++choice) {
        chooseAtRandom(user, random);
        if (QTest::currentTestFailed()) {
            return;
        }
    }
    const SessionConfig last = user.shown();
    while (user.history.canUndo()) {
        user.run("undo");
    }
    QVERIFY(sameChoices(user.shown(), first));
    while (user.history.canRedo()) {
        user.run("redo");
    }
    QVERIFY(sameChoices(user.shown(), last));
}

BATCHSCOPE_NAMED_TEST("undo", QTEST_MAIN(UndoTest))

} // namespace batchscope::undo_test

#include "undo_test.moc"
