// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/table_model.h"

namespace batchscope {

namespace {

QVariant alignment(bool isText) {
    return QVariant((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

} // namespace

QVariant sortKey(const Cell::Value& value) {
    return std::visit(
        [](const auto& held) -> QVariant {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, std::monostate>) {
                return {};
            } else if constexpr (std::is_same_v<Held, std::string>) {
                return QString::fromStdString(held);
            } else if constexpr (std::is_same_v<Held, std::uint64_t>) {
                return QVariant::fromValue<qulonglong>(held);
            } else {
                return held;
            }
        },
        value);
}

QString capitalized(const char* text) {
    QString capital = QString::fromUtf8(text);
    if (!capital.isEmpty()) {
        capital[0] = capital[0].toUpper();
    }
    return capital;
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : rows();
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns();
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    return role == Qt::TextAlignmentRole ? alignment(isText(index.column())) : cell(index.row(), index.column(), role);
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns()) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole: return title(section);
    case Qt::TextAlignmentRole: return alignment(isText(section));
    case Qt::ToolTipRole: {
        const QString tip = titleTip(section);
        return tip.isEmpty() ? QVariant() : QVariant(tip);
    }
    default: return {};
    }
}

void TableModel::columnsChanged(int first, int last, const QList<int>& roles) {
    if (rows() > 0) {
        emit dataChanged(index(0, first), index(rows() - 1, last), roles);
    }
}

void TableModel::rowChanged(int row, const QList<int>& roles) {
    emit dataChanged(index(row, 0), index(row, columns() - 1), roles);
}

} // namespace batchscope
