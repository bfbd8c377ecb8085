// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/menus.h"

#include "app/window/choices.h"
#include "views/commands/command_registry.h"
#include "views/models/words.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

#include <array>
#include <map>
#include <string_view>

namespace batchscope {

namespace {

struct Menu {
    const char* title;
    MenuSection last; ///< last section of the menu; the first one follows the last section of the previous menu
};

constexpr std::array<Menu, 6> kMenus = {{{"&File", MenuSection::FileQuit},
                                         {"&Edit", MenuSection::EditSelection},
                                         {"&Model", MenuSection::ModelRun},
                                         {"&Play", MenuSection::PlayEnds},
                                         {"&View", MenuSection::ViewWindow},
                                         {"&Help", MenuSection::HelpAbout}}};

constexpr std::array<const char*, 7> kToolBar = {"open", "reload", "", "show-folded", "show-regular", "show-both", ""};

QString menuText(const char* text) {
    return QCoreApplication::translate("menus", text);
}

void addAll(QMenu& menu, const CommandRegistry& commands, const QString& prefix) {
    for (const QString& id : commands.ids()) {
        if (id.startsWith(prefix) && !commands.spec(id).needsArguments) {
            menu.addAction(commands.action(id));
        }
    }
}

QString placeTitle(SessionChoice::Group place) {
    switch (place) {
    case SessionChoice::Group::Apart:
    case SessionChoice::Group::Bar: break;
    case SessionChoice::Group::Graph: return menuText("&Graph");
    case SessionChoice::Group::Trees: return menuText("&Trees");
    case SessionChoice::Group::Read: return menuText("&Reading files");
    case SessionChoice::Group::Run: return menuText("R&unning");
    case SessionChoice::Group::Picture: return menuText("P&icture");
    }
    return {};
}

QMenu* addChoice(QMenu& menu, const CommandRegistry& commands, const SessionChoice& choice) {
    QMenu* made = menu.addMenu(toText(choice.title));
    made->setObjectName(toText(choice.id));
    made->setToolTipsVisible(true);
    addAll(*made, commands, toText(choice.id) % u'-');
    return made;
}

/// Adds a submenu for each choice of this group and the later ones. In Learn, and if the choices have a list in the
/// toolbar, their submenus are not grouped below a title.
void addChoices(QMenu& menu, const CommandRegistry& commands, SessionChoice::Group first, Interface shown) {
    std::map<SessionChoice::Group, QMenu*> places;
    for (const SessionChoice& choice : sessionChoices()) {
        if (choice.group < first || choice.from > shown) {
            continue;
        }
        QMenu*& place = places[choice.group];
        if (place == nullptr) {
            const bool isDirect = choice.group == SessionChoice::Group::Bar || shown == Interface::Learn;
            place = isDirect ? &menu : menu.addMenu(placeTitle(choice.group));
        }
        addChoice(*place, commands, choice);
    }
}

/// Adds the commands of a section, and its submenus at the place of their first commands.
void addSection(QMenu& menu, const CommandRegistry& commands, MenuSection section, Interface shown) {
    std::map<QString, QMenu*> submenus;
    for (const QString& id : commands.ids()) {
        const CommandSpec& spec = commands.spec(id);
        if (spec.menu.section != section || spec.menu.from > shown) {
            continue;
        }
        if (spec.submenu.isEmpty()) {
            menu.addAction(commands.action(id));
            continue;
        }
        QMenu*& submenu = submenus[spec.submenu];
        submenu = submenu == nullptr ? menu.addMenu(spec.submenu) : submenu;
        submenu->addAction(commands.action(id));
    }
}

} // namespace

void buildMenus(QMenuBar& bar, const CommandRegistry& commands, Interface shown) {
    qDeleteAll(bar.findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
    auto section = static_cast<int>(MenuSection::None) + 1;
    for (const Menu& menu : kMenus) {
        QMenu* made = bar.addMenu(menuText(menu.title));
        for (; section <= static_cast<int>(menu.last); ++section) {
            if (!made->isEmpty()) {
                made->addSeparator();
            }
            if (static_cast<MenuSection>(section) == MenuSection::ModelChoices && shown == Interface::Expert) {
                addChoices(*made, commands, SessionChoice::Group::Bar, shown); // Learn has these only in the toolbar
            }
            addSection(*made, commands, static_cast<MenuSection>(section), shown);
        }
    }
}

void fillToolBar(QToolBar& bar, const CommandRegistry& commands) {
    for (const char* command : kToolBar) {
        if (*command == '\0') {
            bar.addSeparator();
        } else {
            QAction* const action = commands.action(QString::fromLatin1(command));
            bar.addAction(action);
            if (command == std::string_view("reload")) { // the icon alone is unclear
                auto* const button = qobject_cast<QToolButton*>(bar.widgetForAction(action));
                button->setObjectName(QStringLiteral("run-again"));
                button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
            }
        }
    }
}

QMenu* makeOptionsMenu(const CommandRegistry& commands, Interface shown, QWidget* parent) {
    auto* menu = new QMenu(parent);
    addChoices(*menu, commands, SessionChoice::Group::Graph, shown);
    return menu;
}

void showPresent(QMenu& options, const CommandRegistry& commands, Interface shown, const SessionConfig& config) {
    const SessionConfig first = windowDefaults();
    for (const SessionChoice& choice : sessionChoices()) {
        const std::string present = choice.present(config);
        const bool isEngine = choice.id == "passes" && present == "all"; // already shown in the bar
        const bool isListed = choice.from <= shown || (!isEngine && present != choice.present(first));
        auto* menu = options.findChild<QMenu*>(toText(choice.id));
        if (menu == nullptr && isListed && choice.group > SessionChoice::Group::Bar) {
            menu = addChoice(options, commands, choice);
        }
        if (menu != nullptr) {
            menu->setTitle(toText(choice.title) % QStringLiteral(": ") % toText(present));
            menu->menuAction()->setVisible(isListed);
        }
    }
}

} // namespace batchscope
