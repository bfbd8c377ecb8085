// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that is known about what the user looks at: the selected node, the selected or current batch, or the whole
// run. Every name is a link to its thing.
//
// The page follows the selection, from fine to coarse; the three buttons above it hold a coarser page until the next
// selection.
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
    /// A click on what the speed-up is made of.
    void speedUpAsked();
    /// A click on the question why a step takes so long.
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
    /// The selected batch, otherwise the current one.
    [[nodiscard]] BatchId shownBatch() const;

    QToolButton* m_overviewButton;
    QToolButton* m_batchButton;
    QToolButton* m_nodeButton;
    Subject m_subject = Subject::Overview;
    bool m_held = false;                      // by a button
    std::shared_ptr<const OpGraph> m_indexed; // whose consumers are below
    std::unique_ptr<ConsumerIndex> m_consumers;
};

} // namespace batchscope
