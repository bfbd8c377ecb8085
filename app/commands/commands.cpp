// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include "app/commands/canvas_menu.h"
#include "app/window/main_window.h"
#include "views/commands/command_registry.h"

namespace batchscope {

void addCommands(MainWindow& window) {
    addFileCommands(window);
    addUndoCommands(window);
    addBreakpointCommands(window);
    addBookmarkCommands(window);
    addExportCommands(window);
    addModelCommands(window);
    addSelectionCommands(window);
    addRunCommands(window);
    addScheduleCommands(window);
    addChangesCommands(window);
    addPlayCommands(window);
    addNavigationCommands(window);
    addViewCommands(window);
    addSpeedCommands(window);
    addPlotCommands(window);
    addTreebankCommands(window);
    addSplitCommands(window);
    addLessonCommands(window);
    connectCanvasMenu(window);
}

QAction* addPlain(MainWindow& window, const CommandSpec& spec, std::function<void()> handler) {
    return window.commands().add(spec, [handler = std::move(handler)](const QJsonObject&) -> Status {
        handler();
        return Ok{};
    });
}

QString iconPath(const char* name) {
    return QStringLiteral(":/icons/%1.svg").arg(QString::fromLatin1(name));
}

} // namespace batchscope
