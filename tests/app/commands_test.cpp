// SPDX-License-Identifier: GPL-3.0-or-later
//
// The registry that menus, keys, palette and scripts share: complete, without conflicts, and reachable by everyone.
#include "app/window/panels.h"
#include "tests/app/fixture.h"

#include "app/commands/commands.h"
#include "tests/support/named_test.h"
#include "views/commands/command_palette.h"
#include "views/commands/key_sheet.h"
#include "views/glossary/glossary_dialog.h"

#include <QAbstractButton>
#include <QJsonArray>
#include <QJsonObject>
#include <QLineEdit>
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
    void haveTextsAndTips();
    void sayTheirArguments();
    void areListed();
    void shareNoShortcut();
    void answerWrongArguments();
    void standInTheMenus();
    void keepTheOrderOfTheMenus();
    void standInThePaletteAndTheKeySheet();
    void openTheGlossary();
};

void CommandsTest::haveTextsAndTips() {
    const Application app;
    for (const QString& id : app.window.commands().ids()) {
        const CommandSpec& spec = app.window.commands().spec(id);
        QVERIFY2(!spec.text.isEmpty() || id.startsWith(QStringLiteral("open-recent-")), qPrintable(id));
        QVERIFY2(!spec.tip.isEmpty(), qPrintable(id));
    }
}

void CommandsTest::sayTheirArguments() {
    const Application app;
    for (const QString& id : app.window.commands().ids()) {
        const CommandSpec& spec = app.window.commands().spec(id);
        QVERIFY2(!spec.needsArguments || !spec.arguments.isEmpty(), qPrintable(id));
        QVERIFY2(!spec.needsArguments || spec.menu.section == MenuSection::None, qPrintable(id));
    }
}

void CommandsTest::areListed() {
    const Application app;
    const QStringList lines = commandList(app.window.commands()).split(u'\n');
    for (const QString& id : app.window.commands().ids()) {
        const auto line = std::find_if(lines.begin(), lines.end(),
                                       [&id](const QString& each) { return each.section(u' ', 0, 0) == id; });
        QVERIFY2(line != lines.end(), qPrintable(id));
        const CommandSpec& spec = app.window.commands().spec(id);
        QVERIFY2(line->endsWith(spec.tip), qPrintable(*line));
        QVERIFY2(spec.arguments.isEmpty() || (line + 1)->trimmed() == spec.arguments, qPrintable(*(line + 1)));
    }
}

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

void CommandsTest::keepTheOrderOfTheMenus() {
    const Application app;
    const auto idsOf = [](const QMenu& menu) {
        QStringList ids;
        for (const QAction* action : menu.actions()) {
            const QString title = action->menu() != nullptr ? QString(action->text()).remove(u'&') : QString();
            ids.append(action->isSeparator() ? QStringLiteral("-") : (title.isEmpty() ? action->objectName() : title));
        }
        return ids.join(u' ');
    };
    const QList<QAction*> menus = app.window.menuBar()->actions();
    QCOMPARE(idsOf(*menus[0]->menu()), QStringLiteral("open open-folder open-model new-model open-weights "
                                                      "random-weights Open recent save-session welcome - reload "
                                                      "cancel export-picture export-animation save-plot "
                                                      "save-table save-report - quit"));
    QCOMPARE(idsOf(*menus[1]->menu()), QStringLiteral("undo redo - copy-picture copy-plot copy-table - find find-next "
                                                      "find-previous find-tree go-to - Selection clear-selection "
                                                      "clear-picked"));
    const QString model = idsOf(*menus[2]->menu());
    QVERIFY2(model.startsWith(QStringLiteral("Net Policy Graph Trees ")), qPrintable(model));
    QVERIFY2(model.endsWith(QStringLiteral(
                 " Individual passes - Schedule - measure pause-measuring Runs from files play-scheduler")),
             qPrintable(model));
    QCOMPARE(
        idsOf(*menus[3]->menu()),
        QStringLiteral(
            "play play-backward why step-view pause - stage-forward stage-back step-forward step-back level-forward "
            "level-back node-forward node-back - breakpoint-toggle breakpoint-next "
            "breakpoint-previous breakpoints-clear - bookmark-toggle bookmark-note bookmark-next "
            "bookmark-previous - first last"));
    QCOMPARE(
        idsOf(*menus[4]->menu()),
        QStringLiteral(
            "fit focus-selection zoom-in zoom-out - view-back view-forward - show-folded show-regular show-both "
            "end-card "
            "Compare with - switch-arrangement Arrangement Panels "
            "reset-layout Theme reduced-motion expert full-screen blank-screen pointer hide-legend hide-headline"));
    QCOMPARE(
        idsOf(*menus[5]->menu()),
        QStringLiteral("manual glossary lessons lesson export-lesson This lesson - command-palette key-sheet - about"));
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

void CommandsTest::openTheGlossary() {
    Application app;
    QVERIFY(app.openSample("chain.ptb"));
    QCOMPARE(app.ask("glossary"), QString());
    auto* glossary = app.window.findChild<GlossaryDialog*>();
    QVERIFY(glossary->isVisible() && !glossary->isModal());
    const qsizetype all = glossary->shownTerms().size();
    QVERIFY(all >= 15);
    auto* search = glossary->findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("Bound"));
    QCOMPARE(glossary->shownTerms().first(), QStringLiteral("lower bound"));
    QVERIFY(glossary->shownTerms().size() < all);
    search->setText(QStringLiteral("no such thing"));
    QVERIFY(glossary->shownTerms().isEmpty());
    search->clear();
    QCOMPARE(glossary->shownTerms().size(), all);
}

BATCHSCOPE_NAMED_TEST("commands", QTEST_MAIN(CommandsTest))

} // namespace batchscope::commands_test

#include "commands_test.moc"
