// SPDX-License-Identifier: GPL-3.0-or-later
//
// All commands of the window, grouped by topic in several files. Each function adds its commands to the window's
// registry; users have no other way to act. Call each function once.
#pragma once

#include "app/window/panels.h"
#include "core/base/check.h"
#include "core/schedule/schedule.h"
#include "views/commands/command_registry.h"

#include <QAnyStringView>
#include <QJsonObject>
#include <QString>

#include <functional>
#include <vector>

class QAction;

namespace batchscope {

class MainWindow;
class Playback;
struct SessionConfig;

/// Adds all commands, and the context menu of the picture. MainWindow is constructed with this function.
void addCommands(MainWindow& window);

void addFileCommands(MainWindow& window);       ///< open, recent, nets, weights, reload, cancel, screenshots, quit
void addUndoCommands(MainWindow& window);       ///< undo and redo of choices
void addBreakpointCommands(MainWindow& window); ///< set breakpoints, and go to them
void addBookmarkCommands(MainWindow& window);   ///< mark places, and return to them
void addExportCommands(MainWindow& window);     ///< pictures and animations
void addModelCommands(MainWindow& window);      ///< net, policy, dim, trees, all choices, measure
void addSelectionCommands(MainWindow& window);  ///< the selection: show, go to, find
void addScheduleCommands(MainWindow& window);   ///< open, save and compare schedules
void addPlayCommands(MainWindow& window);       ///< steps, play, seek, select
void addNavigationCommands(MainWindow& window); ///< find, go to, back and forward
void addViewCommands(MainWindow& window);       ///< zoom, panels, theme, motion, window, help
void addPlotCommands(MainWindow& window);       ///< plots, their tables, measurements and runs from files
void addTreebankCommands(MainWindow& window);   ///< filter, sort, pick
void addSplitCommands(MainWindow& window);      ///< two pictures on one clock
void addLessonCommands(MainWindow& window);     ///< lessons, and the scheduler game
/// The context menu of the picture (right click or Menu key).
void connectCanvasMenu(MainWindow& window);

/// The keys of a command.
struct Keys : QList<QKeySequence> {
    template <typename... Key>
    // NOLINTNEXTLINE(google-explicit-constructor): most commands have one
    Keys(Key... keys) : QList<QKeySequence>{QKeySequence(keys)...} {}
};

/// The place of a command in the menus: a section, and optionally one of its submenus.
struct RowPlace {
    MenuPlace menu;
    const char* submenu = "";
    // NOLINTNEXTLINE(google-explicit-constructor): most commands name their section only
    RowPlace(MenuPlace place = {}, const char* part = "") : menu(place), submenu(part) {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    RowPlace(MenuSection section) : menu(section) {}
};
[[nodiscard]] inline RowPlace in(MenuSection section, const char* submenu) {
    return {section, submenu};
}
/// A place that is also in the menus of Learn.
[[nodiscard]] inline RowPlace learn(MenuSection section, const char* submenu = "") {
    return {{section, Interface::Learn}, submenu};
}

/// A command as a row; see CommandSpec.
struct CommandRow {
    const char* id;
    const char* text;
    const char* tip;
    RowPlace place = {};
    Keys keys = {};
    const char* icon = nullptr; ///< name of an icon in the resources
};
/// Adds a command without arguments that cannot fail.
QAction* add(MainWindow& window, const CommandRow& row, std::function<void()> handler);
/// Adds a command that may fail.
QAction* add(MainWindow& window, const CommandRow& row, CommandRegistry::Handler handler);
/// Adds a command with `arguments`, which scripts may or must give. A command in no menu is for scripts only.
QAction* add(MainWindow& window, const CommandRow& row, const QString& arguments, CommandRegistry::Handler handler);
QAction* add(MainWindow& window, const CommandRow& row, const char* arguments, CommandRegistry::Handler handler);
/// Adds a command from a spec, for texts that are made at run time.
QAction* addPlain(MainWindow& window, const CommandSpec& spec, std::function<void()> handler);

/// Calls `update`, which enables or checks the action: now, when it was triggered, and whenever choices, results, the
/// selection or the page change.
void follow(MainWindow& window, QAction* action, const std::function<void()>& update);

/// A choice among names. Scripts run the command `id` with {"name"}; menus and palette have a command `id-NAME` for
/// each name, which is checked for the present value.
struct NamedChoice {
    struct Value {
        QString name;
        QString text; ///< in the palette and the key sheet
        QString tip;
        QString menuText = {}; ///< empty: `text`
        MenuPlace menu = {};
    };
    QString id;
    QString text;
    QString tip;
    QString known; ///< the names, as text
    std::vector<Value> values;
    QString submenu;
    std::function<Status(const QString& name)> apply;
    std::function<QString()> present;
};
/// Returns the function that checks the present value. It is called for the changes that follow() lists.
std::function<void()> addNamed(MainWindow& window, const NamedChoice& choice);

/// Changes the session's configuration.
void change(MainWindow& window, const std::function<void(SessionConfig& config)>& change);

/// Shows the error above the picture, if there is one.
void showFault(MainWindow& window, const Status& status);

/// Describes a file dialog for an existing file or, with a suffix, for a file to write.
struct FileQuestion {
    QString title;
    QString filter;
    const char* suffix = nullptr;
    QString suggested = {}; ///< path at which the dialog starts
};
/// Calls `use` with the argument "path", or with the file that the user chooses in a dialog. The dialog does not block
/// the window, which shows later errors.
Status withPath(MainWindow& window, const QJsonObject& arguments, const FileQuestion& question,
                const std::function<Status(const QString& path)>& use);
/// Like withPath(), for existing files; a script names them in "path" or "paths".
Status withPaths(MainWindow& window, const QJsonObject& arguments, const FileQuestion& question,
                 const std::function<Status(const QStringList& paths)>& use);
/// Config error in a script, which cannot answer a dialog, unless it requests the dialog with "dialog": true.
[[nodiscard]] Status checkDialog(const MainWindow& window, const QJsonObject& arguments);
/// A path in the user's documents folder, named after the trees and what is saved.
[[nodiscard]] QString suggestedPath(const MainWindow& window, const QString& what, const char* ending);
/// Shows in the status bar for a while that the file was saved.
void tellSaved(MainWindow& window, const QString& path);

/// The view of that class in the panel or the tab `id`, which must exist.
template <typename View>
[[nodiscard]] View& panelView(const QMainWindow& window, const char* id) {
    auto* const view = qobject_cast<View*>(viewOf(window, QString::fromLatin1(id)));
    BATCHSCOPE_CHECK(view != nullptr);
    return *view;
}

/// Path of an icon in the resources.
[[nodiscard]] QString iconPath(const char* name);

/// The step that a command without arguments refers to: the selected one, else the shown one; invalid if neither.
[[nodiscard]] BatchId meantBatch(const Playback& playback);

/// Read an argument of a script. Config errors say what is missing or what was expected.
[[nodiscard]] Result<QString> textArgument(const QJsonObject& arguments, QAnyStringView key);
[[nodiscard]] Result<double> numberArgument(const QJsonObject& arguments, QAnyStringView key);
/// Reads a non-negative integer.
[[nodiscard]] Result<std::size_t> indexArgument(const QJsonObject& arguments, QAnyStringView key);

/// The text of --list-commands: one line per command, "id   tip", in order of registration, followed by an indented
/// line with its arguments if it takes any.
[[nodiscard]] QString commandList(const CommandRegistry& commands);

/// True if nothing is being read, measured, kept, searched, laid out or moving. Scripts wait for this, and lessons wait
/// for it between two commands.
[[nodiscard]] bool isIdle(const MainWindow& window);
/// Views catch up through queued calls, so idleness must hold for this many checks in a row, kIdleLookMs apart.
inline constexpr int kIdleLooks = 3;
inline constexpr int kIdleLookMs = 15;

} // namespace batchscope
