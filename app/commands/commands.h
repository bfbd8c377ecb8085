// SPDX-License-Identifier: GPL-3.0-or-later
//
// All commands of the window, grouped by topic over several files. Each function adds its commands to the registry of
// the window once; users have no other way to act.
#pragma once

#include "core/base/result.h"
#include "core/schedule/schedule.h"

#include <QJsonObject>
#include <QString>

#include <functional>

class QAction;

namespace batchscope {

class MainWindow;
class Playback;
struct CommandSpec;

/// Adds all of them, and the context menus of picture and plots. What MainWindow is constructed with.
void addCommands(MainWindow& window);

void addFileCommands(MainWindow& window);       ///< open, recent, reload, cancel, screenshots, quit
void addBookmarkCommands(MainWindow& window);   ///< places to come back to
void addBreakpointCommands(MainWindow& window); ///< where to stop, and going there
void addChangesCommands(MainWindow& window);    ///< the schedule compared with that of another file, or a saved one
void addExportCommands(MainWindow& window);     ///< pictures and animations
void addLessonCommands(MainWindow& window);     ///< lessons, and the game of the scheduler
void addModelCommands(MainWindow& window);      ///< net, policy, dim, trees, all choices, measure
void addNavigationCommands(MainWindow& window); ///< find, go to, back and forward
void addNetFileCommands(MainWindow& window);    ///< modules, new models, weights
void addPlayCommands(MainWindow& window);       ///< steps, play, seek, select
void addPlotCommands(MainWindow& window);       ///< plots and their tables: choose, save, copy, their menu
void addRunCommands(MainWindow& window);        ///< runs of benchmarks in files: open, compare, close
void addScheduleCommands(MainWindow& window);   ///< the schedule changed by hand, opened, saved; back to the policy's
void addSelectionCommands(MainWindow& window);  ///< what is selected: show, go to, find, copy
void addSpeedCommands(MainWindow& window);      ///< a measured result on the canvas
void addSplitCommands(MainWindow& window);      ///< two pictures on one clock
void addTreebankCommands(MainWindow& window);   ///< filter, sort, pick
void addUndoCommands(MainWindow& window);       ///< back to choices before
void addViewCommands(MainWindow& window);       ///< zoom, panels, theme, motion, window, help

/// Adds a command without arguments that cannot fail.
QAction* addPlain(MainWindow& window, const CommandSpec& spec, std::function<void()> handler);

/// Of an icon in the resources.
[[nodiscard]] QString iconPath(const char* name);

/// The step that a command without arguments means: the selected one, else the shown one. Invalid: neither.
[[nodiscard]] BatchId meantBatch(const Playback& playback);

/// Arguments as scripts give them. Config errors say what is missing or what was expected.
[[nodiscard]] Result<QString> textArgument(const QJsonObject& arguments, const QString& key);
[[nodiscard]] Result<double> numberArgument(const QJsonObject& arguments, const QString& key);
/// A whole number, not negative.
[[nodiscard]] Result<std::size_t> indexArgument(const QJsonObject& arguments, const QString& key);

} // namespace batchscope
