// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/menus.h"

#include "app/choices.h"
#include "views/commands/command_registry.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

#include <array>
#include <optional>
#include <span>

namespace batchscope {

namespace {

/// One line of a menu: a command id, "" for a separator, "prefix-*" for a submenu of all commands that begin so, or
/// "choices" for a submenu for each choice.
struct Line {
    const char* command;
    const char* submenu = nullptr; ///< its title
};

struct Menu {
    const char* title;
    std::span<const Line> lines;
};

constexpr std::array<Line, 11> kFile = {{{"open"},
                                         {"open-folder"},
                                         {"open-recent-*", QT_TRANSLATE_NOOP("menus", "Open &recent")},
                                         {"welcome"},
                                         {""},
                                         {"reload"},
                                         {"cancel"},
                                         {"export-picture"},
                                         {"export-animation"},
                                         {""},
                                         {"quit"}}};
constexpr std::array<Line, 11> kEdit = {{{"copy-picture"},
                                         {""},
                                         {"find"},
                                         {"find-next"},
                                         {"find-previous"},
                                         {"find-tree"},
                                         {"go-to"},
                                         {""},
                                         {"selection-*", QT_TRANSLATE_NOOP("menus", "S&election")},
                                         {"clear-selection"},
                                         {"clear-picked"}}};
constexpr std::array<Line, 4> kModel = {
    {{"choices"}, {"toggle-pass-*", QT_TRANSLATE_NOOP("menus", "Passes, &one by one")}, {""}, {"measure"}}};
constexpr std::array<Line, 15> kPlay = {{{"play"},
                                         {"play-backward"},
                                         {"pause"},
                                         {""},
                                         {"stage-forward"},
                                         {"stage-back"},
                                         {"step-forward"},
                                         {"step-back"},
                                         {"level-forward"},
                                         {"level-back"},
                                         {"node-forward"},
                                         {"node-back"},
                                         {""},
                                         {"first"},
                                         {"last"}}};
constexpr std::array<Line, 15> kView = {{{"fit"},
                                         {"focus-selection"},
                                         {"zoom-in"},
                                         {"zoom-out"},
                                         {""},
                                         {"view-back"},
                                         {"view-forward"},
                                         {""},
                                         {"split-*", QT_TRANSLATE_NOOP("menus", "&Compare with")},
                                         {""},
                                         {"show-panel-*", QT_TRANSLATE_NOOP("menus", "&Panels")},
                                         {"reset-layout"},
                                         {"theme-*", QT_TRANSLATE_NOOP("menus", "&Theme")},
                                         {"reduced-motion"},
                                         {"full-screen"}}};
constexpr std::array<Line, 4> kHelp = {{{"command-palette"}, {"key-sheet"}, {""}, {"about"}}};

constexpr std::array<Menu, 6> kMenus = {{{QT_TRANSLATE_NOOP("menus", "&File"), kFile},
                                         {QT_TRANSLATE_NOOP("menus", "&Edit"), kEdit},
                                         {QT_TRANSLATE_NOOP("menus", "&Model"), kModel},
                                         {QT_TRANSLATE_NOOP("menus", "&Play"), kPlay},
                                         {QT_TRANSLATE_NOOP("menus", "&View"), kView},
                                         {QT_TRANSLATE_NOOP("menus", "&Help"), kHelp}}};

constexpr std::array<const char*, 6> kToolBar = {"open", "reload", "", "fit", "measure", ""};

QString translated(const char* text) {
    return QCoreApplication::translate("menus", text);
}

void addAll(QMenu& menu, const CommandRegistry& commands, const QString& prefix) {
    for (const QString& id : commands.ids()) {
        if (id.startsWith(prefix) && !commands.spec(id).needsArguments) {
            menu.addAction(commands.action(id));
        }
    }
}

/// A submenu for each choice of this place and those after it, with a line where the place changes.
void addChoices(QMenu& menu, const CommandRegistry& commands, Choice::Place first) {
    std::optional<Choice::Place> before;
    for (const Choice& choice : choices()) {
        if (choice.place < first) {
            continue;
        }
        if (before && *before != choice.place) {
            menu.addSeparator();
        }
        before = choice.place;
        QMenu* made = menu.addMenu(choice.title);
        made->setObjectName(choice.id);
        made->setToolTipsVisible(true);
        addAll(*made, commands, choice.id % u'-');
    }
}

void addLine(QMenu& menu, const CommandRegistry& commands, const Line& line) {
    const QString command = QString::fromLatin1(line.command);
    if (command.isEmpty()) {
        menu.addSeparator();
    } else if (command == u"choices") {
        addChoices(menu, commands, Choice::Place::Bar);
    } else if (line.submenu != nullptr) {
        addAll(*menu.addMenu(translated(line.submenu)), commands, command.chopped(1)); // without the star
    } else {
        menu.addAction(commands.action(command));
    }
}

} // namespace

void buildMenus(QMenuBar& bar, const CommandRegistry& commands) {
    for (const Menu& menu : kMenus) {
        QMenu* made = bar.addMenu(translated(menu.title));
        for (const Line& line : menu.lines) {
            addLine(*made, commands, line);
        }
    }
}

void fillToolBar(QToolBar& bar, const CommandRegistry& commands) {
    for (const char* command : kToolBar) {
        if (*command == '\0') {
            bar.addSeparator();
        } else {
            bar.addAction(commands.action(QString::fromLatin1(command)));
        }
    }
}

QMenu* makeOptionsMenu(const CommandRegistry& commands, QWidget* parent) {
    auto* menu = new QMenu(parent);
    addChoices(*menu, commands, Choice::Place::Graph);
    return menu;
}

void showPresent(QMenu& options, const SessionConfig& config) {
    for (const Choice& choice : choices()) {
        if (auto* menu = options.findChild<QMenu*>(choice.id)) {
            menu->setTitle(choice.title % QStringLiteral(": ") % choice.present(config));
        }
    }
}

} // namespace batchscope
