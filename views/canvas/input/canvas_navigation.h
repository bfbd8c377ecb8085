// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ways to a place of the picture: what is selected, found or named; along edges; and back to where one looked before. A
// way ends with the place selected and in sight. No widget.
#pragma once

#include "views/canvas/input/canvas_sight.h"
#include "views/canvas/scene/focus_box.h"
#include "views/canvas/scene/scene_model.h"
#include "views/session/session.h"

#include <QObject>
#include <QTimer>

namespace batchscope {

// Walking the graph with the arrow keys, as pure functions. If there is nothing in a direction, they return the node
// itself.

enum class WalkDirection { Consumer, Argument, Previous, Next };

/// Consumer: the first node that uses this one. Argument: its first argument. Previous and Next: its sibling (another
/// argument of its first consumer), otherwise the neighbor in id order within its level.
[[nodiscard]] NodeId walked(const SceneModel& model, NodeId from, WalkDirection direction);

class CanvasNavigation final : public QObject {
    Q_OBJECT

public:
    CanvasNavigation(Session& session, Playback& playback, CanvasSight& sight);

    /// Shows what is selected, large; fits all when nothing is.
    void focusSelection();
    /// Shows a tree large, where the source trees are shown; the selection stays.
    void showTree(TreeId tree);
    /// Shows a place as core/session/kept_place.h reads it.
    [[nodiscard]] Status goTo(const QString& place);
    void chooseNode(NodeId node);
    /// From the selected node along the graph; from the last node, a result, where none is selected.
    void walk(WalkDirection direction);
    /// Selects the next (previous) node that was found.
    void findNext();
    void findPrevious();
    /// To where one looked before, and forward again: view, selection and moment.
    void goBack();
    void goForward();
    /// The places are of a picture that is gone.
    void forgetPlaces() { m_history.clear(); }

signals:
    /// The user is at this node now.
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
    QTimer m_rest; // a place is noted when one has stopped there
};

} // namespace batchscope
