// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/node_names.h"

#include "core/session/execution_text.h"
#include "core/session/kept_place.h"
#include "core/session/node_values.h"
#include "core/session/tree_labels.h"
#include "views/canvas/scene/canvas_text.h"
#include "views/models/words.h"

#include <optional>

namespace batchscope {

namespace {

std::optional<ProgramCall> callOf(const SceneModel& model, NodeId node) {
    const auto& bank = model.snapshot().treebank;
    return bank ? programCallOf(*bank, model.graph(), node) : std::nullopt;
}

/// What the picture shows of the node, or the name of its call in a program's file.
QString captionOrCall(const SceneModel& model, NodeId node) {
    const QString word = model.caption(node);
    const std::optional<ProgramCall> call = word.isEmpty() ? callOf(model, node) : std::nullopt;
    return call ? QString::fromStdString(call->name) : word;
}

QString nodeTip(const SceneModel& model, NodeId node) {
    const OpGraph& graph = model.graph();
    const Origin& origin = graph.origins[node];
    QString tip = QStringLiteral("<b>%1</b>").arg(model.opName(graph.nodeOps[node]).toHtmlEscaped());
    const QString word = model.caption(node);
    if (!word.isEmpty()) {
        tip += QStringLiteral(" “%1”").arg(word.toHtmlEscaped());
    }
    if (const std::optional<ProgramCall> call = callOf(model, node)) {
        tip += QStringLiteral("<br>") + translated("call “%1” at %2")
                                            .arg(QString::fromStdString(call->name).toHtmlEscaped(),
                                                 fileName(QString::fromStdString(call->place)).toHtmlEscaped());
    }
    tip += QStringLiteral("<br>") +
           translated("tree %1 · level %2").arg(ordinalText(origin.tree.index())).arg(graph.levels[node]);
    if (model.schedule() != nullptr) {
        const Place place = model.schedule()->places[node];
        tip += QStringLiteral("<br>") +
               translated("batch %1 · row %2")
                   .arg(ordinalText(place.batch.index()), rowText(place.row, model.schedule()->batchSize(place.batch)));
    }
    if (const std::string differs = differsText(model.snapshot(), node); !differs.empty()) {
        tip += QStringLiteral("<br><b>%1</b>").arg(QString::fromStdString(differs));
    }
    return tip;
}

QString batchTip(const SceneModel& model, BatchId batch) {
    std::size_t viewed = 0;
    std::size_t gathered = 0;
    for (const Flow& flow : model.flows().into(batch)) {
        (flow.isCopied ? gathered : viewed) += flow.rows;
    }
    const QString text = translated("<b>%1</b> %2<br>batch %3<br>rows: %4 read where they are, %5 copied")
                             .arg(model.batchLabel(batch).toHtmlEscaped(), model.batchShape(batch))
                             .arg(ordinalText(batch.index()))
                             .arg(viewed)
                             .arg(gathered);
    const std::string ran = launchesText(model.snapshot(), batch);
    return ran.empty() ? text : text + QStringLiteral("<br>") + QString::fromStdString(ran);
}

} // namespace

QString nodeName(const SceneModel& model, NodeId node) {
    const QString op = model.opName(model.graph().nodeOps[node]);
    const QString word = captionOrCall(model, node);
    return word.isEmpty() ? translated("%1, node %2").arg(op).arg(node.index())
                          : translated("%1 “%2”, node %3").arg(op, word).arg(node.index());
}

QString nodePlaceText(const SceneModel& model, NodeId node) {
    const OpGraph& graph = model.graph();
    QString text =
        translated("tree %1, level %2").arg(ordinalText(graph.origins[node].tree.index())).arg(graph.levels[node]);
    if (const Schedule* schedule = model.schedule()) {
        const Place place = schedule->places[node];
        const std::size_t others = schedule->batchSize(place.batch) - 1;
        text +=
            translated(", batch %1 of %2, ").arg(ordinalText(place.batch.index()), countText(schedule->batchCount()));
        text += others == 0   ? translated("alone")
                : others == 1 ? translated("with 1 other")
                              : translated("with %1 others").arg(others);
    }
    return text;
}

QString tipFor(const SceneModel& model, const Hit& hit) {
    if (hit.node.valid()) {
        return nodeTip(model, hit.node);
    }
    if (hit.batch.valid() && model.schedule() != nullptr) {
        return batchTip(model, hit.batch);
    }
    if (hit.tree.valid() && model.snapshot().treebank) {
        constexpr std::size_t kLongest = 120;
        return translated("<b>tree %1</b><br>%2")
            .arg(ordinalText(hit.tree.index()))
            .arg(QString::fromStdString(model.snapshot().treebank->sentence(hit.tree, kLongest)).toHtmlEscaped());
    }
    return {};
}

QString hitName(const SceneModel& model, const Hit& hit, const Focus& focus) {
    if (hit.node.valid()) {
        return nodeName(model, hit.node);
    }
    const QString place = QString::fromStdString(nameOfPlace(focus));
    const bool isBatch = hit.batch.valid() && model.schedule() != nullptr;
    return isBatch ? place % QStringLiteral(", ") % model.batchLabel(hit.batch) : place;
}

} // namespace batchscope
