// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/place_links.h"

#include "views/inspector/page_text.h"
#include "views/models/node_number.h"

namespace batchscope {

QString nodeTarget(NodeId node) {
    return QStringLiteral("node:%1").arg(node.value);
}

Html nodeLink(const PageWriter& page, const Snapshot& snapshot, NodeId node) {
    const QString name = QString::fromStdString(snapshot.graph->opOf(node).name);
    const QString caption = toText(captionOf(snapshot, node));
    const QString text = translated("%1 node %2").arg(name, nodeNumber(node));
    return page.link(nodeTarget(node), caption.isEmpty() ? text : QString(text + QStringLiteral(" “%1”").arg(caption)));
}

} // namespace batchscope
