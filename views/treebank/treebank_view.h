// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what the user opened: how much it is, what could not be read, where a sentence is, and which trees are in the
// picture. A click selects a tree; a double click shows as many trees as now, from there on.
#pragma once

#include "views/models/live_view.h"

#include <QTimer>

class QLabel;
class QLineEdit;
class QListView;
class QModelIndex;
class QPoint;
class QTableView;
class QTextBrowser;
class QToolButton;

namespace batchscope {

class DiagnosticsModel;
class TreesModel;

class TreebankView final : public LiveView {
    Q_OBJECT

public:
    TreebankView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// How long typing must rest before the search runs.
    static constexpr int kDebounceMs = 150;

protected:
    void catchUp(const Changes& changes) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildSearch();
    void buildTable();
    void buildDiagnostics();
    void arrange();
    void showTreebank();
    void showCounts();
    void search();
    void showSelection();
    void showTree();
    void openMenu(const QPoint& at);
    void select(const QModelIndex& index);
    void showFrom(TreeId tree, std::size_t count);
    [[nodiscard]] std::size_t shownCount() const;

    TreesModel* m_trees;
    DiagnosticsModel* m_diagnostics;
    QLabel* m_counts;
    QToolButton* m_badTrees;
    QListView* m_badList;
    QLineEdit* m_search;
    QLabel* m_found;
    QTableView* m_table;
    QTextBrowser* m_text;
    QTimer m_debounce;
    TreeId m_tree; // whose text is shown
};

} // namespace batchscope
