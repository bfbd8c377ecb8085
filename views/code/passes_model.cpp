// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/passes_model.h"

#include "views/models/words.h"

#include <QFont>

#include <array>

namespace batchscope {

namespace {

/// A number of operations with its unit: "812 MFLOP", "1.52 GFLOP".
QString flopsText(double flops) {
    constexpr std::array<const char*, 5> kUnits = {"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP"};
    constexpr double kStep = 1000.0;
    std::size_t unit = 0;
    while (flops >= kStep && unit + 1 < kUnits.size()) {
        flops /= kStep;
        ++unit;
    }
    const int decimals = unit == 0 || flops >= 100.0 ? 0 : flops >= 10.0 ? 1 : 2;
    return QString::number(flops, 'f', decimals) + QChar(u' ') + QString::fromLatin1(kUnits[unit]);
}

/// The columns from PassesModel::Launches on.
constexpr auto kFigures = std::to_array<Column<PlanFigures>>({
    {"launches", "engine launches", [](const PlanFigures& figures) { return countCell(figures.launches()); },
     "Copies, products and fused kernels that the engine launches in a forward run; a batch may need several."},
    {"product_flops", "products",
     [](const PlanFigures& figures) {
         return Cell{flopsText(figures.productFlops).toStdString(), figures.productFlops};
     },
     "Multiplications and additions in products."},
    {"copied_bytes", "copied", [](const PlanFigures& figures) { return bytesCell(figures.bytesCopied); },
     "Rows copied into place or gathered for products."},
    {"elementwise_bytes", "elementwise", [](const PlanFigures& figures) { return bytesCell(figures.bytesElementwise); },
     "Bytes that fused kernels read and write."},
    {"memory_bytes", "memory", [](const PlanFigures& figures) { return bytesCell(figures.bytesMemory); },
     "Memory for all rows and products of a forward run."},
});

const Column<PlanFigures>& figureOf(int column) {
    return kFigures[static_cast<std::size_t>(column - PassesModel::Launches)];
}

} // namespace

void PassesModel::setState(std::shared_ptr<const PassReport> report, std::optional<PassSet> asked) {
    m_report = std::move(report);
    m_asked = asked;
    columnsChanged(0, ColumnCount - 1, {}); // the rows themselves never change
}

void PassesModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    columnsChanged(0, ColumnCount - 1, {Qt::ForegroundRole});
}

std::optional<Pass> PassesModel::passOf(int row) {
    return row > 0 && row <= static_cast<int>(kPassCount)
               ? std::optional(passEntries()[static_cast<std::size_t>(row) - 1].pass)
               : std::nullopt;
}

bool PassesModel::isOn(int row) const {
    const std::optional<Pass> pass = passOf(row);
    return m_asked && (!pass || m_asked->has(*pass));
}

const PlanFigures* PassesModel::figures(int row) const {
    if (!m_report || !isOn(row)) {
        return nullptr;
    }
    const std::optional<Pass> pass = passOf(row);
    const PassRow* found = pass ? m_report->row(*pass) : &m_report->rows.front();
    return found == nullptr ? nullptr : &found->figures;
}

int PassesModel::rows() const {
    return static_cast<int>(kPassCount) + 1;
}

Qt::ItemFlags PassesModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    flags |= m_asked ? Qt::ItemIsEnabled : Qt::NoItemFlags;
    return index.column() == Title && passOf(index.row()) ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant PassesModel::cell(int row, int column, int role) const {
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::CheckStateRole:
        return column == Title && passOf(row) ? QVariant(isOn(row) ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::ToolTipRole: return toolTip(row, column);
    case Qt::ForegroundRole: return isOn(row) ? QVariant() : QVariant(m_theme->mutedText);
    default: return {};
    }
}

bool PassesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const std::optional<Pass> pass = passOf(index.row());
    if (role != Qt::CheckStateRole || !pass || !m_asked || (value.toInt() == Qt::Checked) == isOn(index.row())) {
        return false;
    }
    emit toggleAsked(QString::fromLatin1(passEntries()[static_cast<std::size_t>(index.row()) - 1].name));
    return true;
}

bool PassesModel::isText(int column) const {
    return column == Title;
}

QString PassesModel::title(int column) const {
    return column == Title ? tr("Pass") : capitalized(figureOf(column).title);
}

QString PassesModel::titleTip(int column) const {
    return column == Title ? tr("Each row adds its pass to the enabled passes above it.")
                           : toText(figureOf(column).tip);
}

QString PassesModel::text(int row, int column) const {
    if (column == Title) {
        return passOf(row) ? tr(passEntries()[static_cast<std::size_t>(row) - 1].title) : tr("No passes");
    }
    const PlanFigures* own = figures(row);
    if (own == nullptr) {
        return QStringLiteral("–");
    }
    return toText(figureOf(column).cell(*own).text);
}

QString PassesModel::toolTip(int row, int column) const {
    const PlanFigures* own = figures(row);
    if (column == Title) {
        const QString what = passOf(row) ? tr(passEntries()[static_cast<std::size_t>(row) - 1].description)
                                         : tr("the engine runs each op body as the net defines it");
        const QString note = passOf(row) == Pass::Table
                                 ? tr(" The figures are for a run in which every word has been seen before.")
                                 : QString();
        return what.left(1).toUpper() + what.mid(1) + QChar(u'.') + note;
    }
    if (own == nullptr) {
        return isOn(row) ? QString() : tr("This pass is off.");
    }
    if (column == Launches) {
        return tr("%1 products, %2 fused kernels, %3 copies")
            .arg(countText(own->products), countText(own->kernels), countText(own->copies));
    }
    return {};
}

} // namespace batchscope
