// SPDX-License-Identifier: GPL-3.0-or-later
//
// The registry that menus, keys, palette and scripts share: complete, without conflicts, and reachable by everyone.
#include "app/window/panels.h"
#include "tests/app/fixture.h"

#include "app/commands/commands.h"
#include "tests/support/named_test.h"
#include "views/commands/command_palette.h"
#include "views/commands/key_sheet.h"

#include <QAbstractButton>
#include <QJsonArray>
#include <QJsonObject>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTreeWidget>

#include <algorithm>

namespace batchscope::commands_test {

using batchscope::test::Application;

class CommandsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shareNoShortcut();
    void answerWrongArguments();
    void standInTheMenus();
    void standInThePaletteAndTheKeySheet();
};

void CommandsTest::shareNoShortcut() {
    const Application app;
    QSet<QKeySequence> ours;
    for (const QString& id : app.window.commands().ids()) {
        for (const QKeySequence& key : app.window.commands().action(id)->shortcuts()) {
            QVERIFY2(!ours.contains(key), qPrintable(id));
            ours.insert(key);
        }
    }
    // Nor does a view bring a shortcut of its own past the registry.
    for (const QAction* action : app.window.findChildren<QAction*>()) {
        if (action->parent() != &app.window.commands() && action->shortcutContext() != Qt::WidgetShortcut) {
            QVERIFY2(!ours.contains(action->shortcut()), qPrintable(action->text()));
        }
    }
}

void CommandsTest::answerWrongArguments() {
    Application app;
    QVERIFY(app.openSample("chain.ptb"));
    struct Wrong {
        const char* command;
        QJsonObject arguments;
    };
    const std::vector<Wrong> wrongs = {
        {"no-such-command", {}},
        {"open", {}},
        {"open", {{QStringLiteral("sample"), QStringLiteral("none.ptb")}}},
        {"policy", {}},
        {"policy", {{QStringLiteral("name"), 3}}},
        {"model", {{QStringLiteral("name"), QStringLiteral("none")}}},
        {"granularity", {{QStringLiteral("name"), QStringLiteral("atoms")}}},
        {"train", {{QStringLiteral("name"), QStringLiteral("maybe")}}},
        {"dim", {{QStringLiteral("value"), -1}}},
        {"dim", {{QStringLiteral("value"), 1.5}}},
        {"trees", {{QStringLiteral("begin"), 0}}},
        {"filter-trees", {}},
        {"filter-trees", {{QStringLiteral("text"), QStringLiteral("size>")}}},
        {"sort-trees", {{QStringLiteral("column"), QStringLiteral("depth")}}},
        {"sort-trees", {{QStringLiteral("column"), QStringLiteral("size")}, {QStringLiteral("order"), 1}}},
        {"pick-trees", {}},
        {"pick-trees", {{QStringLiteral("trees"), QJsonArray{1'000'000}}}},
        {"seek", {}},
        {"seek", {{QStringLiteral("stop"), 1'000'000}}},
        {"seek", {{QStringLiteral("time"), QStringLiteral("noon")}}},
        {"select", {}},
        {"select", {{QStringLiteral("node"), 1'000'000}}},
        {"speed", {{QStringLiteral("value"), 0}}},
        {"theme", {{QStringLiteral("name"), QStringLiteral("pink")}}},
        {"arrangement", {{QStringLiteral("name"), QStringLiteral("cinema")}}},
        {"show-panel", {{QStringLiteral("id"), QStringLiteral("none")}}},
        {"window-size", {{QStringLiteral("width"), 100}}},
        {"screenshot", {}},
        {"save-plot", {{QStringLiteral("path"), QStringLiteral("x.jpg")}}},
        {"save-table", {{QStringLiteral("path"), QStringLiteral("x.pdf")}}},
        {"save-report", {{QStringLiteral("path"), QStringLiteral("x.pdf")}}},
        {"copy-plot", {{QStringLiteral("panel"), QStringLiteral("none")}}},
        {"screenshot", {{QStringLiteral("path"), QStringLiteral("/no/such/folder/x.png")}}},
    };
    for (const Wrong& wrong : wrongs) {
        QVERIFY2(!app.ask(wrong.command, wrong.arguments).isEmpty(), wrong.command);
    }
    QVERIFY(app.waitIdle());
}

void CommandsTest::standInTheMenus() {
    const Application app;
    const auto isTab = [](const QString& id) {
        const auto tabs = panelTabs();
        return std::any_of(tabs.begin(), tabs.end(), [&id](const TabSpec& tab) {
            return id == QStringLiteral("show-panel-") % QString::fromLatin1(tab.id);
        });
    };
    QSet<const QAction*> inMenus;
    for (const QMenu* menu : app.window.menuBar()->findChildren<QMenu*>()) {
        for (const QAction* action : menu->actions()) {
            inMenus.insert(action);
        }
    }
    for (const QString& id : app.window.commands().ids()) {
        // These have another control that is always seen with what they are about: a button, a list, tabs.
        const bool hasOther = id == u"dismiss-message" || id.startsWith(QStringLiteral("passes-")) || isTab(id);
        if (!app.window.commands().spec(id).needsArguments && !hasOther) {
            QVERIFY2(inMenus.contains(app.window.commands().action(id)), qPrintable(id));
        }
    }
}

void CommandsTest::standInThePaletteAndTheKeySheet() {
    Application app;
    QVERIFY(app.openSample("chain.ptb"));
    QCOMPARE(app.ask("command-palette"), QString());
    auto* palette = app.window.findChild<CommandPalette*>();
    QVERIFY(palette->isVisible());
    QVERIFY(!palette->isModal());
    QTest::keyClicks(palette->focusWidget(), QStringLiteral("policy agenda"));
    QTest::keyClick(palette->focusWidget(), Qt::Key_Return);
    QVERIFY(!palette->isVisible());
    QCOMPARE(app.session.config().policy, std::string("agenda"));
    QVERIFY(app.waitIdle());
    QCOMPARE(app.ask("key-sheet"), QString());
    auto* sheet = app.window.findChild<KeySheet*>()->findChild<QTreeWidget*>();
    QVERIFY(sheet->topLevelItemCount() > 15);
    QCOMPARE(sheet->findItems(QStringLiteral("PgUp, PgDown"), Qt::MatchExactly).size(), 1); // a view's own keys, too
}

BATCHSCOPE_NAMED_TEST("commands", QTEST_MAIN(CommandsTest))

} // namespace batchscope::commands_test

#include "commands_test.moc"
