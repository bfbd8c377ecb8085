// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moves to a place of the picture: to the selection, a search hit or a named place, along edges, and back to earlier
// places. Most moves end with the place selected and in view. Not a widget.
#pragma once

#include "views/canvas/input/canvas_sight.h"
#include "views/canvas/scene/focus_box.h"
#include "views/canvas/scene/scene_model.h"
#include "views/session/session.h"

#include <QObject>
#include <QTimer>

namespace batchscope {

// Walks the graph with the arrow keys, as a pure function. Returns the node itself if there is none in a direction.

enum class WalkDirection { Consumer, Argument, Previous, Next };

/// Consumer: the first node that uses this one. Argument: its first argument. Previous and Next: its sibling (another
/// argument of its first consumer), otherwise the neighbor in id order within its level.
[[nodiscard]] NodeId walked(const SceneModel& model, NodeId from, WalkDirection direction);

class CanvasNavigation final : public QObject {
    Q_OBJECT

public:
    CanvasNavigation(Session& session, Playback& playback, CanvasSight& sight);

    /// Zooms to the selection; fits the whole picture if nothing is selected.
    void focusSelection();
    /// Zooms to the nodes of a tree; the selection stays.
    void showTree(TreeId tree);
    /// Goes to a place, named as core/session/kept_place.h describes. Fails like placeNamed().
    [[nodiscard]] Status goTo(const QString& place);
    void chooseNode(NodeId node);
    /// Walks from the selected node along the graph; selects the last node, which is a result, if none is selected.
    void walk(WalkDirection direction);
    /// Selects the next (previous) node that was found.
    void findNext();
    void findPrevious();
    /// Goes back to the previous place, or forward again: view, selection and moment.
    void goBack();
    void goForward();
    /// Forgets the visited places, because their picture no longer exists.
    void forgetPlaces() { m_history.clear(); }

signals:
    /// Emitted when the user has reached this node by walking or searching.
    void arrived(batchscope::NodeId node);

private:
    void selectFound(NodeId node);
    void notePlace();
    void restore(const ViewPlace& place);
    [[nodiscard]] ViewPlace presentPlace() const;

    Session& m_session;
    Playback& m_playback;
    CanvasSight& m_sight;
    ViewHistory m_history;
    QTimer m_rest; // notes a place once the user has stopped there
};

} // namespace batchscope
