// SPDX-License-Identifier: GPL-3.0-or-later
//
// The picture as a widget. Its parts do the work: paint/scene_painter.h draws, scene/canvas_picture.h holds all
// positions, and input/ has the camera, the selection, the navigation, and mouse and keys:
//
// Mouse: the wheel zooms at the cursor; a drag with the left or middle button, or with Space held, pans; a click
// selects (on the minimap: goes there); a Ctrl+click marks a second node in addition to the selected one; a double
// click zooms to the item; a right click requests a menu (menuAsked). Arrows walk the graph: up to a consumer, down to
// the first argument, sideways to siblings. Space alone plays and pauses.
#pragma once

#include "core/session/node_values.h"
#include "views/canvas/input/canvas_input.h"
#include "views/canvas/input/canvas_navigation.h"
#include "views/canvas/input/canvas_sight.h"
#include "views/canvas/paint/minimap.h"
#include "views/canvas/scene/canvas_picture.h"
#include "views/canvas/widget/find_bar.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include <QTimer>
#include <QWidget>

class QPushButton;

namespace batchscope {

class CanvasView final : public QWidget {
    Q_OBJECT

public:
    CanvasView(Session& session, Playback& playback, QWidget* parent = nullptr);

    [[nodiscard]] CanvasSight& sight() { return m_sight; }
    [[nodiscard]] CanvasNavigation& navigation() { return m_navigation; }
    /// Opens the bar over the canvas, which searches for nodes or goes to a place.
    void openFindBar(FindBar::Mode mode);
    /// From now on, a button on the source trees shows twice as many trees, as long as there are more and not too many.
    void offerMoreTrees();
    /// If legend or headline are hidden, the picture takes their room.
    void setLegendShown(bool isShown);
    void setHeadlineShown(bool isShown);

    [[nodiscard]] QSize sizeHint() const override { return {960, 600}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

signals:
    /// See CanvasInput::menuAsked.
    void menuAsked(const batchscope::Hit& on, const QPoint& globalPlace);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void connectSession();
    void connectParts();
    void adoptSnapshot();
    void adoptTime();
    void placeFindBar();
    [[nodiscard]] bool hasMoreTrees() const;
    void placeMoreButton();
    [[nodiscard]] CanvasSpace space() const;
    [[nodiscard]] std::vector<BookmarkedPlace> bookmarkedPlaces() const;
    void draw(QPainter& painter);

    Session& m_session;
    Playback& m_playback;
    CanvasPicture m_picture;
    CanvasSight m_sight;
    CanvasNavigation m_navigation;
    CanvasInput m_input;
    DifferingNodes m_differing; // for the current snapshot
    MinimapPicture m_minimapPicture;
    QTimer m_settle; // after the last movement, draws once more with smooth edges
    FindBar* m_findBar = nullptr;
    QPushButton* m_more = nullptr;
    bool m_hasLegend = true;
    bool m_hasHeadline = true;
};

} // namespace batchscope
