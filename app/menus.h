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
struct SessionConfig;

void buildMenus(QMenuBar& bar, const CommandRegistry& commands);
/// Open, run again, and what one needs beside the transport.
void fillToolBar(QToolBar& bar, const CommandRegistry& commands);
/// The choices that have no place of their own in the toolbar, as a menu for it.
[[nodiscard]] QMenu* makeOptionsMenu(const CommandRegistry& commands, QWidget* parent);
/// Writes into that menu how each choice is.
void showPresent(QMenu& options, const SessionConfig& config);

} // namespace batchscope
