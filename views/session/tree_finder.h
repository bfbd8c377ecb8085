// SPDX-License-Identifier: GPL-3.0-or-later
//
// Owns the list of trees: which trees, and in which order. One view sets it (a filter, a click on a column), others
// show it (statistics of the trees found), and scripts can set it, too. Filters and sorts run on a separate thread; the
// newest request wins. GUI thread only.
//
//     finder.setText(QStringLiteral("size>40 word:not"));
// stateChanged reports the progress, then rowsReset is emitted and running() == false
#pragma once

#include "core/base/result.h" // moc 6.4 cannot read <compare>, which id.h includes, unless <cstdint> came first
#include "core/treebank/find_trees.h"
#include "core/treebank/tree_filter.h"
#include "core/treebank/tree_rows.h"
#include "core/treebank/treebank.h"
#include "views/session/lanes.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace batchscope {

class TreeFinder final : public QObject {
    Q_OBJECT

public:
    explicit TreeFinder(QObject* parent = nullptr);
    ~TreeFinder() override;
    TreeFinder(const TreeFinder&) = delete;
    TreeFinder& operator=(const TreeFinder&) = delete;

    /// Sets the treebank to search, or null. The order is kept, and the filter if the files are the same.
    void setTreebank(std::shared_ptr<const Treebank> bank);
    /// The filter as typed (tree_filter.h). An invalid filter leaves the rows unchanged; see fault().
    void setText(const QString& text);
    void setOrder(TreeKey key, SortDirection direction);
    /// Stops the search; the rows stay as they were.
    void cancel();

    /// The rows found last.
    [[nodiscard]] const TreeRows& rows() const { return m_rows; }
    [[nodiscard]] const QString& text() const { return m_text; }
    [[nodiscard]] TreeKey key() const { return m_key; }
    [[nodiscard]] SortDirection direction() const { return m_direction; }
    /// Why the text is not a valid filter for these trees; the error's position is in UTF-8 bytes of text().
    [[nodiscard]] const std::optional<Error>& fault() const { return m_fault; }
    /// True if a filter is set, so that rows may be missing.
    [[nodiscard]] bool filters() const { return !m_filter.takesAll(); }
    [[nodiscard]] bool running() const { return m_lane.isOpen(); }
    /// True if the last search was canceled: the rows are those of an earlier one.
    [[nodiscard]] bool stopped() const { return m_stopped; }
    /// The progress of the running search, from 0 to 1.
    [[nodiscard]] double progress() const { return m_progress; }

signals:
    /// The rows changed.
    void rowsReset();
    /// The text, order, fault, progress or running() changed.
    void stateChanged();

private:
    struct Search;
    struct Outcome;
    void run();
    [[nodiscard]] static Outcome outcomeOf(const Search& search, const RunControl& control);
    void replaceRows(TreeRows rows);
    void finish(const Outcome& outcome);

    std::shared_ptr<const Treebank> m_bank;
    QString m_text;
    TreeFilter m_filter;
    TreeKey m_key = TreeKey::Number;
    SortDirection m_direction = SortDirection::Ascending;
    TreeRows m_rows;
    std::optional<Error> m_fault;
    bool m_stopped = false;
    double m_progress = 0.0;
    ViewLane m_lane;
};

} // namespace batchscope
