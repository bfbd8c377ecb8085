// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/steps_view.h"

#include "core/session/execution_text.h"
#include "views/models/words.h"
#include "views/tables/steps_model.h"
#include "views/tables/table_look.h"

#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace batchscope {

class StepsProxy final : public QSortFilterProxyModel {
public:
    StepsProxy(StepsModel& model, QObject* parent) : QSortFilterProxyModel(parent) {
        setSortRole(StepsModel::kSortRole);
        setSourceModel(&model);
    }
    /// Shows the steps only in which nodes were found; none: all.
    void setFound(std::optional<std::vector<std::uint32_t>> found) {
        if (found != m_found) { // 100,000 rows are not filtered again for nothing
            m_found = std::move(found);
            invalidateRowsFilter();
        }
    }

    /// The rows are already in step order; sorting 100,000 of them again would block the window.
    void sort(int column, Qt::SortOrder order) override {
        const bool isSorted = column == 0 && order == Qt::AscendingOrder;
        QSortFilterProxyModel::sort(isSorted ? -1 : column, order);
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& /*parent*/) const override {
        const auto step = static_cast<std::size_t>(row);
        return !m_found || (step < m_found->size() && (*m_found)[step] > 0);
    }

private:
    std::optional<std::vector<std::uint32_t>> m_found; // by step
};

StepsView::StepsView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_model(new StepsModel(this)), m_proxy(new StepsProxy(*m_model, this)),
      m_table(new QTableView(this)), m_filter(new QLineEdit(this)), m_count(new QLabel(this)) {
    buildTable();
    m_filter->setPlaceholderText(tr("Filter: op:children batch>8 level:3 copied>0 sync:yes"));
    m_filter->setAccessibleName(tr("Filter batches"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(420);
    connect(m_filter, &QLineEdit::textChanged, &m_finder, &NodeFinder::setText);
    connect(&m_finder, &NodeFinder::stateChanged, this, &StepsView::showFound);
    m_count->setAccessibleName(tr("Batches shown"));

    arrangeBelow(*this, *m_filter, *m_count, *m_table);
}

void StepsView::buildTable() {
    m_table->setModel(m_proxy);
    m_table->setAccessibleName(tr("Steps"));
    dressTable(*m_table);
    m_table->setAlternatingRowColors(true);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(0, Qt::AscendingOrder);
    whenRowChosen(*m_table, [this](const QModelIndex& row) { goTo(row); });
}

void StepsView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_model->setTheme(themeOf(*this));
    }
    if (changes.parts.has(Part::Schedule)) {
        m_model->setSnapshot(session().snapshot());
        fitColumns(*m_table);
        // Times arrive after the rows; leave room for them.
        const int timeWidth = fontMetrics().horizontalAdvance(QStringLiteral("000.0 µs")) + 24;
        const int times = m_model->columnOf("seconds");
        m_table->setColumnWidth(times, std::max(timeWidth, m_table->columnWidth(times)));
        m_finder.setSnapshot(session().snapshot());
    } else if (changes.parts.any()) {
        m_model->setTrace(session().snapshot());
        if (changes.parts.has(Part::Trace)) { // other texts
            fitColumns(*m_table);
        }
        m_finder.setSnapshot(session().snapshot());
    }
    if (changes.step || changes.parts.has(Part::Schedule)) {
        m_model->setPresent(presentBatch());
        if (const QModelIndex present = rowOf(m_model->present()); present.isValid()) {
            m_table->scrollTo(present);
        }
    }
    if (changes.selection || changes.parts.has(Part::Schedule)) {
        showSelection();
    }
}

/// The language of the search in the picture: a step is shown where it runs a node that is found. While a query is
/// being written that is none yet, what was found before stays.
void StepsView::showFound() {
    if (m_finder.fault()) {
        showFault(toText(m_finder.fault()->message));
        return;
    }
    m_filter->setToolTip(QString());
    m_filter->setPalette(palette());
    m_proxy->setFound(m_finder.searches() ? std::optional(m_finder.foundInBatches()) : std::nullopt);
    showCount();
}

void StepsView::showFault(const QString& fault) {
    QPalette palette = this->palette();
    palette.setColor(QPalette::Text, themeOf(*this).warning);
    m_filter->setPalette(palette);
    m_filter->setToolTip(fault);
    m_count->setText(fault);
}

void StepsView::showCount() {
    const int shown = m_proxy->rowCount();
    const int all = m_model->rowCount();
    const auto number = [](int value) { return countText(static_cast<std::uint64_t>(value)); };
    if (all == 0) {
        m_count->setText(tr("No schedule yet"));
        return;
    }
    const QString batches = shown != all ? tr("%1 of %2 batches").arg(number(shown), number(all))
                            : all == 1   ? tr("1 batch")
                                         : tr("%1 batches").arg(number(all));
    m_count->setText(tr("%1, %2").arg(batches, QString::fromStdString(executorText(snapshot()))));
}

void StepsView::showSelection() {
    showRow(*m_table, rowOf(playback().focus().batch));
}

void StepsView::goTo(const QModelIndex& index) {
    goToBatch(BatchId(static_cast<std::size_t>(m_proxy->mapToSource(index).row())));
}

QModelIndex StepsView::rowOf(BatchId batch) const {
    if (!batch.valid() || batch.index() >= static_cast<std::size_t>(m_model->rowCount())) {
        return {};
    }
    return m_proxy->mapFromSource(m_model->index(static_cast<int>(batch.index()), 0));
}

} // namespace batchscope
