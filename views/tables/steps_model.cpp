// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/steps_model.h"

#include "core/base/clock.h"
#include "core/schedule/explain.h"
#include "core/schedule/metrics.h"
#include "core/session/execution_text.h"
#include "views/models/op_mark.h"
#include "views/models/words.h"

#include <QFont>

#include <algorithm>

namespace batchscope {

namespace {

double secondsOf(std::chrono::nanoseconds time) {
    return inSeconds(time);
}

QColor tinted(const Theme& theme) {
    constexpr float kTint = 0.16F;
    QColor tint = theme.accent;
    tint.setAlphaF(kTint);
    return tint;
}

} // namespace

void StepsModel::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    resetBy([&] {
        m_snapshot = std::move(snapshot);
        m_present = {};
        m_levels = {};
        if (m_snapshot && m_snapshot->schedule) {
            for (std::size_t step = 0; step < m_snapshot->schedule->batchCount(); ++step) {
                m_levels.push_back(levelsOf(*m_snapshot->graph, *m_snapshot->schedule, BatchId(step)));
            }
        }
        readTimes();
    });
}

void StepsModel::setTrace(std::shared_ptr<const Snapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    readTimes();
    if (rows() > 0) {
        columnsChanged(Operands, Time, {});
        emit headerDataChanged(Qt::Horizontal, Operands, Time);
    }
}

void StepsModel::readTimes() {
    m_times.clear();
    if (m_snapshot && m_snapshot->trace && m_levels.size() > 0) {
        m_times = m_snapshot->trace->batchDurations(m_levels.size());
    }
}

void StepsModel::setPresent(BatchId batch) {
    const BatchId before = m_present;
    m_present = m_levels.contains(batch) ? batch : BatchId();
    for (const BatchId changed : {before, m_present}) {
        if (m_levels.contains(changed)) {
            rowChanged(static_cast<int>(changed.index()), {});
        }
    }
}

void StepsModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    columnsChanged(0, ColumnCount - 1, {Qt::DecorationRole, Qt::BackgroundRole});
}

int StepsModel::rows() const {
    return static_cast<int>(m_levels.size());
}

QVariant StepsModel::cell(int row, int column, int role) const {
    const BatchId batch(static_cast<std::size_t>(row));
    const bool isPresent = batch == m_present;
    switch (role) {
    case Qt::DisplayRole: return text(batch, column);
    case kSortRole: return sortKey(batch, column);
    case Qt::ToolTipRole: return toolTip(batch, column);
    case Qt::BackgroundRole: return isPresent ? QVariant(tinted(*m_theme)) : QVariant();
    case Qt::FontRole: {
        if (!isPresent) {
            return {};
        }
        QFont font;
        font.setBold(true);
        return font;
    }
    case Qt::DecorationRole:
        return column == OpName
                   ? QVariant(opIcon(*m_theme,
                                     m_snapshot->graph->signatures[m_snapshot->schedule->batchSignatures[batch]].op))
                   : QVariant();
    default: return {};
    }
}

bool StepsModel::isText(int column) const {
    return column == OpName || column == Operands || column == Ran || column == Why;
}

QString StepsModel::title(int column) const {
    switch (column) {
    case Batch: return tr("Batch");
    case OpName: return tr("Op");
    case Size: return tr("Size");
    case Levels: return tr("Level");
    case Operands: return tr("Operands");
    case Ran: return tr("Launches");
    case Bytes: return tr("Copied");
    case Memory: return tr("Needed");
    case Time: return tr("Time");
    case Why: return tr("Why now");
    default: return {};
    }
}

bool StepsModel::hasMemory() const {
    return m_snapshot && m_snapshot->memory && m_snapshot->memory->needed.size() == m_snapshot->schedule->batchCount();
}

QString StepsModel::titleTip(int column) const {
    const QString by =
        m_snapshot && m_snapshot->schedule ? QString::fromStdString(executorText(*m_snapshot)) : QString();
    switch (column) {
    case Operands: return tr("How the arguments of the batch are read, %1.").arg(by);
    case Ran:
        return tr("What the batch launches: products and fused kernels of the engine, or LibTorch calls, %1.").arg(by);
    case Bytes: return tr("Bytes of operands copied for the batch, %1.").arg(by);
    case Memory:
        return tr("Memory that is still needed in this batch: what it or a later one reads, or what was asked for. The "
                  "peak is marked.");
    case Time: return tr("Time of the batch in the recorded run: measured once, not a median.");
    default: return {};
    }
}

const Op& StepsModel::opOf(BatchId batch) const {
    return m_snapshot->graph->opOf(m_snapshot->schedule->batchSignatures[batch]);
}

QVariant StepsModel::text(BatchId batch, int column) const {
    switch (column) {
    case Batch: return ordinalText(batch.index());
    case OpName: return QString::fromStdString(opOf(batch).name);
    case Size: return countText(m_snapshot->schedule->batchSize(batch));
    case Levels: return levelsText(m_levels[batch]);
    case Operands: return toText(operandsInShort(*m_snapshot, batch));
    case Ran: return toText(launchesText(*m_snapshot, batch));
    case Bytes: {
        const std::size_t bytes = viewOf(*m_snapshot, batch)->bytesCopied;
        return bytes > 0 ? bytesText(bytes) : QStringLiteral("–");
    }
    case Memory:
        return !hasMemory()                        ? QStringLiteral("…")
               : m_snapshot->memory->peak == batch ? tr("%1 (peak)").arg(bytesText(m_snapshot->memory->peakBytes()))
                                                   : bytesText(m_snapshot->memory->needed[batch.index()]);
    case Time:
        return m_times.empty() ? QStringLiteral("…")
                               : toText(batchTimeText(*m_snapshot, batch, m_times[batch.index()]));
    case Why: {
        const QString reason = toText(reasonText(*m_snapshot->graph, *m_snapshot->schedule, batch));
        return readsValuesFirst(*m_snapshot->schedule, batch) ? tr("values read here · %1").arg(reason) : reason;
    }
    default: return {};
    }
}

QVariant StepsModel::sortKey(BatchId batch, int column) const {
    switch (column) {
    case Batch: return QVariant::fromValue<qulonglong>(batch.index());
    case Size: return QVariant::fromValue<qulonglong>(m_snapshot->schedule->batchSize(batch));
    case Levels: return QVariant::fromValue<qulonglong>(m_levels[batch].lowest);
    case Ran: return QVariant::fromValue<qulonglong>(viewOf(*m_snapshot, batch)->launches());
    case Bytes: return QVariant::fromValue<qulonglong>(viewOf(*m_snapshot, batch)->bytesCopied);
    case Memory: return QVariant::fromValue<qulonglong>(hasMemory() ? m_snapshot->memory->needed[batch.index()] : 0);
    case Time: return m_times.empty() ? 0.0 : secondsOf(m_times[batch.index()]);
    default: return text(batch, column);
    }
}

QVariant StepsModel::toolTip(BatchId batch, int column) const {
    if (column == Why) {
        const QString decision = QString::fromStdString(decisionText(*m_snapshot->graph, *m_snapshot->schedule, batch));
        return readsValuesFirst(*m_snapshot->schedule, batch)
                   ? tr("Values are read here and decide which calls are made next. %1").arg(decision)
                   : decision;
    }
    if (column == Ran || column == Time) {
        return toText(elsewhereText(*m_snapshot, batch));
    }
    if (column == OpName) {
        const Signature& signature = m_snapshot->graph->signatures[m_snapshot->schedule->batchSignatures[batch]];
        return QString::fromStdString(signatureText(signature, m_snapshot->graph->ops));
    }
    return {};
}

} // namespace batchscope
