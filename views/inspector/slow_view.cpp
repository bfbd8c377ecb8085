// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/slow_view.h"

#include "core/schedule/metrics.h"
#include "core/session/node_search.h"
#include "views/inspector/pages.h"
#include "views/session/node_finder.h"

#include <algorithm>

namespace batchscope {

namespace {

/// Each is a term of the query, and a query is held against every node.
constexpr std::size_t kMostMarked = 300;

} // namespace

SlowView::SlowView(Session& session, Playback& playback, QWidget* parent)
    : PageView(session, playback, tr("Why slow?"), parent), m_lane(*this) {}

bool SlowView::isComplete() const {
    return !session().busy() && snapshot().report && snapshot().trace && snapshot().schedule;
}

void SlowView::catchUp(const Changes& changes) {
    if (changes.parts.any() || changes.bench) {
        const std::shared_ptr<const Snapshot>& shown = session().snapshot();
        const bool isKnown = m_run != nullptr && m_run->report == shown->report && m_run->schedule == shown->schedule;
        if (!isComplete()) {
            m_lane.drop();
            m_run.reset();
            m_found = {};
        } else if (!isKnown) {
            m_run = shown;
            m_found = {};
            diagnoseRun();
        }
        render(isKnown);
    } else if (changes.look) {
        render(true);
    }
}

/// Whether the next part can be looked for.
template <typename T>
bool SlowView::keep(Result<T> found, std::optional<T> Found::*place) {
    if (found) {
        m_found.*place = std::move(*found);
    } else {
        m_found.fault = QString::fromStdString(found.error().message);
    }
    return m_found.fault.isEmpty();
}

void SlowView::diagnoseRun() {
    m_lane.ask([run = m_run](const JobControl& control) { return diagnose(*run, control.run()); },
               [this](Result<Diagnosis> found) {
                   if (keep(std::move(found), &Found::diagnosis)) {
                       findRemedies();
                   }
                   render(false);
               });
}

void SlowView::findRemedies() {
    if (!m_run->treebank) {
        return;
    }
    m_lane.ask(
        [run = m_run](const JobControl& control) {
            SessionConfig built = run->config;
            built.graph = builtOptions(*run->treebank, built.graph);
            return tryRemedies({*run->treebank, built, *run->graph, *run->schedule}, std::nullopt, control.run());
        },
        [this](Result<Remedies> found) {
            keep(std::move(found), &Found::remedies);
            render(true);
        });
}

void SlowView::render(bool isSamePage) {
    PageWriter page = writer();
    if (m_found.diagnosis) {
        writeSlowPage(page, *m_run,
                      {&*m_found.diagnosis, {m_found.remedies ? &*m_found.remedies : nullptr, m_found.fault}});
    } else {
        writeNotRunPage(page, !m_found.fault.isEmpty() ? m_found.fault
                              : session().busy()       ? tr("Waiting for the run and its measurement…")
                              : snapshot().graph       ? tr("These trees have not run yet: choose Run again.")
                                                       : tr("Open a treebank first."));
    }
    showPage(page.take(), isSamePage ? Scroll::Keep : Scroll::ToTop);
}

void SlowView::follow(const QString& scheme, std::size_t index) {
    if (m_run != nullptr && scheme == QStringLiteral("chain")) {
        std::vector<NodeId> chain = longestChain(*m_run->graph, SignatureId(index));
        chain.resize(std::min(chain.size(), kMostMarked));
        session().nodeFinder().setText(QString::fromStdString(queryFor(chain)));
    } else if (scheme == QStringLiteral("apply") && m_found.remedies && index < m_found.remedies->helping.size()) {
        if (const auto config = changedBy(m_found.remedies->helping[index], session().config())) {
            session().setConfig(*config);
        }
    }
}

} // namespace batchscope
