// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menus, built from the place that each command specifies (CommandSpec::menu), and the main toolbar, a list of ids.
#pragma once

#include "core/base/interface.h"

class QMenuBar;
class QMenu;
class QToolBar;
class QWidget;

namespace batchscope {

class CommandRegistry;
struct SessionConfig;

/// Replaces the menus of the bar.
void buildMenus(QMenuBar& bar, const CommandRegistry& commands, Interface shown);
/// Adds Open, Run again, and the choice between folded, regular and both.
void fillToolBar(QToolBar& bar, const CommandRegistry& commands);
/// A menu of the choices that have no control in the toolbar.
[[nodiscard]] QMenu* makeOptionsMenu(const CommandRegistry& commands, Interface shown, QWidget* parent);
/// Updates that menu with the current choices. Expert's choices are listed in Learn if they differ from the defaults.
void showPresent(QMenu& options, const CommandRegistry& commands, Interface shown, const SessionConfig& config);

} // namespace batchscope
