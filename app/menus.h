// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: menus and the main toolbar are lists of command ids; what a command is called and does stands in the registry.
#pragma once

class QMenuBar;
class QMenu;
class QToolBar;
class QWidget;

namespace batchscope {

class CommandRegistry;

void buildMenus(QMenuBar& bar, const CommandRegistry& commands);
/// Open, run again, and what one needs beside the transport.
void fillToolBar(QToolBar& bar, const CommandRegistry& commands);
/// The choices that shape the graph, as a menu for the toolbar: outputs, merge, binarise.
[[nodiscard]] QMenu* makeGraphMenu(const CommandRegistry& commands, QWidget* parent);

} // namespace batchscope
