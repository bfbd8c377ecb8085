// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/tree_finder.h"

#include <span>
#include <utility>
#include <vector>

namespace batchscope {

/// What the thread is asked.
struct TreeFinder::Search {
    std::shared_ptr<const Treebank> bank;
    TreeFilter filter;
    TreeId selected;
    TreeKey key;
    SortDirection direction;
};

struct TreeFinder::Outcome {
    TreeRows rows;
    std::optional<Error> error;
    std::string refusal; ///< why they are not in the asked order; empty: they are
};

TreeFinder::TreeFinder(QObject* parent) : QObject(parent), m_lane(*this) {}

TreeFinder::~TreeFinder() = default;

void TreeFinder::setTreebank(std::shared_ptr<const Treebank> bank) {
    if (m_bank && bank && m_bank->files != bank->files) { // what was asked of other files
        m_text.clear();
        m_filter = {};
    }
    m_bank = std::move(bank);
    m_selected = {};
    m_fault.reset();
    if (!m_bank || !m_filter.takesAll() || m_key != TreeKey::Number) {
        replaceRows({}); // ids of another bank must never be looked up in this one
    }
    if (m_bank) {
        run();
    } else {
        cancel();
    }
}

void TreeFinder::setText(const QString& text, TreeId selected) {
    if (text == m_text && !m_fault && !m_stopped && selected == m_selected) {
        return;
    }
    m_text = text;
    Result<TreeFilter> filter = parseTreeFilter(text.toStdString());
    if (!filter) {
        cancel();
        m_fault = filter.error();
        emit stateChanged();
        return;
    }
    const bool same = *filter == m_filter && !m_fault && !m_stopped && selected == m_selected;
    m_fault.reset();
    m_filter = std::move(*filter);
    m_selected = selected;
    if (same || !m_bank) {
        emit stateChanged();
    } else {
        run();
    }
}

void TreeFinder::setOrder(TreeKey key, SortDirection direction) {
    if (key != m_key || direction != m_direction) {
        m_key = key;
        m_direction = direction;
        if (m_bank) {
            run();
        }
    }
}

void TreeFinder::cancel() {
    if (running()) {
        m_lane.drop();
        m_stopped = true;
        emit stateChanged();
    }
}

void TreeFinder::run() {
    m_lane.drop();
    m_stopped = false;
    m_progress = 0.0;
    if (m_filter.takesAll() && m_key == TreeKey::Number) {
        replaceRows(TreeRows::all(m_bank->trees.size(), m_direction == SortDirection::Ascending
                                                            ? TreeRows::Direction::Forward
                                                            : TreeRows::Direction::Backward));
        emit stateChanged();
        return;
    }
    const Search search{m_bank, m_filter, m_selected, m_key, m_direction};
    m_lane.ask([search](const JobControl& control) { return outcomeOf(search, control.run()); },
               [this](const Result<Outcome>& outcome) {
                   finish(outcome ? *outcome : Outcome{{}, outcome.error(), {}});
               },
               [this](std::string_view /*stage*/, std::size_t done, std::size_t total) {
                   m_progress = static_cast<double>(done) / static_cast<double>(total);
                   emit stateChanged();
               });
    emit stateChanged();
}

TreeFinder::Outcome TreeFinder::outcomeOf(const Search& search, const RunControl& control) {
    std::vector<TreeId> found;
    if (search.filter.takesAll()) {
        for (std::size_t tree = 0; tree < search.bank->trees.size(); ++tree) {
            found.emplace_back(tree);
        }
    } else if (const Status searched = findTrees(
                   *search.bank, search.filter, search.selected, control,
                   [&found](std::span<const TreeId> more) { found.insert(found.end(), more.begin(), more.end()); });
               !searched) {
        return {{}, searched.error(), {}};
    }
    if (search.key == TreeKey::Number && search.direction == SortDirection::Ascending) {
        return {TreeRows(std::move(found), TreeRows::Order::Growing), {}, {}};
    }
    Result<std::vector<TreeId>> sorted = orderedTrees(*search.bank, found, search.key, search.direction, control);
    return sorted ? Outcome{TreeRows(std::move(*sorted), TreeRows::Order::Any), {}, {}}
                  : Outcome{TreeRows(std::move(found), TreeRows::Order::Growing), {}, sorted.error().message};
}

void TreeFinder::replaceRows(TreeRows rows) {
    m_rows = std::move(rows);
    emit rowsReset();
}

void TreeFinder::finish(const Outcome& outcome) {
    m_fault = outcome.error;
    if (!m_fault) { // else what was shown stays
        if (!outcome.refusal.empty()) {
            m_key = TreeKey::Number;
            m_direction = SortDirection::Ascending;
            emit sortRefused(QString::fromStdString(outcome.refusal));
        }
        replaceRows(outcome.rows);
    }
    emit stateChanged();
}

} // namespace batchscope
