// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/op_list.h"

#include "views/models/op_mark.h"

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

namespace batchscope {

void listOps(QComboBox& box, const OpGraph* graph, const Theme& theme) {
    const QSignalBlocker quiet(box);
    const QString before = box.currentText();
    box.clear();
    if (graph == nullptr) {
        return;
    }
    for (std::size_t index = 0; index < graph->ops.ops.size(); ++index) {
        const OpId op(index);
        box.addItem(opIcon(theme, op), QString::fromStdString(graph->ops.ops[op].name));
    }
    box.setCurrentIndex(std::max(0, box.findText(before)));
}

OpId opInFocus(const Snapshot& snapshot, const Focus& focus, BatchId present) {
    const OpGraph* graph = snapshot.graph.get();
    const Schedule* schedule = snapshot.schedule.get();
    if (graph == nullptr || schedule == nullptr) {
        return {};
    }
    if (focus.node.valid() && graph->nodeOps.contains(focus.node)) {
        return graph->nodeOps[focus.node];
    }
    const BatchId batch = focus.batch.valid() ? focus.batch : present;
    return schedule->batchSignatures.contains(batch) ? graph->signatures[schedule->batchSignatures[batch]].op : OpId();
}

} // namespace batchscope
