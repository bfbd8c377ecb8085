// SPDX-License-Identifier: GPL-3.0-or-later
//
// All commands of the window, grouped by topic over several files. Each function adds its commands to the registry of
// the window once; users have no other way to act.
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

/// Adds all of them, and the context menus of picture and plots. What MainWindow is constructed with.
void addCommands(MainWindow& window);

void addFileCommands(MainWindow& window);       ///< open, recent, nets, weights, reload, cancel, screenshots, quit
void addUndoCommands(MainWindow& window);       ///< back to choices before
void addBreakpointCommands(MainWindow& window); ///< where to stop, and going there
void addBookmarkCommands(MainWindow& window);   ///< places to come back to
void addExportCommands(MainWindow& window);     ///< pictures and animations
void addModelCommands(MainWindow& window);      ///< net, policy, dim, trees, all choices, measure
void addSelectionCommands(MainWindow& window);  ///< what is selected: show, go to, find, copy
void addScheduleCommands(MainWindow& window);   ///< the schedule changed by hand, opened, saved, compared
void addPlayCommands(MainWindow& window);       ///< steps, play, seek, select
void addNavigationCommands(MainWindow& window); ///< find, go to, back and forward
void addViewCommands(MainWindow& window);       ///< zoom, panels, theme, motion, window, help
void addPlotCommands(MainWindow& window);       ///< plots, their tables, measurements and runs from files
void addTreebankCommands(MainWindow& window);   ///< filter, sort, pick
void addSplitCommands(MainWindow& window);      ///< two pictures on one clock
void addLessonCommands(MainWindow& window);     ///< lessons, and the game of the scheduler
/// The context menu of the picture (right click or Menu key).
void connectCanvasMenu(MainWindow& window);

/// The keys of a command.
struct Keys : QList<QKeySequence> {
    template <typename... Key>
    // NOLINTNEXTLINE(google-explicit-constructor): most commands have one
    Keys(Key... keys) : QList<QKeySequence>{QKeySequence(keys)...} {}
};

/// Where menus have a command; in a submenu of the section, where one is named.
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
/// Also in the menus of Learn.
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
    const char* icon = nullptr; ///< of the resources, by name
};
/// Adds a command without arguments that cannot fail.
QAction* add(MainWindow& window, const CommandRow& row, std::function<void()> handler);
/// Adds one that may fail.
QAction* add(MainWindow& window, const CommandRow& row, CommandRegistry::Handler handler);
/// Adds one with `arguments`, which scripts may or must give. One that is in no menu is for scripts only.
QAction* add(MainWindow& window, const CommandRow& row, const QString& arguments, CommandRegistry::Handler handler);
QAction* add(MainWindow& window, const CommandRow& row, const char* arguments, CommandRegistry::Handler handler);
/// Does the same with a spec, for texts that are made at run time.
QAction* addPlain(MainWindow& window, const CommandSpec& spec, std::function<void()> handler);

/// Calls `update`, which enables or checks the action: now, when it was triggered, and whenever choices, results, the
/// selection or the page change.
void follow(MainWindow& window, QAction* action, const std::function<void()>& update);

/// A choice among names: the command `id` takes {"name"} from scripts, and `id-NAME` appears in menus and palette,
/// checked while it is the present one.
struct NamedChoice {
    struct Value {
        QString name;
        QString text; ///< of palette and key sheet
        QString tip;
        QString menuText = {}; ///< empty: `text`
        MenuPlace menu = {};
    };
    QString id;
    QString text;
    QString tip;
    QString known; ///< the names, for people
    std::vector<Value> values;
    QString submenu;
    std::function<Status(const QString& name)> apply;
    std::function<QString()> present;
};
/// Gives the function that checks the present value; it is called when what follow() names changes.
std::function<void()> addNamed(MainWindow& window, const NamedChoice& choice);

/// Changes what the session is asked for.
void change(MainWindow& window, const std::function<void(SessionConfig& config)>& change);

/// Shows what went wrong above the picture.
void showFault(MainWindow& window, const Status& status);

/// What a dialog asks for: a file that exists, or, with a suffix, the name of one to write.
struct FileQuestion {
    QString title;
    QString filter;
    const char* suffix = nullptr;
    QString suggested = {}; ///< where the dialog begins
};
/// Gives `use` the argument "path", else what the user chooses in a dialog. The window stays alive meanwhile, and shows
/// the faults.
Status withPath(MainWindow& window, const QJsonObject& arguments, const FileQuestion& question,
                const std::function<Status(const QString& path)>& use);
/// As withPath, for existing files; a script names them in "path" or "paths".
Status withPaths(MainWindow& window, const QJsonObject& arguments, const FileQuestion& question,
                 const std::function<Status(const QStringList& paths)>& use);
/// Config error in a script, which cannot answer a dialog, unless it asks for one with "dialog": true.
[[nodiscard]] Status checkDialog(const MainWindow& window, const QJsonObject& arguments);
/// In the folder of the user's documents, named after the trees and what is saved.
[[nodiscard]] QString suggestedPath(const MainWindow& window, const QString& what, const char* ending);
/// In the status bar, for a while.
void tellSaved(MainWindow& window, const QString& path);

/// The view of that class, which is a panel or one of its tabs.
template <typename View>
[[nodiscard]] View& panelView(const QMainWindow& window, const char* id) {
    auto* const view = qobject_cast<View*>(viewOf(window, QString::fromLatin1(id)));
    BATCHSCOPE_CHECK(view != nullptr);
    return *view;
}

/// Of an icon in the resources.
[[nodiscard]] QString iconPath(const char* name);

/// The step that a command without arguments means: the selected one, else the shown one. Invalid: neither.
[[nodiscard]] BatchId meantBatch(const Playback& playback);

/// Arguments as scripts give them. Config errors say what is missing or what was expected.
[[nodiscard]] Result<QString> textArgument(const QJsonObject& arguments, QAnyStringView key);
[[nodiscard]] Result<double> numberArgument(const QJsonObject& arguments, QAnyStringView key);
/// A whole number, not negative.
[[nodiscard]] Result<std::size_t> indexArgument(const QJsonObject& arguments, QAnyStringView key);

/// What --list-commands prints: one line a command, "id   tip", in order of registration; under it, indented, its
/// arguments, where it takes any.
[[nodiscard]] QString commandList(const CommandRegistry& commands);

/// What scripts wait for, and what a lesson waits for between two commands: nothing is read, measured, kept, searched,
/// laid out or moving.
[[nodiscard]] bool isIdle(const MainWindow& window);
/// One quiet moment is not yet the end, because views catch up by queued calls: this many looks, kIdleLookMs apart.
inline constexpr int kIdleLooks = 3;
inline constexpr int kIdleLookMs = 15;

} // namespace batchscope
