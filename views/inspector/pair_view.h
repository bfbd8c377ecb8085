// SPDX-License-Identifier: GPL-3.0-or-later
//
// *Why not together?*: the two nodes that were marked last, whether they run in one batch, why, and which single change
// would bring them together. The changes are tried on a thread of the panel; the newest pair wins.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/remedies.h"
#endif
#include "views/inspector/page_view.h"

#include <memory>
#include <optional>

namespace batchscope {

class PairView final : public PageView {
    Q_OBJECT

public:
    PairView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// True while changes are being tried.
    [[nodiscard]] bool isTrying() const { return m_lane.isOpen(); }

protected:
    void catchUp(const Changes& changes) override;

private:
    void choosePair();
    void tryChanges();
    void render();
    void follow(const QString& scheme, std::size_t index) override;
    void markPath();
    void apply(std::size_t remedy);

    // The pair is kept when another node is selected, so that the page's links do not remove it.
    std::optional<NodePair> m_pair;
    std::shared_ptr<const OpGraph> m_graph;     ///< the graph that the nodes belong to
    std::shared_ptr<const Schedule> m_schedule; ///< the schedule that was explained last
    std::optional<Remedies> m_remedies;
    QString m_fault;
    ViewLane m_lane;
};

} // namespace batchscope
