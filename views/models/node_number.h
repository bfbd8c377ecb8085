// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nodes and rows as the window shows them (see views/README.md).
#pragma once

#include "views/models/words.h"

#include <QCoreApplication>

namespace batchscope {

/// The name of a node: its id, which searches and the command line take, too.
[[nodiscard]] inline QString nodeNumber(NodeId node) {
    return countText(node.index());
}

/// "23 of 66": a row of a batch.
[[nodiscard]] inline QString rowText(std::size_t row, std::size_t rows) {
    return QCoreApplication::translate("batchscope::words", "%1 of %2").arg(ordinalText(row), countText(rows));
}

} // namespace batchscope
