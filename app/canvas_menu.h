// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu of a right click (or the Menu key) on the picture: commands of the registry for what is there.
#pragma once

#include "views/canvas/scene/hit_test.h"

class QMenu;

namespace batchscope {

class MainWindow;

/// For a node, a batch or a tree that is selected, or for the empty canvas. What cannot be done now is left out. It
/// deletes itself when it closes.
[[nodiscard]] QMenu* makeCanvasMenu(MainWindow& window, const Hit& on);

/// Pops the menu up wherever a picture asks for it.
void connectCanvasMenu(MainWindow& window);

} // namespace batchscope
