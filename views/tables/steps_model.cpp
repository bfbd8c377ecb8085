// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/steps_model.h"

#include "core/schedule/explain.h"
#include "core/session/execution_text.h"
#include "views/models/op_mark.h"
#include "views/models/words.h"

#include <QFont>

namespace batchscope {

namespace {

QColor tinted(const Theme& theme) {
    constexpr float kTint = 0.16F;
    QColor tint = theme.accent;
    tint.setAlphaF(kTint);
    return tint;
}

} // namespace

StepsModel::StepsModel(QObject* parent) : ColumnModel(stepColumns(), parent) {}

void StepsModel::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    resetBy([&] {
        m_snapshot = std::move(snapshot);
        m_present = {};
        m_steps = m_snapshot && m_snapshot->schedule ? stepsOf(*m_snapshot) : Steps();
    });
}

void StepsModel::setTrace(std::shared_ptr<const Snapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    if (rows() > 0) {
        m_steps = stepsOf(*m_snapshot);
        columnsChanged(0, columns() - 1, {});
    }
}

void StepsModel::setPresent(BatchId batch) {
    const BatchId before = m_present;
    m_present = m_steps.levels.contains(batch) ? batch : BatchId();
    for (const BatchId changed : {before, m_present}) {
        if (m_steps.levels.contains(changed)) {
            rowChanged(static_cast<int>(changed.index()), {});
        }
    }
}

void StepsModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    columnsChanged(0, columns() - 1, {Qt::DecorationRole, Qt::BackgroundRole});
}

QVariant StepsModel::look(int row, int column, int role) const {
    const StepRow step = rowAt(row);
    const bool isPresent = step.batch == m_present;
    switch (role) {
    case Qt::ToolTipRole: return toolTip(step.batch, columnAt(column).key);
    case Qt::BackgroundRole: return isPresent ? QVariant(tinted(*m_theme)) : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(true);
        return isPresent ? QVariant(font) : QVariant();
    }
    case Qt::DecorationRole:
        return column == columnOf("op")
                   ? QVariant(opIcon(
                         *m_theme, m_snapshot->graph->signatures[m_snapshot->schedule->batchSignatures[step.batch]].op))
                   : QVariant();
    default: return {};
    }
}

QVariant StepsModel::toolTip(BatchId batch, std::string_view column) const {
    const OpGraph& graph = *m_snapshot->graph;
    const Schedule& schedule = *m_snapshot->schedule;
    if (column == "why") {
        const QString decision = toText(decisionText(graph, schedule, batch));
        return readsValuesFirst(schedule, batch)
                   ? tr("Values are read here and decide which calls are made next. %1").arg(decision)
                   : decision;
    }
    if (column == "launches" || column == "seconds") {
        return toText(elsewhereText(*m_snapshot, batch));
    }
    return column == "op" ? toText(signatureText(graph.signatures[schedule.batchSignatures[batch]], graph.ops))
                          : QVariant();
}

} // namespace batchscope
