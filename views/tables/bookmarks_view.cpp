// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/bookmarks_view.h"

#include "views/models/words.h"
#include "views/session/bookmark_list.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

BookmarksView::BookmarksView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_state(new QLabel(this)), m_table(new QTableWidget(0, 2, this)),
      m_remove(new QPushButton(tr("Remove"), this)) {
    m_state->setAccessibleName(tr("Bookmarks"));
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_table->setObjectName(QStringLiteral("bookmark-table"));
    m_table->setAccessibleName(tr("Bookmarks"));
    m_table->setHorizontalHeaderLabels({tr("Place"), tr("Note")});
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->verticalHeader()->hide();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->installEventFilter(this);
    m_remove->setObjectName(QStringLiteral("bookmark-remove"));
    auto* back = new QPushButton(tr("Previous"), this);
    auto* on = new QPushButton(tr("Next"), this);
    connect(back, &QAbstractButton::clicked, this, &BookmarksView::goBack);
    connect(on, &QAbstractButton::clicked, this, &BookmarksView::goOn);
    connect(m_remove, &QAbstractButton::clicked, this, &BookmarksView::removeCurrent);
    connect(m_table, &QTableWidget::cellClicked, this, [this](int row, int column) {
        if (column == Place) {
            goTo(row);
        }
    });
    connect(m_table, &QTableWidget::itemChanged, this, [this](QTableWidgetItem* item) {
        if (!m_isShowing && item->column() == Note) {
            this->session().bookmarks().setNote(static_cast<std::size_t>(item->row()), item->text());
        }
    });
    connect(&session.bookmarks(), &BookmarkList::changed, this, &BookmarksView::showAll);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(back);
    bottom->addWidget(on);
    bottom->addWidget(m_state, 1);
    bottom->addWidget(m_remove);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_table, 1);
    column->addLayout(bottom);
    setFocusProxy(m_table);
}

void BookmarksView::catchUp(const Changes& changes) {
    if (changes.parts.any() || changes.look) {
        showAll();
    }
}

QString BookmarksView::placeOf(std::size_t index) const {
    const BookmarkList& list = session().bookmarks();
    const Bookmark& bookmark = list.all()[index];
    const QString op = toText(bookmark.op);
    const bool hasTree = bookmark.tree.valid();
    const QString tree = hasTree ? tr(", tree %1").arg(ordinalText(bookmark.tree.index())) : QString();
    const NodeId node = list.nodes()[index];
    if (!node.valid()) {
        return tr("%1%2: not in this graph").arg(op, tree);
    }
    if (bookmark.of == Bookmark::Of::Node) {
        const QString word = toText(captionOf(snapshot(), node));
        const QString name = word.isEmpty() ? op : op + QStringLiteral(" “%1”").arg(word);
        return tr("%1, node %2%3").arg(name, nodeNumber(node), tree);
    }
    const BatchId step = list.stepOf(index);
    return step.valid() ? tr("batch %1, %2 ×%3")
                              .arg(ordinalText(step.index()), op, countText(snapshot().schedule->batchSize(step)))
                        : tr("the batch of %1, node %2").arg(op, nodeNumber(node));
}

void BookmarksView::showAll() {
    const BookmarkList& list = session().bookmarks();
    m_isShowing = true;
    const int current = m_table->currentRow();
    m_table->setRowCount(static_cast<int>(list.all().size()));
    for (std::size_t index = 0; index < list.all().size(); ++index) {
        const int row = static_cast<int>(index);
        auto* place = new QTableWidgetItem(placeOf(index));
        place->setFlags(Qt::ItemIsSelectable | (list.nodes()[index].valid() ? Qt::ItemIsEnabled : Qt::NoItemFlags));
        m_table->setItem(row, Place, place);
        m_table->setItem(row, Note, new QTableWidgetItem(toText(list.all()[index].note)));
    }
    if (current >= 0 && m_table->rowCount() > 0) {
        m_table->setCurrentCell(std::min(current, m_table->rowCount() - 1), Place);
    }
    m_table->resizeColumnToContents(Place);
    m_isShowing = false;
    m_remove->setEnabled(m_table->rowCount() > 0);
    m_state->setText(list.all().empty() ? tr("No bookmarks. Ctrl+B sets one at the selected node or the shown batch.")
                                        : tr("Click a place to go there. Double-click a note to write it."));
}

void BookmarksView::goTo(int row) {
    const BookmarkList& list = session().bookmarks();
    if (row < 0 || static_cast<std::size_t>(row) >= list.all().size()) {
        return;
    }
    const auto index = static_cast<std::size_t>(row);
    if (const NodeId node = list.nodes()[index]; node.valid() && list.all()[index].of == Bookmark::Of::Node) {
        playback().selectNode(node);
    } else if (const BatchId step = list.stepOf(index); step.valid()) {
        goToBatch(step);
    }
}

void BookmarksView::goBy(int step) {
    const auto& nodes = session().bookmarks().nodes();
    const int rows = static_cast<int>(nodes.size());
    const int from = m_table->currentRow() >= 0 ? m_table->currentRow() : (step > 0 ? -1 : rows);
    for (int walked = 1; walked <= rows; ++walked) {
        const int row = ((from + step * walked) % rows + rows) % rows;
        if (nodes[static_cast<std::size_t>(row)].valid()) {
            m_table->setCurrentCell(row, Place);
            goTo(row);
            return;
        }
    }
}

void BookmarksView::goOn() {
    showAll(); // a hidden panel may be out of date
    goBy(1);
}

void BookmarksView::goBack() {
    showAll();
    goBy(-1);
}

void BookmarksView::editNote(std::size_t index) {
    showAll();
    if (QTableWidgetItem* const note = m_table->item(static_cast<int>(index), Note)) {
        m_table->setCurrentItem(note);
        m_table->editItem(note);
    }
}

void BookmarksView::removeCurrent() {
    if (m_table->currentRow() >= 0) {
        session().bookmarks().remove(static_cast<std::size_t>(m_table->currentRow()));
    }
}

bool BookmarksView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_table || event->type() != QEvent::KeyPress) {
        return LiveView::eventFilter(watched, event);
    }
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Delete: removeCurrent(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: goTo(m_table->currentRow()); return true;
    default: return LiveView::eventFilter(watched, event);
    }
}

} // namespace batchscope
