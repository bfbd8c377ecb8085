// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menus, made of what each command says of its place (CommandSpec::menu), and the main toolbar, a list of ids.
#pragma once

#include "core/base/interface.h"

class QMenuBar;
class QMenu;
class QToolBar;
class QWidget;

namespace batchscope {

class CommandRegistry;
struct SessionConfig;

/// In place of the menus that the bar has.
void buildMenus(QMenuBar& bar, const CommandRegistry& commands, Interface shown);
/// Open, run again, and what is needed in addition to the transport.
void fillToolBar(QToolBar& bar, const CommandRegistry& commands);
/// A menu of the choices that have no control of their own in the toolbar.
[[nodiscard]] QMenu* makeOptionsMenu(const CommandRegistry& commands, Interface shown, QWidget* parent);
/// Updates that menu with the current choices; those of Expert are in it while they differ from their defaults.
void showPresent(QMenu& options, const CommandRegistry& commands, Interface shown, const SessionConfig& config);

} // namespace batchscope
