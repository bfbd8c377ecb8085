// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/pair_view.h"

#include "core/schedule/explain.h"
#include "core/session/node_search.h"
#include "views/inspector/pages.h"
#include "views/session/node_finder.h"

namespace batchscope {

PairView::PairView(Session& session, Playback& playback, QWidget* parent)
    : PageView(session, playback, tr("Why not together?"), parent), m_lane(*this) {}

void PairView::catchUp(const Changes& changes) {
    if (changes.selection || changes.parts.has(Part::Graph) || changes.parts.has(Part::Schedule)) {
        choosePair();
        render();
    } else if (changes.look) {
        render();
    }
}

void PairView::choosePair() {
    const Focus& focus = playback().focus();
    const bool isSameGraph = m_graph != nullptr && m_graph == snapshot().graph;
    const bool isSameSchedule = isSameGraph && m_schedule == snapshot().schedule;
    if (!isSameGraph) {
        m_pair.reset();
    }
    const bool isMarked = snapshot().schedule && focus.node.valid() && focus.second.valid();
    const bool isSamePair = isMarked && m_pair && m_pair->a == focus.node && m_pair->b == focus.second;
    if (isMarked) {
        m_pair = NodePair{focus.node, focus.second};
    }
    m_graph = snapshot().graph;
    m_schedule = snapshot().schedule;
    if (!m_pair || !m_schedule) {
        m_lane.drop();
        m_remedies.reset();
    } else if (!isSameSchedule || (isMarked && !isSamePair)) {
        tryChanges();
    }
}

void PairView::tryChanges() {
    m_remedies.reset();
    m_fault.clear();
    const std::shared_ptr<const Snapshot> shown = session().snapshot();
    if (!shown->treebank) {
        return;
    }
    m_lane.ask(
        [shown, pair = *m_pair](const JobControl& control) {
            SessionConfig built = shown->config;
            built.graph = builtOptions(*shown->treebank, built.graph);
            return tryRemedies({*shown->treebank, built, *shown->graph, *shown->schedule}, pair, control.run());
        },
        [this](Result<Remedies> remedies) {
            if (remedies) {
                m_remedies = std::move(*remedies);
            } else {
                m_fault = QString::fromStdString(remedies.error().message);
            }
            render();
        });
}

void PairView::render() {
    PageWriter page = writer();
    if (m_pair && m_schedule) {
        const PairExplanation pair = explainPair(*m_graph, *m_schedule, m_pair->a, m_pair->b);
        writePairPage(page, snapshot(), pair, {m_remedies ? &*m_remedies : nullptr, m_fault});
    } else {
        writeNoPairPage(page, playback().focus());
    }
    showPage(page.take(), Scroll::ToTop);
}

void PairView::follow(const QString& scheme, std::size_t index) {
    if (scheme == QStringLiteral("find")) {
        markPath();
    } else if (scheme == QStringLiteral("apply")) {
        apply(index);
    }
}

void PairView::markPath() {
    const PairExplanation pair = explainPair(*m_graph, *m_schedule, m_pair->a, m_pair->b);
    for (const PairReason& reason : pair.reasons) {
        if (reason.kind == PairReasonKind::Dependency) {
            session().nodeFinder().setText(QString::fromStdString(queryFor(reason.path)));
        }
    }
}

void PairView::apply(std::size_t remedy) {
    if (!m_remedies || remedy >= m_remedies->helping.size()) {
        return;
    }
    if (const std::optional<SessionConfig> config = changedBy(m_remedies->helping[remedy], session().config())) {
        playback().selectNode(m_pair->a); // lets the panel find the pair again
        playback().markSecond(m_pair->b);
        session().setConfig(*config);
    }
}

} // namespace batchscope
