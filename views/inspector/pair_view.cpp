// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/pair_view.h"

#include "core/schedule/explain_pair.h"
#include "core/session/session_choice.h"
#include "views/inspector/pages.h"
#include "views/models/words.h"
#include "views/session/node_finder.h"

#include <QFontDatabase>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextOption>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

PairView::PairView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_text(new QTextBrowser(this)), m_lane(*this) {
    m_text->setOpenLinks(false);
    m_text->setAccessibleName(tr("Why not together?"));
    m_text->document()->setDocumentMargin(10);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setWordWrapMode(QTextOption::WordWrap);
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
            return tryRemedies({*shown->treebank, shown->config, *shown->graph, *shown->schedule}, pair, control.run());
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
    PageWriter writer(themeOf(*this), QFontDatabase::systemFont(QFontDatabase::FixedFont).family(),
                      devicePixelRatioF());
    if (m_pair && m_schedule) {
        const PairExplanation pair = explainPair(*m_graph, *m_schedule, m_pair->a, m_pair->b, NumbersFrom::One);
        writePairPage(writer, snapshot(), pair, {m_remedies ? &*m_remedies : nullptr, m_fault});
    } else {
        writeNoPairPage(writer, playback().focus());
    }
    const Page page = writer.take();
    m_text->clear();
    for (const auto& [name, image] : page.images) {
        m_text->document()->addResource(QTextDocument::ImageResource, QUrl(name), image);
    }
    m_text->setHtml(page.html);
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
            QStringList terms;
            for (const NodeId node : reason.path) {
                terms << QStringLiteral("node:%1").arg(node.index() + 1);
            }
            session().nodeFinder().setText(terms.join(QStringLiteral(" OR ")));
        }
    }
}

void PairView::apply(std::size_t remedy) {
    if (!m_remedies || remedy >= m_remedies->helping.size()) {
        return;
    }
    const Remedy& wanted = m_remedies->helping[remedy];
    for (const SessionChoice& choice : sessionChoices()) {
        SessionConfig config = session().config();
        if (choice.id == wanted.choice && choice.apply(config, wanted.value)) {
            playback().selectNode(m_pair->a); // so that the pair is found again afterwards
            playback().markSecond(m_pair->b);
            session().setConfig(config);
            return;
        }
    }
}

} // namespace batchscope
