// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the user opened: its size, what could not be read, the list of sentences, and which trees are in the picture. A
// click selects a tree; a double click shows the same number of trees starting there; several selected trees can be
// picked as the batch.
#pragma once

#include "views/models/live_view.h"
#include "views/treebank/trees_model.h"

#include <array>
#include <string>
#include <vector>

class QLabel;
class QMenu;
class QModelIndex;
class QPoint;
class QPushButton;
class QTableView;

namespace batchscope {

class ErrorsList;
class FilterBar;
class TreePage;

class TreebankView final : public LiveView {
    Q_OBJECT

public:
    TreebankView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// The maximum number of picked trees: with more, the picture and the plan would be of no use.
    static constexpr std::size_t kMostPicked = 10'000;

protected:
    void catchUp(const Changes& changes) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildTable();
    void buildPicking();
    void arrange();
    void connectFinder();
    void chooseColumns();
    void showTreebank();
    void showCounts();
    void showRows();
    void resetRows();
    void showOrder();
    void showShown();
    void showPicking();
    void showSelection();
    void showTree();
    void openMenu(const QPoint& at);
    void addBatchActions(QMenu& menu, const QModelIndex& index);
    void select(const QModelIndex& index);
    void showFromRow(int row, std::size_t count);
    [[nodiscard]] std::size_t selectedCount() const;
    [[nodiscard]] std::vector<TreeId> selectedTrees() const;

    TreesModel* m_trees;
    QLabel* m_counts;
    ErrorsList* m_errors;
    FilterBar* m_filter;
    QPushButton* m_picked; // the chip: which trees are picked, and back
    QPushButton* m_pick;   // picks the selected rows
    QTableView* m_table;
    TreePage* m_page;
    std::array<int, TreesModel::ColumnCount> m_widths{}; // of columns when they are shown
    bool m_staleRows = false;                            // the finder has others than the list
    bool m_showsAll = false;                             // all trees of the bank are listed
    std::vector<std::string> m_files;                    // of the treebank that is shown
    TreeId m_tree;                                       // whose text is shown
};

} // namespace batchscope
