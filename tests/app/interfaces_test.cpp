// SPDX-License-Identifier: GPL-3.0-or-later
//
// Learn and Expert: how much each shows, what is remembered, and that Learn does everything that is asked for by name.
#include "tests/app/fixture.h"
#include "views/models/words.h"

#include "app/window/choices.h"
#include "app/window/panels.h"
#include "core/schedule/policy.h"
#include "tests/support/named_test.h"
#include "views/commands/command_palette.h"

#include <QComboBox>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QToolButton>
#include <QTreeWidget>

namespace batchscope::interfaces_test {

using test::Application;

namespace {

/// What a click can run in these menus and those below them; recent files count as if all were there.
QStringList entriesOf(const QList<QAction*>& actions) {
    QStringList entries;
    for (const QAction* action : actions) {
        if (action->menu() != nullptr) {
            entries += entriesOf(action->menu()->actions());
        } else if (!action->isSeparator()) {
            entries.append(action->objectName());
        }
    }
    return entries;
}

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

const QMenu& optionsOf(const MainWindow& window) {
    for (const QToolButton* button : window.findChildren<QToolButton*>()) {
        if (button->accessibleName() == QStringLiteral("Options")) {
            return *button->menu();
        }
    }
    qFatal("no options");
}

QStringList policiesOf(const MainWindow& window) {
    const auto* box = window.findChild<QComboBox*>(QStringLiteral("policy"));
    QStringList names;
    for (int place = 0; place < box->count(); ++place) {
        names.append(box->itemData(place).toString());
    }
    return names;
}

bool isExpert(Application& app, bool isOn) {
    const bool isSet = app.ask("expert", {{QStringLiteral("on"), isOn}}).isEmpty();
    testing::settle();
    return isSet;
}

} // namespace

class InterfacesTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void learnIsSmall();
    void expertHasAllAgain();
    void whatLearnDoesNotListStillWorks();
    void isRememberedBetweenStarts();
};

void InterfacesTest::learnIsSmall() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    QVERIFY(isExpert(app, false));
    const QStringList entries = entriesOf(app.window.menuBar()->actions());
    QVERIFY2(entries.size() <= 45, qPrintable(entries.join(u' ')));
    QCOMPARE(openPanels(app.window).size() + 1, 6); // and the picture
    QVERIFY(optionsOf(app.window).actions().size() <= 8);
    QCOMPARE(policiesOf(app.window).size(), 5);
    for (const char* policy : {"regular", "depth", "agenda"}) {
        QVERIFY(policiesOf(app.window).contains(QString::fromLatin1(policy)));
    }
}

void InterfacesTest::expertHasAllAgain() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    const QStringList entries = entriesOf(app.window.menuBar()->actions());
    const QStringList open = openPanels(app.window);
    QCOMPARE(open.size(), static_cast<qsizetype>(panels().size()));
    QVERIFY(isExpert(app, false));
    QVERIFY(isExpert(app, true));
    QCOMPARE(entriesOf(app.window.menuBar()->actions()), entries);
    QCOMPARE(openPanels(app.window), open);
    QCOMPARE(policiesOf(app.window).size(), static_cast<qsizetype>(policies().size()));
    for (const SessionChoice& choice : sessionChoices()) {
        QCOMPARE(optionsOf(app.window).findChild<QMenu*>(toText(choice.id)) != nullptr,
                 choice.group > SessionChoice::Group::Bar);
    }
}

void InterfacesTest::whatLearnDoesNotListStillWorks() {
    Application app;
    QVERIFY(isExpert(app, false));
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(app.ask("policy", {{QStringLiteral("name"), QStringLiteral("alap")}}), QString());
    QCOMPARE(app.ask("prune", {{QStringLiteral("name"), QStringLiteral("on")}}), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(app.snapshot().schedule->policy, std::string("alap"));
    const auto* box = app.window.findChild<QComboBox*>(QStringLiteral("policy"));
    QCOMPARE(box->currentIndex(), -1);
    QCOMPARE(box->placeholderText(), QString::fromUtf8(policyTitle("alap").data()));
    QCOMPARE(app.ask("show-panel-steps"), QString());
    QVERIFY(app.window.panel(QStringLiteral("steps"))->isVisible());
    const auto listed = [&app] {
        (void)app.ask("command-palette");
        return app.window.findChild<CommandPalette*>()->findChild<QTreeWidget*>()->topLevelItemCount();
    };
    const int inLearn = listed();
    QVERIFY(isExpert(app, true));
    QCOMPARE(inLearn, listed());
}

void InterfacesTest::isRememberedBetweenStarts() {
    const QTemporaryDir folder;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    QVERIFY(Settings(Settings::Storage::Disk).interface() == Interface::Learn); // a first start
    QVERIFY(Settings(Settings::Storage::Memory).interface() == Interface::Expert);
    Settings(Settings::Storage::Disk).setInterface(Interface::Expert);
    QVERIFY(Settings(Settings::Storage::Disk).interface() == Interface::Expert);
}

BATCHSCOPE_NAMED_TEST("interfaces", QTEST_MAIN(InterfacesTest))

} // namespace batchscope::interfaces_test

#include "interfaces_test.moc"
