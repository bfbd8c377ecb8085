// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/pair_view.h"

#include "core/schedule/explain_pair.h"
#include "core/session/node_search.h"
#include "views/inspector/page_browser.h"
#include "views/inspector/pages.h"
#include "views/session/node_finder.h"

#include <QUrl>
#include <QVBoxLayout>

namespace batchscope {

PairView::PairView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_text(new PageBrowser(tr("Why not together?"), this)), m_lane(*this) {
    connect(m_text, &QTextBrowser::anchorClicked, this, &PairView::follow);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_text);
    setFocusProxy(m_text);
}

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
    PageWriter writer = m_text->writer();
    if (m_pair && m_schedule) {
        const PairExplanation pair = explainPair(*m_graph, *m_schedule, m_pair->a, m_pair->b);
        writePairPage(writer, snapshot(), pair, {m_remedies ? &*m_remedies : nullptr, m_fault});
    } else {
        writeNoPairPage(writer, playback().focus());
    }
    m_text->showPage(writer.take(), PageBrowser::Scroll::ToTop);
}

void PairView::follow(const QUrl& link) {
    bool isNumber = false;
    const std::size_t index = link.path().toUInt(&isNumber);
    if (!isNumber) {
        return;
    }
    if (link.scheme() == QStringLiteral("node")) {
        playback().selectNode(NodeId(index));
    } else if (link.scheme() == QStringLiteral("batch")) {
        goToBatch(BatchId(index));
    } else if (link.scheme() == QStringLiteral("find")) {
        markPath();
    } else if (link.scheme() == QStringLiteral("apply")) {
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
        playback().selectNode(m_pair->a); // so that the pair is found again afterwards
        playback().markSecond(m_pair->b);
        session().setConfig(*config);
    }
}

} // namespace batchscope
