// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panels around the canvas, as a table. The window loops over it and knows no view by name; a new panel takes one
// folder in views and one line in panels.cpp.
#pragma once

#include "core/base/interface.h"

#include <Qt>

#include <span>

class QDockWidget;
class QMainWindow;
class QString;
class QWidget;

namespace batchscope {

class Playback;
class Session;

struct PanelSpec {
    const char* id;    ///< stable: scripts and saved layouts use it
    const char* title; ///< English; translate in the context "panels"
    Qt::DockWidgetArea area;
    int size; ///< initial width at a side; at the bottom the height, in proportion to a window height of 900 pixels
    QWidget* (*create)(Session& session, Playback& playback, QWidget* parent);
    const char* about; ///< what it shows and what it is good for; translated like the title, for What's This
    Interface from = Interface::Expert; ///< from which interface on it is one of those that are shown
};

/// A view that shares its panel with others, each behind a tab.
struct TabSpec {
    const char* id;    ///< stable, like that of a panel, and none of theirs
    const char* panel; ///< id of the panel
    const char* title; ///< translated like that of a panel
    QWidget* (*create)(Session& session, Playback& playback, QWidget* parent);
    const char* about;
};

/// All panels. Those of one area share it as tabs, in this order; initially the first one is in front.
[[nodiscard]] std::span<const PanelSpec> panels();
/// The tabs of all panels that have some, in their order; initially the first one of a panel is in front.
[[nodiscard]] std::span<const TabSpec> panelTabs();

/// Creates all panels as docks of the window, named after their ids.
void addPanels(QMainWindow& window, Session& session, Playback& playback);
/// The dock of a panel, or of the panel that has this tab; null without one of that id.
[[nodiscard]] QDockWidget* dockOf(const QMainWindow& window, const QString& id);
/// What the panel or the tab of that id shows; null without one.
[[nodiscard]] QWidget* viewOf(const QMainWindow& window, const QString& id);
/// Brings the panel of this dock to the front. One at the bottom gets at least its initial height.
void raiseWithRoom(QMainWindow& window, QDockWidget& dock);
/// Brings a tab to the front of its panel; other ids change nothing.
void raiseTab(const QMainWindow& window, const QString& id);
/// Shows the panels of the interface at their initial sizes, the first of each area in front, and hides the others.
void showPanels(QMainWindow& window, Interface shown);
/// Hides those that the interface does not have.
void hidePanelsOfOthers(const QMainWindow& window, Interface shown);
/// Shows none; they keep their sizes for when they are asked for.
void showStoryPanels(QMainWindow& window);

/// For whom the letters of a lesson are: an audience reads them from afar.
enum class Readers { One, Audience };
/// Shows the lessons only, wide enough to read them.
void showLessonPanels(QMainWindow& window, Readers readers);

} // namespace batchscope
