// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/nodes_view.h"

#include "views/models/words.h"
#include "views/session/node_finder.h"
#include "views/tables/nodes_model.h"
#include "views/tables/table_look.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTableView>

namespace batchscope {

NodesView::NodesView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_model(new NodesModel(this)), m_table(new QTableView(this)),
      m_query(new QLineEdit(this)), m_state(new QLabel(this)) {
    buildTable();
    m_query->setPlaceholderText(tr("Find nodes: a word, op:…, level>3, batch>64, tree:12"));
    m_query->setAccessibleName(tr("Find nodes"));
    m_query->setClearButtonEnabled(true);
    m_query->setMaximumWidth(420);
    m_state->setAccessibleName(tr("Nodes shown"));
    connect(m_query, &QLineEdit::textChanged, this,
            [this](const QString& text) { this->session().nodeFinder().setText(text); });
    NodeFinder& finder = session.nodeFinder();
    connect(&finder, &NodeFinder::foundChanged, this, [this] {
        m_staleRows = true;
        if (isVisible()) {
            showRows();
        }
    });
    connect(&finder, &NodeFinder::stateChanged, this, &NodesView::showState);

    arrangeBelow(*this, *m_query, *m_state, *m_table);
}

void NodesView::buildTable() {
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("nodes-table"));
    m_table->setAccessibleName(tr("Nodes"));
    dressTable(*m_table);
    m_table->setAlternatingRowColors(true);
    whenRowChosen(*m_table, [this](const QModelIndex& row) { choose(row); });
}

void NodesView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_model->setTheme(themeOf(*this));
        m_table->viewport()->update();
        showState();
    }
    if (m_staleRows) {
        showRows();
    } else if (changes.selection) {
        showSelection();
    }
}

void NodesView::showRows() {
    m_staleRows = false;
    const NodeFinder& finder = session().nodeFinder();
    const bool first = m_model->rowCount() == 0;
    m_model->setRows(finder.snapshot(), finder.rows());
    if (first) {
        fitColumns(*m_table);
    }
    showState();
    showSelection();
}

void NodesView::showState() {
    const NodeFinder& finder = session().nodeFinder();
    if (m_query->text() != finder.text()) {
        const QSignalBlocker quiet(m_query); // asked elsewhere: over the canvas, by the legend
        m_query->setText(finder.text());
    }
    const std::size_t all = snapshot().graph ? snapshot().graph->size() : 0;
    const QString fault = finder.fault() ? QString::fromStdString(finder.fault()->message) : QString();
    const QString text = !fault.isEmpty()   ? fault
                         : finder.running() ? tr("searching…")
                         : all == 0         ? tr("No graph yet")
                         : finder.searches()
                             ? tr("%1 of %2 nodes").arg(countText(finder.found().size()), countText(all))
                             : tr("%1 nodes").arg(countText(all));
    QPalette colours = m_state->palette();
    const Theme& theme = themeOf(*this);
    colours.setColor(QPalette::WindowText, fault.isEmpty() ? theme.text : theme.warning);
    if (colours != m_state->palette()) {
        m_state->setPalette(colours);
    }
    m_state->setText(text);
}

void NodesView::showSelection() {
    showRow(*m_table, m_model->index(m_model->rowOf(playback().focus().node), 0));
}

void NodesView::choose(const QModelIndex& index) {
    playback().selectNode(m_model->nodeAt(index.row()));
}

} // namespace batchscope
