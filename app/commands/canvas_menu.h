// SPDX-License-Identifier: GPL-3.0-or-later
//
// The context menu of the picture (right click or Menu key), and of the tables of steps and nodes: the commands of the
// registry for what is there.
#pragma once

#include "views/canvas/scene/hit_test.h"

class QMenu;

namespace batchscope {

class MainWindow;

/// For the selected node, batch or tree, or for the empty canvas. Commands that are not available are left out. The
/// menu deletes itself when it closes.
[[nodiscard]] QMenu* makeCanvasMenu(MainWindow& window, const Hit& on);

/// Pops the menu up wherever a picture asks for it, and at the rows of these tables.
void connectCanvasMenu(MainWindow& window);

} // namespace batchscope
