// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include "app/commands/canvas_menu.h"

namespace batchscope {

void addCommands(MainWindow& window) {
    addFileCommands(window);
    addExportCommands(window);
    addModelCommands(window);
    addSelectionCommands(window);
    addPlayCommands(window);
    addNavigationCommands(window);
    addViewCommands(window);
    addTreebankCommands(window);
    addSplitCommands(window);
    connectCanvasMenu(window);
}

} // namespace batchscope
