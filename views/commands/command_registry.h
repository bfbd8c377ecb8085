// SPDX-License-Identifier: GPL-3.0-or-later
//
// One table of everything that the user can do. Menus, toolbar, shortcuts, scripts and UI tests all use it, so that
// none can do what another cannot.
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

/// Where menus have a command: sections with lines between them, in the order of the menus and within them. A command
/// follows those of its section that were added before it.
enum class MenuSection {
    None, ///< in no menu
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

/// A section, and the interface whose menus have the command; keys, palette and scripts have it in both.
struct MenuPlace {
    MenuSection section = MenuSection::None;
    Interface from = Interface::Expert;

    // NOLINTNEXTLINE(google-explicit-constructor): most commands name their section only
    constexpr MenuPlace(MenuSection itsSection = MenuSection::None, Interface first = Interface::Expert)
        : section(itsSection), from(first) {}
};

/// What a command is: menus, keys, palette, key sheet, scripts and --list-commands follow it. `id` is stable (scripts
/// use it), for example "step-forward".
struct CommandSpec {
    QString id;
    QString text; ///< as in menus, with &
    QString tip;  ///< one sentence
    MenuPlace menu = {};
    QList<QKeySequence> shortcuts = {};
    QString icon = {};           ///< resource path without theme, or empty
    bool needsArguments = false; ///< only scripts can run it; palette and menus leave it out
    QString arguments = {};      ///< what scripts may or must give it, for people; empty: nothing
    QString submenu = {};        ///< of its section, by title, with &; empty: the command is not in one
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
    /// The spec that the command was added with; BATCHSCOPE_CHECK that it exists.
    [[nodiscard]] const CommandSpec& spec(const QString& id) const;
    /// Runs a command. Config error for an unknown id, a disabled command, or arguments for one that takes
    /// none.
    Status run(const QString& id, const QJsonObject& arguments);
    /// In order of registration.
    [[nodiscard]] std::vector<QString> ids() const;

signals:
    /// A menu or shortcut ran a command that failed.
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
