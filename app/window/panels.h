// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panels around the canvas, as a table. The window loops over it and names no view; a new panel needs one
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
    int size; ///< initial width at a side; at the bottom, initial height per 900 pixels of window height
    QWidget* (*create)(Session& session, Playback& playback, QWidget* parent);
    const char* about; ///< text for What's This: what it shows and what it is good for; translated like the title
    Interface from = Interface::Expert; ///< the simplest interface that shows it
};

/// A view that shares a panel with other views, as one of its tabs.
struct TabSpec {
    const char* id;    ///< stable, like that of a panel; differs from all panel ids
    const char* panel; ///< id of the panel
    const char* title; ///< translated like that of a panel
    QWidget* (*create)(Session& session, Playback& playback, QWidget* parent);
    const char* about;
};

/// All panels. Panels of one area share it as tabs, in this order; initially the first one is in front.
[[nodiscard]] std::span<const PanelSpec> panels();
/// The tabs of all panels, in order; initially the first tab of a panel is in front.
[[nodiscard]] std::span<const TabSpec> panelTabs();

/// Creates all panels as docks of the window, named after their ids.
void addPanels(QMainWindow& window, Session& session, Playback& playback);
/// The dock of a panel, or of the panel that has this tab; null if there is no such panel or tab.
[[nodiscard]] QDockWidget* dockOf(const QMainWindow& window, const QString& id);
/// The view of the panel or the tab with that id; null if there is none.
[[nodiscard]] QWidget* viewOf(const QMainWindow& window, const QString& id);
/// Brings the panel of this dock to the front. A panel at the bottom gets at least its initial height.
void raiseWithRoom(QMainWindow& window, QDockWidget& dock);
/// Brings a tab to the front of its panel; does nothing for other ids.
void raiseTab(const QMainWindow& window, const QString& id);
/// Shows the panels of the interface at their initial sizes, the first of each area in front, and hides the others.
void showPanels(QMainWindow& window, Interface shown);
/// Hides the panels that the interface does not show.
void hidePanelsOfOthers(const QMainWindow& window, Interface shown);
/// Hides all panels; they keep their sizes for when they are shown again.
void showStoryPanels(QMainWindow& window);

/// The readers of a lesson. An audience reads from a distance.
enum class Readers { One, Audience };
/// Shows only the panel of lessons, wide enough to read.
void showLessonPanels(QMainWindow& window, Readers readers);

} // namespace batchscope
