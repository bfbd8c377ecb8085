// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything known about the selected node, the selected or current batch, or the whole run. Every name of a node,
// batch or tree is a link to it.
//
// The page follows the selection, from fine to coarse. The three buttons above it select a coarser page, which stays
// until the next selection.
#pragma once

#include "views/inspector/page_view.h"

#include <memory>

class QToolButton;

namespace batchscope {

class InspectorView final : public PageView {
    Q_OBJECT

public:
    InspectorView(Session& session, Playback& playback, QWidget* parent = nullptr);

signals:
    /// The user clicked the link to the parts of the speed-up.
    void speedUpAsked();
    /// The user clicked the question why a step takes so long.
    void whySlowAsked();

protected:
    void catchUp(const Changes& changes) override;

private:
    enum class Subject { Overview, Batch, Node };

    QToolButton* addButton(Subject subject, const QString& text);
    void hold(Subject subject);
    void render();
    void follow(const QString& scheme, std::size_t index) override;
    [[nodiscard]] Subject finest() const;
    /// The selected batch; the current batch if none is selected.
    [[nodiscard]] BatchId shownBatch() const;

    QToolButton* m_overviewButton;
    QToolButton* m_batchButton;
    QToolButton* m_nodeButton;
    Subject m_subject = Subject::Overview;
    bool m_held = false;                      // chosen with a button; reset when the selection or the schedule changes
    std::shared_ptr<const OpGraph> m_indexed; // the graph that m_consumers was built for
    std::unique_ptr<ConsumerIndex> m_consumers;
};

} // namespace batchscope
