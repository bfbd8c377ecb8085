// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/table_look.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

namespace {

constexpr int kInset = 6; // pixels left and right of a cell's text

/// Cells with some padding on both sides; their background still fills the whole cell.
class RoomyDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
        if (cell.backgroundBrush.style() != Qt::NoBrush) {
            painter->fillRect(cell.rect, cell.backgroundBrush);
            cell.backgroundBrush = Qt::NoBrush;
        }
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
        cell.rect.adjust(kInset, 0, -kInset, 0);
        cell.state &= ~QStyle::State_HasFocus; // rows are chosen, not cells
        style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(2 * kInset, 0);
    }

protected:
    /// A check box is clicked where it is drawn.
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override {
        QStyleOptionViewItem cell = option;
        cell.rect.adjust(kInset, 0, -kInset, 0);
        return QStyledItemDelegate::editorEvent(event, model, cell, index);
    }
};

} // namespace

void dressTable(QTableView& table) {
    table.setItemDelegate(new RoomyDelegate(&table));
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 8);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setStretchLastSection(true);
    constexpr int kNarrowest = 24;
    table.horizontalHeader()->setMinimumSectionSize(kNarrowest);
}

void fitColumns(QTableView& table) {
    constexpr int kRowsMeasured = 100;
    const QAbstractItemModel& model = *table.model();
    table.horizontalHeader()->setResizeContentsPrecision(kRowsMeasured);
    const int columns = model.columnCount() - (table.horizontalHeader()->stretchLastSection() ? 1 : 0);
    for (int column = 0; column < columns; ++column) { // numbers that count rows are longest in the last one
        table.resizeColumnToContents(column);
        const int last = table.sizeHintForIndex(model.index(model.rowCount() - 1, column)).width();
        table.setColumnWidth(column, std::max(table.columnWidth(column), last));
    }
}

void arrangeBeside(QSplitter& splitter, QSize size, QSize before) {
    constexpr int kNarrow = 620;
    constexpr int kTableWidth = 400;
    constexpr int kTableHeight = 150;
    const Qt::Orientation orientation = size.width() < kNarrow ? Qt::Vertical : Qt::Horizontal;
    if (splitter.orientation() == orientation && !before.isEmpty()) {
        return;
    }
    splitter.setOrientation(orientation);
    splitter.setSizes(orientation == Qt::Horizontal ? QList<int>{size.width() - kTableWidth, kTableWidth}
                                                    : QList<int>{size.height() - kTableHeight, kTableHeight});
}

void arrangeBelow(QWidget& panel, QLineEdit& line, QLabel& found, QTableView& table) {
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 0);
    bar->addWidget(&line, 1);
    bar->addStretch();
    bar->addWidget(&found);
    auto* column = new QVBoxLayout(&panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(bar);
    column->addWidget(&table);
    panel.setFocusProxy(&table);
}

void showRow(QTableView& table, const QModelIndex& index) {
    if (!index.isValid()) {
        table.clearSelection();
        return;
    }
    QItemSelectionModel* selection = table.selectionModel();
    if (table.currentIndex().row() != index.row() || !selection->isRowSelected(index.row())) {
        const QSignalBlocker quiet(selection); // showing is not asking
        selection->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        table.viewport()->update();
    }
    table.scrollTo(index);
}

void whenRowChosen(QTableView& table, std::function<void(const QModelIndex&)> choose) {
    QObject::connect(&table, &QTableView::clicked, &table, choose);
    QObject::connect(&table, &QTableView::activated, &table, choose); // Enter
    QObject::connect(table.selectionModel(), &QItemSelectionModel::currentRowChanged, &table,
                     [&table, choose = std::move(choose)](const QModelIndex& now) {
                         if (table.hasFocus() && now.isValid()) { // the arrow keys
                             choose(now);
                         }
                     });
}

} // namespace batchscope
