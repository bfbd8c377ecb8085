// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/treebank_view.h"

#include "views/models/table_look.h"
#include "views/models/words.h"
#include "views/treebank/diagnostics_model.h"
#include "views/treebank/tree_page.h"
#include "views/treebank/tree_search.h"
#include "views/treebank/trees_model.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

namespace batchscope {

TreebankView::TreebankView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_trees(new TreesModel(this)), m_diagnostics(new DiagnosticsModel(this)),
      m_counts(new QLabel(this)), m_badTrees(new QToolButton(this)), m_badList(new QListView(this)),
      m_search(new QLineEdit(this)), m_found(new QLabel(this)), m_table(new QTableView(this)),
      m_text(new QTextBrowser(this)) {
    m_counts->setWordWrap(true);
    m_counts->setAccessibleName(tr("Treebank summary"));
    m_text->setAccessibleName(tr("Text of the selected tree"));
    m_text->setOpenLinks(false);
    buildDiagnostics();
    buildSearch();
    buildTable();
    arrange();
    setFocusProxy(m_search);
}

void TreebankView::buildDiagnostics() {
    m_badTrees->setCheckable(true);
    m_badTrees->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_badTrees->setArrowType(Qt::RightArrow);
    m_badTrees->setAccessibleName(tr("Trees that could not be read"));
    m_badList->setModel(m_diagnostics);
    m_badList->setAccessibleName(tr("Errors in the files"));
    m_badList->setUniformItemSizes(true);
    m_badList->setMaximumHeight(120);
    m_badList->hide();
    connect(m_badTrees, &QToolButton::toggled, this, [this](bool open) {
        m_badTrees->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        m_badList->setVisible(open);
    });
}

void TreebankView::buildSearch() {
    m_search->setPlaceholderText(tr("Search words"));
    m_search->setAccessibleName(tr("Search words in the trees"));
    m_search->setClearButtonEnabled(true);
    m_found->setAccessibleName(tr("Trees found"));
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(kDebounceMs);
    connect(m_search, &QLineEdit::textChanged, &m_debounce, qOverload<>(&QTimer::start));
    connect(m_search, &QLineEdit::returnPressed, this, &TreebankView::search);
    connect(&m_debounce, &QTimer::timeout, this, &TreebankView::search);
}

void TreebankView::buildTable() {
    m_table->setModel(m_trees);
    m_table->setAccessibleName(tr("Trees"));
    dressTable(*m_table);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    // A stretched last section never becomes smaller than it was before it was stretched.
    QHeaderView* header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->resizeSection(TreesModel::Sentence, header->minimumSectionSize());
    header->setStretchLastSection(true);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(TreesModel::Number, Qt::AscendingOrder);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the sentence is cut instead
    m_table->setIconSize(QSize(6, fontMetrics().height()));
    connect(m_table, &QTableView::clicked, this, &TreebankView::select);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (m_table->hasFocus()) { // the arrow keys; a row that we set ourselves asks for nothing
            select(now);
        }
    });
    connect(m_table, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { showFrom(m_trees->treeAt(index.row()), shownCount()); });
    connect(m_table, &QTableView::customContextMenuRequested, this, &TreebankView::openMenu);
}

void TreebankView::arrange() {
    QHBoxLayout* searchRow = new QHBoxLayout;
    searchRow->addWidget(m_search, 1);
    searchRow->addWidget(m_found);
    QVBoxLayout* head = new QVBoxLayout;
    head->setContentsMargins(8, 8, 8, 0);
    head->setSpacing(6);
    head->addWidget(m_counts);
    head->addWidget(m_badTrees, 0, Qt::AlignLeft);
    head->addWidget(m_badList);
    head->addLayout(searchRow);

    QSplitter* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    m_table->setMinimumHeight(80);
    m_text->setMinimumHeight(60);
    m_text->document()->setDocumentMargin(8);

    QVBoxLayout* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(head);
    column->addWidget(splitter, 1);
}

void TreebankView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_trees->setTheme(themeOf(*this));
        m_diagnostics->setTheme(themeOf(*this));
        QPalette warning = palette();
        warning.setColor(QPalette::ButtonText, themeOf(*this).warning);
        m_badTrees->setPalette(warning);
        showCounts(); // its text has the colours in it
    }
    if (changes.parts.has(Part::Treebank)) {
        showTreebank();
    }
    if (changes.parts.any()) {
        m_trees->setShown(snapshot().graph ? snapshot().config.graph.trees : TreeRange{0, 0});
    }
    if (changes.selection || changes.parts.has(Part::Graph)) {
        showSelection();
    }
    if (changes.selection || changes.look || changes.parts.has(Part::Graph) || changes.parts.has(Part::Treebank)) {
        showTree();
    }
}

/// Where there is little room, the sentence says more than the height of its tree.
void TreebankView::resizeEvent(QResizeEvent* event) {
    LiveView::resizeEvent(event);
    constexpr int kWide = 300;
    m_table->setColumnHidden(TreesModel::Height, width() < kWide);
}

void TreebankView::showTreebank() {
    m_tree = {};
    m_trees->setTreebank(snapshot().treebank);
    m_diagnostics->setTreebank(snapshot().treebank);
    const std::size_t bad = snapshot().treebank ? snapshot().treebank->badTrees : 0;
    m_badTrees->setVisible(bad > 0);
    m_badTrees->setText(bad == 1 ? tr("1 tree could not be read")
                                 : tr("%1 trees could not be read").arg(countText(bad)));
    m_badList->setVisible(bad > 0 && m_badTrees->isChecked());
    showCounts();
    search();
    fitColumns(*m_table);
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
    const QString first = QStringLiteral("<b>%1 · %2</b>")
                              .arg(counted(statistics->trees, tr("%1 tree"), tr("%1 trees")),
                                   counted(m_trees->wordCount(), tr("%1 word"), tr("%1 words")));
    const QString rest = tr("%1 · %2 · height %3 median, %4 at most")
                             .arg(counted(statistics->words, tr("%1 distinct word"), tr("%1 distinct words")),
                                  counted(statistics->distinctShapes, tr("%1 shape"), tr("%1 shapes")),
                                  countText(statistics->height.median), countText(statistics->height.max));
    m_counts->setText(
        first + QStringLiteral("<br><span style=\"color:%1\">%2</span>").arg(themeOf(*this).mutedText.name(), rest));
}

void TreebankView::search() {
    m_debounce.stop();
    if (!snapshot().treebank) {
        m_found->clear();
        return;
    }
    const bool everything = m_search->text().simplified().isEmpty();
    m_trees->setFound(findTrees(*snapshot().treebank, m_search->text()));
    const auto found = static_cast<std::uint64_t>(m_trees->rowCount());
    m_found->setText(everything ? QString() : found == 0 ? tr("none found") : tr("%1 found").arg(countText(found)));
    showSelection();
}

void TreebankView::showSelection() {
    const TreeId tree = playback().focus().tree;
    const int row = tree.valid() ? m_trees->rowOf(tree) : -1;
    if (row < 0) {
        m_table->clearSelection();
        return;
    }
    const QModelIndex index = m_trees->index(row, 0);
    if (m_table->currentIndex().row() != row || !m_table->selectionModel()->isRowSelected(row)) {
        const QSignalBlocker quiet(m_table->selectionModel()); // showing is not asking
        m_table->selectionModel()->setCurrentIndex(index,
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
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
        m_text->setHtml(QStringLiteral("<p style=\"color:%1\">%2</p>")
                            .arg(themeOf(*this).mutedText.name(), tr("Select a tree to read it here.")));
        return;
    }
    const bool marks = focus.node.valid() && snapshot().graph && focus.node.index() < snapshot().graph->size();
    const TreeNodeId marked = marks ? snapshot().graph->origins[focus.node].treeNode : TreeNodeId();
    m_text->setHtml(treePage(snapshot(), m_tree, marked, themeOf(*this),
                             QFontDatabase::systemFont(QFontDatabase::FixedFont).family()));
}

void TreebankView::openMenu(const QPoint& at) {
    const QModelIndex index = m_table->indexAt(at);
    if (!index.isValid()) {
        return;
    }
    const TreeId tree = m_trees->treeAt(index.row());
    QMenu* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::size_t count = shownCount();
    menu->addAction(count == 1 ? tr("Show 1 tree from here") : tr("Show %1 trees from here").arg(countText(count)),
                    this, [this, tree, count] { showFrom(tree, count); });
    menu->addAction(tr("Show only this tree"), this, [this, tree] { showFrom(tree, 1); });
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void TreebankView::select(const QModelIndex& index) {
    if (index.isValid()) {
        playback().selectTree(m_trees->treeAt(index.row()));
    }
}

void TreebankView::showFrom(TreeId tree, std::size_t count) {
    SessionConfig config = session().config();
    config.graph.trees = {tree.index(), tree.index() + count};
    session().setConfig(config);
}

/// Trees of the present selection; at the end of the bank the asked number, so that the way back shows as many.
std::size_t TreebankView::shownCount() const {
    const TreeRange& asked = session().config().graph.trees;
    constexpr TreeRange kAll;
    if (asked.end == kAll.end) {
        const std::size_t all = snapshot().treebank ? snapshot().treebank->trees.size() : 0;
        return all > asked.begin ? all - asked.begin : Session::kFirstTrees;
    }
    return asked.end > asked.begin ? asked.end - asked.begin : Session::kFirstTrees;
}

} // namespace batchscope
