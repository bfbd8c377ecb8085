// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/layout/source_dot.h"

#include "core/layout/dot.h"
#include "core/session/source_layout.h"
#include "views/session/session.h"

namespace batchscope {

SourceDot::SourceDot(Session& session, QObject* parent) : QObject(parent), m_session(session), m_dot(this) {
    connect(&session, &Session::snapshotChanged, this, &SourceDot::follow);
    follow();
}

void SourceDot::follow() {
    const Snapshot& snapshot = *m_session.snapshot();
    if (snapshot.config.layout != SourceLayout::Dot) {
        m_dot.cancel();
        m_asked.reset();
        m_told = false;
        say({});
        return;
    }
    if (!snapshot.storyboard || snapshot.graph == m_asked) {
        return;
    }
    m_asked = snapshot.graph;
    m_dot.cancel();
    if (snapshot.forestBy == SourceLayout::Dot) {
        return;
    }
    if (snapshot.graph->size() > kMostNodesForDot) {
        say(tr("The trees are shown in the native layout: Graphviz (dot) is used for graphs of up to %1 nodes, but "
               "this one has %L2.")
                .arg(kMostNodesForDot)
                .arg(snapshot.graph->size()));
        return;
    }
    ask();
}

void SourceDot::ask() {
    const Snapshot& snapshot = *m_session.snapshot();
    m_dot.layOut(forestDotText(*snapshot.graph, captionWidths(snapshot)),
                 [this, graph = snapshot.graph](const DotAnswer& answer) { take(graph, answer); });
}

void SourceDot::take(const std::shared_ptr<const OpGraph>& graph, const DotAnswer& answer) {
    const Snapshot& snapshot = *m_session.snapshot();
    if (snapshot.graph != graph) {
        return;
    }
    if (answer.failed()) {
        say(tr("The trees are shown in the native layout: %1.").arg(answer.message));
        return;
    }
    const std::string_view plain(answer.plain.constData(), static_cast<std::size_t>(answer.plain.size()));
    Result<ForestLayout> forest = forestFromDot(*graph, captionWidths(snapshot), plain, snapshot.config.aspect);
    if (!forest) {
        say(tr("The trees are shown in the native layout: the output of Graphviz (dot) is malformed (%1).")
                .arg(QString::fromStdString(forest.error().message)));
        return;
    }
    m_told = false;
    say({});
    m_session.showForest(graph, std::make_shared<const ForestLayout>(std::move(*forest)));
}

void SourceDot::say(const QString& message) {
    if (m_said == message || (m_told && !message.isEmpty())) {
        return;
    }
    m_told = m_told || !message.isEmpty();
    m_said = message;
    emit noticed(message);
}

} // namespace batchscope
