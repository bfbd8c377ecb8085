// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/bench_model.h"

#include "core/bench/arms.h"
#include "core/bench/plot_series.h"
#include "views/models/words.h"
#include "views/plots/result_tip.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

QString noiseMark(const BenchResult& result) {
    switch (result.verdict) {
    case SpeedVerdict::Steady: return {};
    case SpeedVerdict::Busy: return BenchModel::tr(" busy");
    case SpeedVerdict::Varying:
    case SpeedVerdict::Few:
    case SpeedVerdict::Off: break;
    }
    return BenchModel::tr(" noisy");
}

/// A phase a line.
QString phasesText(const PhaseSeconds& seconds) {
    QStringList lines;
    for (const NamedPhase& phase : phasesOf(seconds)) {
        lines << BenchModel::tr("%1: %2").arg(phase.name, secondsText(seconds.*phase.seconds));
    }
    return lines.join(QChar(u'\n'));
}

/// "45%"; a dash for 0, which also means not measured.
QString shareOrDash(double share) {
    constexpr double kPercent = 100.0;
    return share > 0.0 ? QString::number(share * kPercent, 'f', 0) % u'%' : QStringLiteral("–");
}

QString textOf(const BenchResult& result, int column) {
    switch (column) {
    case BenchModel::Arm: return toText(armTitle(curveKeyOf(result).arm));
    case BenchModel::Run: return QString::fromStdString(result.run);
    case BenchModel::Net: return QString::fromStdString(result.model);
    case BenchModel::Work: return toText(workText(result.work));
    case BenchModel::Threads: return QString::number(result.threads);
    case BenchModel::Dim: return result.dim > 0 ? QString::number(result.dim) : QStringLiteral("-");
    case BenchModel::Batch: return countText(result.batch);
    case BenchModel::Median: return secondsText(result.medianSeconds) + noiseMark(result);
    case BenchModel::Iqr: return secondsText(result.iqrSeconds) + noiseMark(result);
    case BenchModel::TreesPerSecond: return countText(static_cast<std::uint64_t>(std::llround(result.treesPerSecond)));
    case BenchModel::Batches: return countText(result.batches);
    case BenchModel::Launches: return countText(result.figures.launches);
    case BenchModel::Memory: return bytesText(result.figures.memoryBytes);
    case BenchModel::Padding: return shareOrDash(result.paddingWaste);
    case BenchModel::Peak: return shareOrDash(result.fmaShare.value_or(0.0));
    case BenchModel::Speedup: return timesText(result.speedup);
    case BenchModel::Execution: return timesText(result.speedupExecution);
    case BenchModel::Engine: return timesText(result.speedupEngine.value_or(0.0));
    case BenchModel::Both: return timesText(result.speedupBoth.value_or(0.0));
    case BenchModel::Equal: return result.equal ? BenchModel::tr("yes") : BenchModel::tr("NO");
    default: return {};
    }
}

/// Whether noise is in its figures.
bool isTimed(int column) {
    constexpr std::array kTimed = {BenchModel::Median, BenchModel::Iqr,     BenchModel::TreesPerSecond,
                                   BenchModel::Peak,   BenchModel::Speedup, BenchModel::Execution,
                                   BenchModel::Engine, BenchModel::Both};
    return std::find(kTimed.begin(), kTimed.end(), column) != kTimed.end();
}

QVariant sortKeyOf(const BenchResult& result, int column) {
    switch (column) {
    case BenchModel::Dim: return result.dim;
    case BenchModel::Threads: return result.threads;
    case BenchModel::Batch: return QVariant::fromValue<qulonglong>(result.batch);
    case BenchModel::Median: return result.medianSeconds;
    case BenchModel::Iqr: return result.iqrSeconds;
    case BenchModel::TreesPerSecond: return result.treesPerSecond;
    case BenchModel::Batches: return QVariant::fromValue<qulonglong>(result.batches);
    case BenchModel::Launches: return QVariant::fromValue<qulonglong>(result.figures.launches);
    case BenchModel::Memory: return QVariant::fromValue<qulonglong>(result.figures.memoryBytes);
    case BenchModel::Padding: return result.paddingWaste;
    case BenchModel::Peak: return result.fmaShare.value_or(0.0);
    case BenchModel::Speedup: return result.speedup;
    case BenchModel::Execution: return result.speedupExecution;
    case BenchModel::Engine: return result.speedupEngine.value_or(0.0);
    case BenchModel::Both: return result.speedupBoth.value_or(0.0);
    default: return textOf(result, column);
    }
}

/// What stands above a column.
struct Head {
    QString title;
    QString toolTip;
};

Head headOf(int column) {
    switch (column) {
    case BenchModel::Arm:
        return {BenchModel::tr("Way to run"),
                BenchModel::tr("Regular: node by node; folded: in batches; on LibTorch or the engine")};
    case BenchModel::Run:
        return {BenchModel::tr("Run"), BenchModel::tr("The file that the run was opened from, or measured here")};
    case BenchModel::Net: return {BenchModel::tr("Net"), BenchModel::tr("What was run")};
    case BenchModel::Work:
        return {BenchModel::tr("Work"), BenchModel::tr("Inference, or training: with loss and gradients")};
    case BenchModel::Threads: return {BenchModel::tr("Threads"), BenchModel::tr("Threads that the run may use")};
    case BenchModel::Dim: return {BenchModel::tr("Dim"), BenchModel::tr("Width of the hidden state")};
    case BenchModel::Batch: return {BenchModel::tr("Trees"), BenchModel::tr("Trees per run")};
    case BenchModel::Median:
        return {BenchModel::tr("Median"),
                BenchModel::tr("Median time of a run: build, schedule, plan, run, read out, backward when training")};
    case BenchModel::Iqr: return {BenchModel::tr("IQR"), BenchModel::tr("Interquartile range of the samples")};
    case BenchModel::TreesPerSecond:
        return {BenchModel::tr("Trees/s"), BenchModel::tr("Trees per second at the median")};
    case BenchModel::Batches:
        return {BenchModel::tr("Batches"), BenchModel::tr("Batches per run; the nodes of a batch run together")};
    case BenchModel::Launches:
        return {BenchModel::tr("Launches"),
                BenchModel::tr("Calls of kernels per run, forward: by the engine, or by LibTorch without it")};
    case BenchModel::Memory:
        return {BenchModel::tr("Memory"), BenchModel::tr("Memory of a run's state, without the weights")};
    case BenchModel::Padding:
        return {BenchModel::tr("Padding"), BenchModel::tr("Share of rows that are computed and thrown away")};
    case BenchModel::Peak:
        return {BenchModel::tr("Of peak"),
                BenchModel::tr("Time of the products at this machine's limit of multiply-adds, divided by the median")};
    case BenchModel::Speedup:
        return {BenchModel::tr("Speed-up"),
                BenchModel::tr(
                    "Batching: time of regular on the same kernels divided by the time of this way to run, whole run")};
    case BenchModel::Engine:
        return {BenchModel::tr("Engine"),
                BenchModel::tr("Engine: time of regular on LibTorch divided by the time of regular on the kernels of "
                               "this way to run, whole run")};
    case BenchModel::Both:
        return {BenchModel::tr("Both"),
                BenchModel::tr("Both: time of regular on LibTorch divided by the time of this way to run, whole run")};
    case BenchModel::Execution:
        return {BenchModel::tr("Running"),
                BenchModel::tr("Batching, measured while running only, without building, scheduling and planning")};
    case BenchModel::Equal:
        return {BenchModel::tr("Equal"),
                BenchModel::tr(
                    "The values (and gradients, when training) equal those of the regular run, within tolerance")};
    default: return {};
    }
}

/// A ratio that was not measured has no value.
QString plainRatio(double ratio) {
    return ratio > 0.0 ? plainNumber(ratio) : QString();
}

QString plainAnswer(bool isSo) {
    return isSo ? BenchModel::tr("yes") : BenchModel::tr("no");
}

} // namespace

void BenchModel::setReport(std::shared_ptr<const BenchReport> report) {
    const auto change = [&] { m_report = std::move(report); };
    const int after = report ? static_cast<int>(report->results.size()) : 0;
    if (m_report && report && after > rows()) {
        growTo(after, change);
    } else if (m_report != report) {
        resetBy(change);
    }
}

void BenchModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    columnsChanged(0, ColumnCount - 1, {Qt::ForegroundRole});
}

bool BenchModel::isVaried(Column column) const {
    return m_report && std::any_of(m_report->results.begin(), m_report->results.end(), [&](const BenchResult& result) {
               return textOf(result, column) != textOf(m_report->results.front(), column);
           });
}

int BenchModel::rows() const {
    return m_report ? static_cast<int>(m_report->results.size()) : 0;
}

QVariant BenchModel::cell(int row, int column, int role) const {
    const BenchResult& result = m_report->results[static_cast<std::size_t>(row)];
    switch (role) {
    case Qt::DisplayRole: return textOf(result, column);
    case kSortRole: return sortKeyOf(result, column);
    case Qt::ForegroundRole: {
        const bool warns = (isTimed(column) && result.noisy) || (column == Equal && !result.equal);
        return warns ? QVariant(m_theme->warning) : QVariant();
    }
    case Qt::ToolTipRole:
        if (column == Arm) {
            return tr("%1 on the command line").arg(QString::fromStdString(result.arm));
        }
        if (column == Median) {
            return phasesText(result.phases);
        }
        return isTimed(column) && result.noisy ? QVariant(noiseTip(result)) : QVariant();
    default: return {};
    }
}

QStringList BenchModel::plainTitles() const {
    return {tr("Net"),        tr("Work"),       tr("Arm"),     tr("Dim"),     tr("Threads"),  tr("Trees"),
            tr("Median (s)"), tr("IQR (s)"),    tr("Samples"), tr("Noisy"),   tr("Trees/s"),  tr("Batches"),
            tr("Launches"),   tr("Memory (B)"), tr("Padding"), tr("Of peak"), tr("Speed-up"), tr("Engine"),
            tr("Both"),       tr("Running"),    tr("Equal"),   tr("Run")};
}

QStringList BenchModel::plainRow(int row) const {
    const BenchResult& result = m_report->results[static_cast<std::size_t>(row)];
    return {QString::fromStdString(result.model),
            toText(workText(result.work)),
            QString::fromStdString(result.arm),
            result.dim > 0 ? QString::number(result.dim) : QString(),
            QString::number(result.threads),
            QString::number(result.batch),
            plainNumber(result.medianSeconds),
            plainNumber(result.iqrSeconds),
            QString::number(result.samples.size()),
            plainAnswer(result.noisy),
            plainNumber(result.treesPerSecond),
            QString::number(result.batches),
            QString::number(result.figures.launches),
            QString::number(result.figures.memoryBytes),
            plainNumber(result.paddingWaste),
            result.fmaShare ? plainNumber(*result.fmaShare) : QString(),
            plainRatio(result.speedup),
            plainRatio(result.speedupEngine.value_or(0.0)),
            plainRatio(result.speedupBoth.value_or(0.0)),
            plainRatio(result.speedupExecution),
            plainAnswer(result.equal),
            QString::fromStdString(result.run)};
}

bool BenchModel::isText(int column) const {
    return column == Arm || column == Run || column == Net || column == Work || column == Equal;
}

QString BenchModel::title(int column) const {
    return headOf(column).title;
}

QString BenchModel::titleTip(int column) const {
    return headOf(column).toolTip;
}

} // namespace batchscope
