// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/treebank_view.h"

#include "views/models/words.h"
#include "views/session/picked_trees.h"
#include "views/session/tree_finder.h"
#include "views/tables/table_look.h"
#include "views/treebank/errors_list.h"
#include "views/treebank/filter_bar.h"
#include "views/treebank/tree_page.h"
#include "views/treebank/trees_model.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

TreebankView::TreebankView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_trees(new TreesModel(this)), m_counts(new QLabel(this)),
      m_errors(new ErrorsList(this)), m_filter(new FilterBar(session, playback, this)), m_picked(new QPushButton(this)),
      m_pick(new QPushButton(this)), m_table(new QTableView(this)), m_page(new TreePage(this)) {
    m_counts->setWordWrap(true);
    m_counts->setAccessibleName(tr("Treebank summary"));
    buildPicking();
    buildTable();
    arrange();
    connectFinder();
    setFocusProxy(m_filter);
}

void TreebankView::buildPicking() {
    m_picked->setAccessibleName(tr("Clear the picked trees"));
    m_picked->setToolTip(tr("Clear the picked trees and go back to a range of trees."));
    m_picked->setObjectName(QStringLiteral("picked-trees"));
    connect(m_picked, &QPushButton::clicked, this, [this] { clearPicked(session()); });
    m_pick->setAccessibleName(tr("Fold the selected trees"));
    m_pick->setToolTip(tr("Fold exactly the selected trees together."));
    m_pick->setObjectName(QStringLiteral("pick-trees"));
    connect(m_pick, &QPushButton::clicked, this, [this] { showPicked(session(), selectedTrees()); });
    m_picked->hide();
    m_pick->hide();
}

void TreebankView::buildTable() {
    m_table->setModel(m_trees);
    m_table->setAccessibleName(tr("Trees"));
    dressTable(*m_table);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    // A stretched last section never becomes smaller than it was before it was stretched.
    QHeaderView* header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->resizeSection(TreesModel::Sentence, header->minimumSectionSize());
    header->setStretchLastSection(true);
    header->setSortIndicator(TreesModel::Number, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the sentence is cut instead
    m_table->setIconSize(QSize(6, fontMetrics().height()));
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (m_table->selectionModel()->isRowSelected(index.row())) { // Ctrl may have taken it out
            select(index);
        }
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (m_table->hasFocus()) { // the arrow keys; a row that we set ourselves asks for nothing
            select(now);
        }
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TreebankView::showPicking);
    connect(m_table, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { showFromRow(index.row(), chosenCount(session())); });
    connect(m_table, &QTableView::customContextMenuRequested, this, &TreebankView::openMenu);
}

void TreebankView::connectFinder() {
    TreeFinder& finder = session().finder();
    connect(m_trees, &TreesModel::sortAsked, this, [this, &finder](int column, Qt::SortOrder order) {
        finder.setOrder(TreesModel::keyOf(column),
                        order == Qt::AscendingOrder ? SortDirection::Ascending : SortDirection::Descending);
    });
    connect(&finder, &TreeFinder::rowsReset, this, [this] {
        m_staleRows = true;
        showRows();
    });
    connect(&finder, &TreeFinder::stateChanged, this, &TreebankView::showOrder);
    connect(&finder, &TreeFinder::sortRefused, m_filter, &FilterBar::showRefusal);
}

void TreebankView::arrange() {
    QVBoxLayout* head = new QVBoxLayout;
    head->setContentsMargins(8, 8, 8, 0);
    head->setSpacing(6);
    head->addWidget(m_counts);
    head->addWidget(m_errors);
    head->addWidget(m_filter);
    head->addWidget(m_picked, 0, Qt::AlignLeft);

    QSplitter* splitter = new QSplitter(Qt::Vertical, this);
    QWidget* list = new QWidget(splitter);
    QVBoxLayout* rows = new QVBoxLayout(list);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(m_table, 1);
    rows->addWidget(m_pick, 0, Qt::AlignHCenter); // below: rows must not move while one selects them
    splitter->addWidget(list);
    splitter->addWidget(m_page);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    m_table->setMinimumHeight(80);

    QVBoxLayout* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(head);
    column->addWidget(splitter, 1);
}

void TreebankView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_trees->setTheme(themeOf(*this));
        m_errors->restyle();
        m_filter->refresh();
        m_page->restyle();
        showCounts(); // its text has the colors in it
    }
    if (changes.parts.has(Part::Treebank)) {
        showTreebank();
    }
    if (changes.parts.any()) {
        showShown();
    }
    if (changes.selection || changes.parts.has(Part::Graph)) {
        showSelection();
    }
    if (changes.selection || changes.parts.has(Part::Graph) || changes.parts.has(Part::Treebank)) {
        showTree();
    }
}

void TreebankView::resizeEvent(QResizeEvent* event) {
    LiveView::resizeEvent(event);
    chooseColumns();
}

/// Where there is little room, the sentence says more than the numbers of its tree.
void TreebankView::chooseColumns() {
    constexpr int kSentence = 150;
    const bool hasLabels = snapshot().treebank && snapshot().treebank->labels.size() > 1;
    int room = m_table->viewport()->width() - kSentence - m_widths[TreesModel::Number];
    for (const TreesModel::Column column :
         {TreesModel::Words, TreesModel::Height, TreesModel::Size, TreesModel::Root}) { // the first ones say most
        room -= m_widths[column];
        m_table->setColumnHidden(column, room < 0 || (column == TreesModel::Root && !hasLabels));
    }
}

void TreebankView::showTreebank() {
    // The same files once more, or more of them: who reads a tree goes on reading.
    const bool goesOn = m_files == snapshot().config.files && snapshot().treebank;
    m_files = snapshot().config.files;
    m_showsAll = m_showsAll && goesOn; // else resetRows() would scroll to where the other file was read
    m_tree = goesOn ? m_tree : TreeId();
    m_page->showNothing();
    m_errors->setTreebank(snapshot().treebank);
    showCounts();
    resetRows();
    m_filter->refresh();
    for (int column = 0; column < TreesModel::ColumnCount; ++column) {
        m_table->setColumnHidden(column, false);
    }
    fitColumns(*m_table);
    for (int column = 0; column < TreesModel::Sentence; ++column) {
        m_widths[column] = m_table->columnWidth(column);
    }
    chooseColumns();
}

/// Rows that changed while nobody saw them.
void TreebankView::showRows() {
    if (m_staleRows && isVisible()) {
        resetRows();
    }
}

void TreebankView::showEvent(QShowEvent* event) {
    LiveView::showEvent(event);
    showRows();
}

void TreebankView::resetRows() {
    m_staleRows = false;
    const TreeRows& rows = session().finder().rows();
    QScrollBar* bar = m_table->verticalScrollBar();
    const bool goesOn = m_showsAll && rows.isAll() && m_files == snapshot().config.files;
    const int top = goesOn ? bar->value() : 0;
    m_showsAll = rows.isAll();
    bar->setValue(0); // far down, a table takes long to find out that its rows are gone
    m_trees->setTrees(snapshot().treebank, rows);
    if (top > 0) {
        QTimer::singleShot(0, this, [bar, top] { bar->setValue(top); }); // once rows are laid out
    }
    showPicking();
    showSelection();
}

/// The header shows how the rows are sorted, also when a script asked, or when it was refused.
void TreebankView::showOrder() {
    QHeaderView* header = m_table->horizontalHeader();
    const QSignalBlocker quiet(header); // showing is not asking
    header->setSortIndicator(TreesModel::columnOf(session().finder().key()),
                             session().finder().direction() == SortDirection::Ascending ? Qt::AscendingOrder
                                                                                        : Qt::DescendingOrder);
}

void TreebankView::showCounts() {
    const TreeStatistics* statistics = snapshot().statistics.get();
    if (statistics == nullptr) {
        m_counts->setText(tr("Open a treebank to see its trees here."));
        return;
    }
    const auto counted = [](std::size_t count, const QString& one, const QString& many) {
        return (count == 1 ? one : many).arg(countText(count));
    };
    const Treebank& bank = *snapshot().treebank;
    if (!bank.program.empty()) { // the stand-ins for its instances have neither words nor shapes
        m_counts->setText(
            QStringLiteral("<b>%1</b>").arg(counted(statistics->trees, tr("%1 instance"), tr("%1 instances"))));
        return;
    }
    QString first = QStringLiteral("<b>%1 · %2</b>")
                        .arg(counted(statistics->trees, tr("%1 tree"), tr("%1 trees")),
                             counted(statistics->tokens, tr("%1 word"), tr("%1 words")));
    if (!bank.complete) { // the rest may still be on its way: Session says so when it is
        const double part =
            static_cast<double>(bank.bytesRead) / static_cast<double>(std::max<std::uint64_t>(bank.bytesTotal, 1));
        const bool known = bank.bytesRead > 0 && bank.bytesTotal > bank.bytesRead;
        const auto about = static_cast<std::uint64_t>(static_cast<double>(statistics->trees) / part);
        first = known ? tr("<b>The first %1 of about %2 trees</b>").arg(countText(statistics->trees), countText(about))
                      : tr("<b>The first %1 trees</b>").arg(countText(statistics->trees));
    }
    const QString rest = tr("%1 · %2 · height: median %3, at most %4")
                             .arg(counted(statistics->words, tr("%1 distinct word"), tr("%1 distinct words")),
                                  counted(statistics->distinctShapes, tr("%1 shape"), tr("%1 shapes")),
                                  countText(statistics->height.median), countText(statistics->height.max));
    m_counts->setText(
        first + QStringLiteral("<br><span style=\"color:%1\">%2</span>").arg(themeOf(*this).mutedText.name(), rest));
}

/// Which trees are in the picture.
void TreebankView::showShown() {
    GraphOptions none;
    none.trees = {0, 0};
    m_trees->setShown(snapshot().graph ? snapshot().config.graph : none);
    m_table->viewport()->update();
    showPicking();
}

void TreebankView::showPicking() {
    const std::size_t picked = session().config().graph.picked.size();
    m_picked->setVisible(picked > 0);
    m_picked->setText((picked == 1 ? tr("Picked: 1 tree  ✕") : tr("Picked: %1 trees  ✕").arg(countText(picked))));
    const std::size_t selected = selectedCount();
    m_pick->setVisible(selected > 1);
    m_pick->setEnabled(selected <= kMostPicked);
    m_pick->setText(selected <= kMostPicked
                        ? tr("Fold these %1 trees").arg(countText(selected))
                        : tr("%1 selected; at most %2 can fold").arg(countText(selected), countText(kMostPicked)));
}

void TreebankView::showSelection() {
    const TreeId tree = playback().focus().tree;
    const int row = tree.valid() ? m_trees->rowOf(tree) : -1;
    if (row < 0) {
        m_table->clearSelection();
        return;
    }
    const QModelIndex index = m_trees->index(row, 0);
    if (!m_table->selectionModel()->isRowSelected(row)) {      // one of several that are selected stays one of them
        const QSignalBlocker quiet(m_table->selectionModel()); // showing is not asking
        m_table->selectionModel()->setCurrentIndex(index,
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        showPicking();
    }
    m_table->viewport()->update();
    m_table->scrollTo(index);
}

void TreebankView::showTree() {
    const Focus& focus = playback().focus();
    if (focus.tree.valid()) {
        m_tree = focus.tree;
    }
    if (!snapshot().treebank || !snapshot().treebank->trees.contains(m_tree)) {
        m_page->showNothing();
        return;
    }
    const bool marks = focus.node.valid() && snapshot().graph && focus.node.index() < snapshot().graph->size();
    m_page->showTree(session().snapshot(), m_tree,
                     marks ? snapshot().graph->origins[focus.node].treeNode : TreeNodeId());
}

void TreebankView::openMenu(const QPoint& at) {
    const QModelIndex index = m_table->indexAt(at);
    if (!index.isValid()) {
        return;
    }
    QMenu* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addBatchActions(*menu, index);
    menu->addSeparator();
    const TreeId tree = m_trees->treeAt(index.row());
    menu->addAction(tr("Find all trees of this shape"), this,
                    [this, tree] { session().finder().setText(QStringLiteral("shape:%1").arg(tree.index()), tree); });
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void TreebankView::addBatchActions(QMenu& menu, const QModelIndex& index) {
    const std::size_t selected = selectedCount();
    if (selected > 1 && selected <= kMostPicked) {
        menu.addAction(m_pick->text(), this, [this] { showPicked(session(), selectedTrees()); });
    }
    const int row = index.row();
    const std::size_t count = chosenCount(session());
    menu.addAction(count == 1 ? tr("Show 1 tree from here") : tr("Show %1 trees from here").arg(countText(count)), this,
                   [this, row, count] { showFromRow(row, count); });
    menu.addAction(tr("Show only this tree"), this, [this, row] { showFromRow(row, 1); });
    const TreeFinder& finder = session().finder();
    const std::size_t all = finder.rows().size();
    if (finder.filters()) {
        const std::size_t first = std::min(all, kMostPicked);
        menu.addAction(first == all ? tr("Show all %1 that match").arg(countText(all))
                                    : tr("Show the first %1 that match").arg(countText(first)),
                       this, [this, first] { showFromRow(0, first); });
    }
    std::vector<TreeId> more = session().config().graph.picked;
    if (!more.empty()) {
        const std::vector<TreeId> chosen = selectedTrees();
        more.insert(more.end(), chosen.begin(), chosen.end());
        menu.addAction(tr("Add to the picked trees"), this, [this, more] { showPicked(session(), more); });
    }
}

void TreebankView::select(const QModelIndex& index) {
    if (!index.isValid()) {
        return;
    }
    playback().selectTree(m_trees->treeAt(index.row()));
}

/// So many trees as they are listed from a row on. All trees in their order make a range, others are picked.
void TreebankView::showFromRow(int row, std::size_t count) {
    const TreeRows& rows = session().finder().rows();
    const auto first = static_cast<std::size_t>(row);
    if (rows.isAll() && session().finder().direction() == SortDirection::Ascending) {
        showRange(session(), first, count);
        return;
    }
    std::vector<TreeId> trees;
    for (std::size_t at = first; at < std::min({rows.size(), first + count, first + kMostPicked}); ++at) {
        trees.push_back(rows[at]);
    }
    showPicked(session(), std::move(trees));
}

/// In constant time for one stretch of rows, however long.
std::size_t TreebankView::selectedCount() const {
    std::size_t count = 0;
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection()) {
        count += range.left() == 0 ? static_cast<std::size_t>(range.height()) : 0;
    }
    return count;
}

std::vector<TreeId> TreebankView::selectedTrees() const {
    std::vector<int> rows;
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom() && rows.size() < kMostPicked; ++row) {
            rows.push_back(row);
        }
    }
    std::sort(rows.begin(), rows.end()); // as they are listed, not as they were clicked
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    std::vector<TreeId> trees;
    trees.reserve(rows.size());
    for (const int row : rows) {
        trees.push_back(m_trees->treeAt(row));
    }
    return trees;
}

} // namespace batchscope
