// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the panels around the canvas, as a table. The window loops over it and knows no view by name; a new panel is one
// folder in views and one line in panels.cpp.
#pragma once

#include <Qt>

#include <span>

class QMainWindow;
class QWidget;

namespace batchscope {

class Playback;
class Session;

struct PanelSpec {
    const char* id;    ///< stable: scripts and saved layouts use it
    const char* title; ///< English; translate in the context "panels"
    Qt::DockWidgetArea area;
    int size; ///< at first: width at a side; at the bottom the height in a window of 900 pixels, and in proportion
    QWidget* (*create)(Session& session, Playback& playback, QWidget* parent);
};

/// All panels. Those of one area share it as tabs, in this order; the first one is seen at first.
[[nodiscard]] std::span<const PanelSpec> panels();

/// Makes them all as docks of the window, named by their ids.
void addPanels(QMainWindow& window, Session& session, Playback& playback);
/// Shows them all at their first sizes, the first of each area in front.
void showPanels(QMainWindow& window);

} // namespace batchscope
