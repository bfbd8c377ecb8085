// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/own_choice.h"

#include "views/session/session.h"

namespace batchscope {

namespace {

/// Whether they agree in what a replacement changes.
bool isSameChoice(const GraphOptions& one, const GraphOptions& other) {
    return one.model == other.model && one.binarization == other.binarization;
}

} // namespace

SessionConfig OwnChoice::config() const {
    SessionConfig config = m_session.config();
    if (isReplacement(config.graph)) { // else the user has asked for something else by now
        config.graph.model = m_replaced->model;
        config.graph.binarization = m_replaced->binarization;
    }
    if (m_trainsNext) {
        config.run.work = Work::Training;
    }
    return config;
}

void OwnChoice::followReplacement(const GraphOptions& asked) {
    m_replacement = m_session.config().graph;
    m_replaced = asked;
}

bool OwnChoice::isReplacement(const GraphOptions& options) const {
    return m_replaced && isSameChoice(options, m_replacement);
}

bool OwnChoice::followGraph(const GraphOptions& shown) {
    if (isSameChoice(shown, m_replacement)) {
        return false;
    }
    m_replaced.reset();
    return true;
}

bool OwnChoice::followWork(Work shown) {
    if (!m_trainsNext || shown != Work::Training) {
        return false;
    }
    m_trainsNext = false;
    return true;
}

} // namespace batchscope
