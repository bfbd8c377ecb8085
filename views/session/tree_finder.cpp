// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/tree_finder.h"

#include <chrono>
#include <numeric>

namespace batchscope {

namespace {

constexpr std::chrono::milliseconds kBetweenResults(100);

std::vector<TreeId> idsOf(const TreeRows& rows) {
    std::vector<TreeId> ids(rows.ids().begin(), rows.ids().end());
    for (std::size_t row = ids.size(); row < rows.size(); ++row) {
        ids.push_back(rows[row]);
    }
    return ids;
}

/// Collects what is found and passes it on now and then; the last of it comes with the outcome.
class Batches {
public:
    using Post = std::function<void(std::vector<TreeId>)>;
    explicit Batches(Post post) : m_post(std::move(post)) {}

    void add(std::span<const TreeId> found) {
        m_waiting.insert(m_waiting.end(), found.begin(), found.end());
        const auto now = std::chrono::steady_clock::now();
        if (now - m_last >= kBetweenResults) {
            m_last = now;
            m_post(std::exchange(m_waiting, {}));
        }
    }

private:
    Post m_post;
    std::vector<TreeId> m_waiting;
    std::chrono::steady_clock::time_point m_last;
};

} // namespace

/// What the thread is asked.
struct TreeFinder::Search {
    Start start;
    std::shared_ptr<const Treebank> bank;
    TreeFilter filter;
    TreeId selected;
    TreeRows found; ///< where only the order is new
    TreeKey key;
    SortDirection direction;

    [[nodiscard]] bool inOrder() const { return key == TreeKey::Number && direction == SortDirection::Ascending; }
};

struct TreeFinder::Outcome {
    TreeRows found; ///< in the order of the bank
    TreeRows rows;  ///< in the asked order
    std::optional<Error> error;
    bool unsorted = false; ///< the error is about the order only
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
    m_found = {}; // ids of another bank must never be looked up in this one
    const bool waits = !m_bank || !m_filter.takesAll() || m_key != TreeKey::Number;
    if (waits) {
        replaceRows({});
    }
    if (m_bank) {
        run(Start::Filter);
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
        run(Start::Filter);
    }
}

void TreeFinder::setOrder(TreeKey key, SortDirection direction) {
    if (key == m_key && direction == m_direction) {
        return;
    }
    if (key == TreeKey::Sentence && m_found.size() > kMostSentencesSorted) {
        const auto refused = orderedTrees(*m_bank, idsOf(m_found), key, direction, {});
        emit sortRefused(QString::fromStdString(refused.error().message));
        emit stateChanged();
        return;
    }
    const bool isFound = !running() && !m_stopped;
    m_key = key;
    m_direction = direction;
    if (m_bank) {
        run(isFound ? Start::Order : Start::Filter);
    }
}

void TreeFinder::cancel() {
    if (running()) {
        m_lane.drop();
        m_stopped = true;
        emit stateChanged();
    }
}

void TreeFinder::run(Start start) {
    m_lane.drop();
    m_stopped = false;
    m_progress = 0.0;
    if (start == Start::Filter && m_filter.takesAll()) {
        m_found = TreeRows::all(m_bank->trees.size());
        start = Start::Order;
    }
    if (m_found.isAll() && start == Start::Order && m_key == TreeKey::Number) {
        replaceRows(TreeRows::all(m_found.size(), m_direction == SortDirection::Ascending
                                                      ? TreeRows::Direction::Forward
                                                      : TreeRows::Direction::Backward));
        emit stateChanged();
        return;
    }
    m_fresh = true;
    submit(start);
    emit stateChanged();
}

void TreeFinder::submit(Start start) {
    const Search search{start, m_bank, m_filter, m_selected, m_found, m_key, m_direction};
    const auto find = [this, search](const JobControl& control) {
        Batches batches([&](std::vector<TreeId> found) {
            control.deliver([this, found = std::move(found)] { takeFound(found); });
        });
        return outcomeOf(search, control.run(), [&](std::span<const TreeId> found) {
            if (search.inOrder()) { // others would jump about once they are sorted
                batches.add(found);
            }
        });
    };
    m_lane.ask(
        find,
        [this](const Result<Outcome>& outcome) {
            finish(outcome ? *outcome : Outcome{{}, {}, outcome.error()});
        },
        [this](std::string_view /*stage*/, std::size_t done, std::size_t total) {
            m_progress = static_cast<double>(done) / static_cast<double>(total);
            emit stateChanged();
        });
}

TreeFinder::Outcome TreeFinder::outcomeOf(const Search& search, const RunControl& control, const FoundSink& sink) {
    Outcome outcome;
    outcome.found = search.found;
    if (search.start == Start::Filter) {
        outcome.found = TreeRows({}, TreeRows::Order::Growing);
        const Status searched =
            findTrees(*search.bank, search.filter, search.selected, control, [&](std::span<const TreeId> found) {
                outcome.found.append(found);
                sink(found);
            });
        if (!searched) {
            outcome.error = searched.error();
            return outcome;
        }
    }
    outcome.rows = outcome.found;
    if (search.inOrder()) {
        return outcome;
    }
    Result<std::vector<TreeId>> sorted =
        orderedTrees(*search.bank, idsOf(outcome.found), search.key, search.direction, control);
    outcome.unsorted = !sorted;
    if (sorted) {
        outcome.rows = TreeRows(std::move(*sorted), TreeRows::Order::Any);
    } else {
        outcome.error = sorted.error();
    }
    return outcome;
}

void TreeFinder::replaceRows(TreeRows rows) {
    m_rows = std::move(rows);
    emit rowsReset();
}

void TreeFinder::takeFound(const std::vector<TreeId>& found) {
    if (std::exchange(m_fresh, false)) {
        replaceRows(TreeRows(found, TreeRows::Order::Growing));
    } else {
        m_rows.append(found);
        emit rowsAdded();
    }
    emit stateChanged();
}

void TreeFinder::finish(const Outcome& outcome) {
    if (outcome.error && !outcome.unsorted) { // what was shown stays
        m_fault = outcome.error;
        emit stateChanged();
        return;
    }
    m_found = outcome.found;
    if (outcome.error) {
        m_key = TreeKey::Number;
        m_direction = SortDirection::Ascending;
        emit sortRefused(QString::fromStdString(outcome.error->message));
    }
    const bool grows = !m_fresh && outcome.rows.size() >= m_rows.size(); // partial results are its beginning
    m_rows = outcome.rows;
    if (grows) {
        emit rowsAdded();
    } else {
        emit rowsReset();
    }
    emit stateChanged();
}

} // namespace batchscope
