// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of everything that the user can do. Menus, toolbar, shortcuts, scripts and UI tests all use it, so that all
// of them have the same abilities.
#pragma once

#include "core/base/interface.h"
#include "core/base/result.h"

#include <QAction>
#include <QJsonObject>
#include <QKeySequence>
#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <vector>

namespace batchscope {

/// The place of a command in the menus: sections separated by lines, in the order of the menus and within them. Within
/// a section, commands keep the order in which they were added.
enum class MenuSection {
    None, ///< not in a menu
    FileOpen,
    FileRun,
    FileQuit,
    EditUndo,
    EditCopy,
    EditFind,
    EditSelection,
    ModelChoices,
    ModelSchedule,
    ModelRun,
    PlayMotion,
    PlaySteps,
    PlayBreakpoints,
    PlayBookmarks,
    PlayEnds,
    ViewZoom,
    ViewPlaces,
    ViewCompare,
    ViewWindow,
    HelpLearn,
    HelpCommands,
    HelpAbout,
};

/// A section, and the first interface whose menus show the command; keys, palette and scripts have it in both
/// interfaces.
struct MenuPlace {
    MenuSection section = MenuSection::None;
    Interface from = Interface::Expert;

    // NOLINTNEXTLINE(google-explicit-constructor): most commands give only their section
    constexpr MenuPlace(MenuSection itsSection = MenuSection::None, Interface first = Interface::Expert)
        : section(itsSection), from(first) {}
};

/// The description of a command, used by menus, keys, palette, key sheet, scripts and --list-commands. `id` is stable
/// because scripts use it, for example "step-forward".
struct CommandSpec {
    QString id;
    QString text; ///< the menu text, including &
    QString tip;  ///< one sentence
    MenuPlace menu = {};
    QList<QKeySequence> shortcuts = {};
    QString icon = {};           ///< resource path without theme, or empty
    bool needsArguments = false; ///< only scripts can run it; the palette and the menus omit it
    QString arguments = {};      ///< describes the arguments that scripts pass, for people to read; empty: none
    QString submenu = {};        ///< the title of the submenu within its section, including &; empty: not in a submenu
};

class CommandRegistry final : public QObject {
    Q_OBJECT

public:
    /// Arguments come from scripts; a menu or shortcut passes none. The result's Error is shown to the user or ends the
    /// script.
    using Handler = std::function<Status(const QJsonObject& arguments)>;

    using QObject::QObject;

    /// Adds a command; ids are unique (BATCHSCOPE_CHECK). The action belongs to the registry.
    QAction* add(const CommandSpec& spec, Handler handler);
    /// The action of a command; BATCHSCOPE_CHECK that it exists.
    [[nodiscard]] QAction* action(const QString& id) const;
    [[nodiscard]] bool contains(const QString& id) const;
    /// The spec of a command; BATCHSCOPE_CHECK that it exists.
    [[nodiscard]] const CommandSpec& spec(const QString& id) const;
    /// Runs a command. Config error for an unknown id, a disabled command, or arguments that the command does not take.
    Status run(const QString& id, const QJsonObject& arguments);
    /// The ids in order of registration.
    [[nodiscard]] std::vector<QString> ids() const;

signals:
    /// A command run by a menu or shortcut failed.
    void failed(const QString& message);

private:
    struct Entry {
        CommandSpec spec;
        QAction* action;
        Handler handler;
    };
    std::vector<QString> m_order;
    std::map<QString, Entry> m_entries;
};

} // namespace batchscope
