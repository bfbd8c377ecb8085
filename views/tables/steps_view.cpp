// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/steps_view.h"

#include "core/session/breakpoints.h"
#include "core/session/execution_text.h"
#include "core/session/node_search.h"
#include "views/models/words.h"
#include "views/tables/steps_model.h"
#include "views/tables/table_look.h"

#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>
#include <string>
#include <utility>

namespace batchscope {

class StepsProxy final : public QSortFilterProxyModel {
public:
    StepsProxy(StepsModel& model, QObject* parent) : QSortFilterProxyModel(parent) {
        setSortRole(StepsModel::kSortRole);
        setSourceModel(&model);
    }
    /// Shows these steps only; none: all.
    void setShown(std::optional<std::vector<bool>> shown) {
        if (!shown && !m_shown) {
            return; // 100,000 rows are not filtered again for nothing
        }
        m_shown = std::move(shown);
        invalidateRowsFilter();
    }

    /// The rows are already in step order; sorting 100,000 of them again would block the window.
    void sort(int column, Qt::SortOrder order) override {
        const bool isSorted = column == 0 && order == Qt::AscendingOrder;
        QSortFilterProxyModel::sort(isSorted ? -1 : column, order);
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& /*parent*/) const override {
        const auto step = static_cast<std::size_t>(row);
        return !m_shown || (step < m_shown->size() && (*m_shown)[step]);
    }

private:
    std::optional<std::vector<bool>> m_shown; // by step
};

StepsView::StepsView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_model(new StepsModel(this)), m_proxy(new StepsProxy(*m_model, this)),
      m_table(new QTableView(this)), m_filter(new QLineEdit(this)), m_count(new QLabel(this)), m_lane(*this) {
    buildTable();
    m_filter->setPlaceholderText(tr("Filter: op:children batch>8 level:3 copied>0 sync:yes"));
    m_filter->setAccessibleName(tr("Filter batches"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(420);
    connect(m_filter, &QLineEdit::textChanged, this, &StepsView::applyFilter);
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
        applyFilter();
    } else if (changes.parts.any()) {
        m_model->setTrace(session().snapshot());
        if (changes.parts.has(Part::Trace)) { // other texts
            fitColumns(*m_table);
        }
        applyFilter();
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

/// The language of the search in the picture: a step is shown where it runs a node that is found.
void StepsView::applyFilter() {
    const std::string query = m_filter->text().trimmed().toStdString();
    const Result<TreeFilter> parsed = parseNodeQuery(query);
    m_lane.drop();
    if (!parsed) {
        showFault(toText(parsed.error().message)); // while it is being written, what was found before stays
        return;
    }
    if (parsed->takesAll() || !snapshot().schedule) {
        showSteps({});
        return;
    }
    constexpr std::size_t kAtOnce = 20'000; // nodes: within a frame
    const auto find = [snapshot = session().snapshot(), query](const RunControl& control) {
        return findHits(*snapshot, std::vector{Breakpoint{query, true}}, control);
    };
    if (snapshot().graph->size() <= kAtOnce) {
        showHits(find({}));
        return;
    }
    m_lane.ask([find](const JobControl& control) { return find(control.run()); },
               [this](const Result<BreakpointHits>& hits) { showHits(hits); });
}

void StepsView::showHits(const Result<BreakpointHits>& hits) {
    if (!hits || hits->each.front().fault) {
        showFault(toText(hits ? hits->each.front().fault->message : hits.error().message));
        return;
    }
    std::vector<bool> shown(snapshot().schedule ? snapshot().schedule->batchCount() : 0);
    for (const BatchId batch : hits->batches) {
        if (batch.index() < shown.size()) {
            shown[batch.index()] = true;
        }
    }
    showSteps(std::move(shown));
}

void StepsView::showSteps(std::optional<std::vector<bool>> shown) {
    m_filter->setToolTip(QString());
    m_filter->setPalette(palette());
    m_proxy->setShown(std::move(shown));
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
