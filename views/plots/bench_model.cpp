// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/bench_model.h"

#include "views/models/words.h"

#include <QStringList>

#include <cmath>

namespace batchscope {

namespace {

/// A phase a line.
QString phasesText(const PhaseSeconds& seconds) {
    QStringList lines;
    for (const NamedPhase& phase : phasesOf(seconds)) {
        lines << BenchModel::tr("%1: %2").arg(phase.name, secondsText(seconds.*phase.seconds));
    }
    return lines.join(QChar(u'\n'));
}

QString textOf(const BenchResult& result, int column) {
    switch (column) {
    case BenchModel::Arm: return QString::fromStdString(result.arm);
    case BenchModel::Dim: return result.dim > 0 ? QString::number(result.dim) : QStringLiteral("-");
    case BenchModel::Batch: return countText(result.batch);
    case BenchModel::Median: return secondsText(result.medianSeconds);
    case BenchModel::Iqr: return secondsText(result.iqrSeconds) + (result.noisy ? BenchModel::tr(" noisy") : QString());
    case BenchModel::TreesPerSecond: return countText(static_cast<std::uint64_t>(std::llround(result.treesPerSecond)));
    case BenchModel::Launches: return countText(result.batches);
    case BenchModel::Speedup: return timesText(result.speedup);
    case BenchModel::Execution: return timesText(result.speedupExecution);
    case BenchModel::Engine: return timesText(result.speedupEngine.value_or(0.0));
    case BenchModel::Both: return timesText(result.speedupBoth.value_or(0.0));
    case BenchModel::Equal: return result.equal ? BenchModel::tr("yes") : BenchModel::tr("NO");
    default: return {};
    }
}

QVariant sortKeyOf(const BenchResult& result, int column) {
    switch (column) {
    case BenchModel::Dim: return result.dim;
    case BenchModel::Batch: return QVariant::fromValue<qulonglong>(result.batch);
    case BenchModel::Median: return result.medianSeconds;
    case BenchModel::Iqr: return result.iqrSeconds;
    case BenchModel::TreesPerSecond: return result.treesPerSecond;
    case BenchModel::Launches: return QVariant::fromValue<qulonglong>(result.batches);
    case BenchModel::Speedup: return result.speedup;
    case BenchModel::Execution: return result.speedupExecution;
    case BenchModel::Engine: return result.speedupEngine.value_or(0.0);
    case BenchModel::Both: return result.speedupBoth.value_or(0.0);
    default: return textOf(result, column);
    }
}

} // namespace

void BenchModel::setReport(std::shared_ptr<const BenchReport> report) {
    const int before = rowCount();
    const int after = report ? static_cast<int>(report->results.size()) : 0;
    if (m_report && report && after > before) {
        beginInsertRows({}, before, after - 1);
        m_report = std::move(report);
        endInsertRows();
    } else if (m_report != report) {
        beginResetModel();
        m_report = std::move(report);
        endResetModel();
    }
}

void BenchModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::ForegroundRole});
    }
}

int BenchModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_report ? 0 : static_cast<int>(m_report->results.size());
}

int BenchModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant BenchModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const BenchResult& result = m_report->results[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return textOf(result, index.column());
    case kSortRole: return sortKeyOf(result, index.column());
    case Qt::ForegroundRole: {
        const bool warns = (index.column() == Iqr && result.noisy) || (index.column() == Equal && !result.equal);
        return warns ? QVariant(m_theme->warning) : QVariant();
    }
    case Qt::ToolTipRole:
        if (index.column() == Median) {
            return phasesText(result.phases);
        }
        return index.column() == Iqr && result.noisy ? QVariant(tr("The samples vary by more than 10 %; measure again, "
                                                                   "with more repeats or on a quieter machine."))
                                                     : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant((index.column() == Arm || index.column() == Equal ? Qt::AlignLeft : Qt::AlignRight) |
                        Qt::AlignVCenter);
    default: return {};
    }
}

QVariant BenchModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    struct Head {
        QString title;
        QString toolTip;
    };
    const auto head = [section]() -> Head {
        switch (section) {
        case Arm:
            return {tr("Arm"), tr("regular: node by node; folded: in batches; @off: on LibTorch's plain bodies instead "
                                  "of the engine")};
        case Dim: return {tr("Dim"), tr("Width of the hidden state")};
        case Batch: return {tr("Trees"), tr("Trees per run")};
        case Median:
            return {tr("Median"),
                    tr("Median time of a run: build, schedule, plan, run, read out, backward when training")};
        case Iqr: return {tr("IQR"), tr("Inter-quartile range of the samples")};
        case TreesPerSecond: return {tr("Trees/s"), tr("Trees per second at the median")};
        case Launches: return {tr("Batches"), tr("Batches per run: nodes that run together")};
        case Speedup:
            return {tr("Speed-up"),
                    tr("Batching: time of regular on the same kernels divided by the time of this arm, whole run")};
        case Engine:
            return {tr("Engine"), tr("Engine: time of the same arm on LibTorch's plain bodies divided by the time of "
                                     "this arm, whole run")};
        case Both:
            return {tr("Both"),
                    tr("Both: time of regular on LibTorch's plain bodies divided by the time of this arm, whole run")};
        case Execution: return {tr("Running"), tr("Batching, running only: without building, scheduling and planning")};
        case Equal:
            return {tr("Equal"),
                    tr("The values (and gradients, when training) equal those of the regular run, within tolerance")};
        default: return {};
        }
    }();
    switch (role) {
    case Qt::DisplayRole: return head.title;
    case Qt::ToolTipRole: return head.toolTip;
    case Qt::TextAlignmentRole:
        return QVariant((section == Arm || section == Equal ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default: return {};
    }
}

} // namespace batchscope
