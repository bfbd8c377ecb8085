// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nodes and rows as the window counts them, from 1 (see views/README.md).
#pragma once

#include "views/models/words.h"

#include <QCoreApplication>

namespace batchscope {

/// The number people know a node by.
[[nodiscard]] inline QString nodeNumber(NodeId node) {
    return countText(node.index() + 1);
}

/// "23 of 66": a row of a batch.
[[nodiscard]] inline QString rowText(std::size_t row, std::size_t rows) {
    return QCoreApplication::translate("batchscope::words", "%1 of %2").arg(countText(row + 1), countText(rows));
}

} // namespace batchscope
