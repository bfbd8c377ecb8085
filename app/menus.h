// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menus, made of what each command says of its place (CommandSpec::menu), and the main toolbar, a list of ids.
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
