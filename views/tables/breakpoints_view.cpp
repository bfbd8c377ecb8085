// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/breakpoints_view.h"

#include "views/models/words.h"
#include "views/session/breakpoint_list.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

BreakpointsView::BreakpointsView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_line(new QLineEdit(this)), m_state(new QLabel(this)),
      m_list(new QListWidget(this)), m_remove(new QPushButton(tr("Remove"), this)) {
    m_line->setPlaceholderText(tr("Stop at: op:children batch<4, value:nan, time>100, sync:yes, tree:3"));
    m_line->setAccessibleName(tr("New breakpoint"));
    m_line->setClearButtonEnabled(true);
    m_state->setAccessibleName(tr("Hits"));
    m_list->setObjectName(QStringLiteral("breakpoint-list"));
    m_list->setAccessibleName(tr("Breakpoints"));
    m_list->installEventFilter(this);
    m_remove->setObjectName(QStringLiteral("breakpoint-remove"));
    auto* back = new QPushButton(tr("Previous hit"), this);
    auto* on = new QPushButton(tr("Next hit"), this);
    connect(back, &QAbstractButton::clicked, this, &BreakpointsView::goBack);
    connect(on, &QAbstractButton::clicked, this, &BreakpointsView::goOn);
    connect(m_remove, &QAbstractButton::clicked, this, &BreakpointsView::removeCurrent);
    connect(m_line, &QLineEdit::returnPressed, this, &BreakpointsView::add);
    connect(m_list, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) { goToHitOf(m_list->row(item)); });
    connect(m_list, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        if (!m_isShowing) {
            this->session().breakpoints().setOn(static_cast<std::size_t>(m_list->row(item)),
                                                item->checkState() == Qt::Checked);
        }
    });
    connect(&session.breakpoints(), &BreakpointList::changed, this, &BreakpointsView::showList);
    auto* top = new QHBoxLayout;
    top->addWidget(m_line, 1);
    top->addWidget(m_state, 1);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(back);
    bottom->addWidget(on);
    bottom->addStretch(1);
    bottom->addWidget(m_remove);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addLayout(top);
    column->addWidget(m_list, 1);
    column->addLayout(bottom);
    setFocusProxy(m_line);
}

void BreakpointsView::catchUp(const Changes& changes) {
    if (changes.parts.any() || changes.look) {
        showList();
    }
}

void BreakpointsView::add() {
    const Status added = session().breakpoints().add(m_line->text());
    if (added) {
        m_line->clear();
    } else {
        m_state->setText(toText(added.error().message));
    }
}

void BreakpointsView::removeCurrent() {
    if (m_list->currentRow() >= 0) {
        session().breakpoints().remove(static_cast<std::size_t>(m_list->currentRow()));
    }
}

QString BreakpointsView::lineOf(std::size_t index) const {
    const BreakpointList& list = session().breakpoints();
    const QString query = toText(list.all()[index].query);
    if (index >= list.hits().each.size()) {
        return tr("%1 — looking for hits…").arg(query);
    }
    const BreakpointHits::One& one = list.hits().each[index];
    if (one.fault) {
        return tr("%1 — %2").arg(query, toText(one.fault->message));
    }
    if (one.batches.empty()) {
        return tr("%1 — never hit").arg(query);
    }
    return tr("%1 — %2 of %3 nodes in %4 of %5 batches")
        .arg(query, countText(one.nodes), countText(snapshot().graph->size()), countText(one.batches.size()),
             countText(snapshot().schedule->batchCount()));
}

void BreakpointsView::showList() {
    const BreakpointList& list = session().breakpoints();
    m_isShowing = true;
    const int current = m_list->currentRow();
    m_list->clear();
    for (std::size_t index = 0; index < list.all().size(); ++index) {
        auto* item = new QListWidgetItem(lineOf(index), m_list);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(list.all()[index].isOn ? Qt::Checked : Qt::Unchecked);
    }
    m_list->setCurrentRow(std::min(current, m_list->count() - 1));
    m_isShowing = false;
    m_remove->setEnabled(m_list->count() > 0);
    const std::size_t hits = list.hits().batches.size();
    m_state->setText(list.all().empty() ? tr("No breakpoints. F9 sets one at the shown batch.")
                     : list.running()   ? tr("looking for hits…")
                     : hits == 1        ? tr("1 batch is hit; F5 goes on, Shift+F5 back")
                                        : tr("%1 batches are hit; F5 goes on, Shift+F5 back").arg(countText(hits)));
}

void BreakpointsView::goOn() {
    if (const BatchId hit = session().breakpoints().hits().next(presentBatch()); hit.valid()) {
        goToBatch(hit);
    }
}

void BreakpointsView::goBack() {
    if (const BatchId hit = session().breakpoints().hits().previous(presentBatch()); hit.valid()) {
        goToBatch(hit);
    }
}

void BreakpointsView::goToHitOf(int row) {
    const auto& each = session().breakpoints().hits().each;
    if (row < 0 || static_cast<std::size_t>(row) >= each.size()) {
        return;
    }
    BreakpointHits own;
    own.batches = each[static_cast<std::size_t>(row)].batches;
    if (const BatchId hit = own.next(presentBatch()); hit.valid()) {
        goToBatch(hit);
    }
}

bool BreakpointsView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_list && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        removeCurrent();
        return true;
    }
    return LiveView::eventFilter(watched, event);
}

} // namespace batchscope
