// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one owner of the list of trees: which trees, and in which order. One view asks for it (a filter, a click on a
// column), others show it (statistics of the trees found), and scripts set it. Filters and sorts run on a separate
// thread; the newest request wins. GUI thread only.
//
//     finder.setText(QStringLiteral("size>40 word:not"), {});
//     // stateChanged with the progress, at last rowsReset, and running() == false
#pragma once

#include "core/base/result.h" // moc 6.4 cannot read <compare>, which id.h includes, unless <cstdint> came first
#include "core/treebank/find_trees.h"
#include "core/treebank/tree_filter.h"
#include "core/treebank/tree_order.h"
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

    /// What is searched; filter and order stay. Null: nothing.
    void setTreebank(std::shared_ptr<const Treebank> bank);
    /// The filter as typed (tree_filter.h); `selected` is what shape:same means. What cannot be read leaves the rows as
    /// they are, see fault().
    void setText(const QString& text, TreeId selected);
    /// Of the sentences of too many trees: their order in the file, and sortRefused.
    void setOrder(TreeKey key, SortDirection direction);
    /// Stops; the rows stay as they were.
    void cancel();

    /// What was found last.
    [[nodiscard]] const TreeRows& rows() const { return m_rows; }
    [[nodiscard]] const QString& text() const { return m_text; }
    [[nodiscard]] TreeKey key() const { return m_key; }
    [[nodiscard]] SortDirection direction() const { return m_direction; }
    /// Why the text is not a filter for these trees; its position is in UTF-8 bytes of text().
    [[nodiscard]] const std::optional<Error>& fault() const { return m_fault; }
    /// The rows are not all trees.
    [[nodiscard]] bool filters() const { return !m_filter.takesAll(); }
    [[nodiscard]] bool running() const { return m_lane.isOpen(); }
    /// The last search was canceled: the rows are not its own.
    [[nodiscard]] bool stopped() const { return m_stopped; }
    /// Of the running search, from 0 to 1.
    [[nodiscard]] double progress() const { return m_progress; }

signals:
    /// Other rows.
    void rowsReset();
    /// Text, order, fault, progress, or whether it runs.
    void stateChanged();
    void sortRefused(const QString& why);

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
    TreeId m_selected;
    TreeKey m_key = TreeKey::Number;
    SortDirection m_direction = SortDirection::Ascending;
    TreeRows m_rows;
    std::optional<Error> m_fault;
    bool m_stopped = false;
    double m_progress = 0.0;
    ViewLane m_lane;
};

} // namespace batchscope
