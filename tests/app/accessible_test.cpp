// SPDX-License-Identifier: GPL-3.0-or-later
//
// The whole window without eyes or mouse: every control speaks, Tab comes everywhere, every picture has a table.
#include <QTest>

#include "app/commands/commands.h"
#include "tests/app/fixture.h"
#include "tests/support/named_test.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>

#include <algorithm>

namespace batchscope::accessible_test {

using namespace test;

namespace {

/// Parts that Qt itself makes inside a control speak with the control's name.
bool isPartOfAControl(const QWidget& widget) {
    static const QStringList kParts = {QStringLiteral("QTabBar"),           QStringLiteral("QComboBoxPrivateContainer"),
                                       QStringLiteral("QComboBoxListView"), QStringLiteral("QToolBarExtension"),
                                       QStringLiteral("QHeaderView"),       QStringLiteral("QDockWidgetTitleButton")};
    return widget.objectName().startsWith(QStringLiteral("qt_")) ||
           kParts.contains(QString::fromLatin1(widget.metaObject()->className()));
}

bool hasLabel(const QWidget& window, const QWidget& widget) {
    const QList<QLabel*> labels = window.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->buddy() == &widget; });
}

/// What can have the focus and would be silent.
QStringList namelessIn(const QWidget& window) {
    QStringList nameless;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || isPartOfAControl(*widget) || widget->isWindow()) {
            continue;
        }
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool speaks = !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty()) ||
                            hasLabel(window, *widget);
        if (!speaks) {
            nameless.append(QString::fromLatin1(widget->metaObject()->className()) % u" \"" % widget->objectName() %
                            u"\" in " % QString::fromLatin1(widget->parentWidget()->metaObject()->className()));
        }
    }
    return nameless;
}

/// All that Tab comes to, from the canvas on, round once; a null at the end where Tab does not get out again.
QList<QWidget*> tabRound(MainWindow& window) {
    QList<QWidget*> round;
    auto* canvas = window.findChild<QWidget*>(QStringLiteral("canvas"));
    canvas->setFocus();
    constexpr int kMost = 600;
    for (int step = 0; step < kMost; ++step) {
        QWidget* present = QApplication::focusWidget();
        if (present == nullptr || (present == canvas && step > 0)) {
            break;
        }
        round.append(present);
        QTest::keyClick(present, Qt::Key_Tab); // in a text, first through its links
    }
    return QApplication::focusWidget() == canvas ? round : round << nullptr;
}

} // namespace

class AccessibleTest final : public QObject {
    Q_OBJECT

private slots:
    void everyControlOfTheWindowSpeaks();
    void everyDialogSpeaks();
    void tabComesToEveryPanelAndBack();
    void reducedMotionCutsAndIsRemembered();
};

void AccessibleTest::everyControlOfTheWindowSpeaks() {
    Application app;
    const QStringList nameless = namelessIn(app.window);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    QVERIFY(app.openSample("sentences.ptb"));
    for (QDockWidget* dock : app.window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
        dock->show();
        dock->raise();
        testing::settle();
    }
    QCOMPARE(app.ask("find"), QString());
    QCOMPARE(namelessIn(app.window), QStringList());
}

void AccessibleTest::everyDialogSpeaks() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    for (const char* command : {"key-sheet", "command-palette", "glossary", "about", "go-to"}) {
        QCOMPARE(app.ask(command), QString());
        testing::settle();
    }
    int dialogs = 0;
    for (const QWidget* top : QApplication::topLevelWidgets()) {
        if (top == &app.window || !top->isVisible()) {
            continue;
        }
        ++dialogs;
        QCOMPARE(namelessIn(*top), QStringList());
        QVERIFY2(!top->windowTitle().isEmpty() || !top->accessibleName().isEmpty(), top->metaObject()->className());
    }
    QVERIFY(dialogs >= 2);
}

void AccessibleTest::tabComesToEveryPanelAndBack() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    QVERIFY(QTest::qWaitForWindowActive(&app.window));
    for (QDockWidget* dock : app.window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
        dock->show();
        dock->raise(); // panels in tabs are come to when they are on top
        testing::settle();
        const QList<QWidget*> round = tabRound(app.window);
        QVERIFY2(!round.contains(nullptr), qPrintable(dock->objectName()));
        const bool isReached = std::any_of(round.begin(), round.end(),
                                           [dock](const QWidget* widget) { return dock->isAncestorOf(widget); });
        QVERIFY2(isReached, qPrintable(dock->objectName()));
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("canvas")); // round, and no trap
    }
}

void AccessibleTest::reducedMotionCutsAndIsRemembered() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(app.ask("first"), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(app.ask("reduced-motion", {{QStringLiteral("on"), true}}), QString());
    QVERIFY(app.window.commands().action(QStringLiteral("reduced-motion"))->isChecked());
    QVERIFY(app.settings.reducedMotion());
    QCOMPARE(app.ask("step-forward"), QString());
    QVERIFY(!app.playback.moving()); // already there
    QCOMPARE(app.playback.time(), 1.0);
    QCOMPARE(app.ask("reduced-motion"), QString()); // the other way round
    QVERIFY(!app.settings.reducedMotion());
    QCOMPARE(app.ask("step-forward"), QString());
    QVERIFY(app.playback.moving());
    QVERIFY(!app.ask("reduced-motion", {{QStringLiteral("on"), 3}}).isEmpty());
}

BATCHSCOPE_NAMED_TEST("accessible", QTEST_MAIN(AccessibleTest))

} // namespace batchscope::accessible_test

#include "accessible_test.moc"
