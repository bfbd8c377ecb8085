// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nodes and rows as the window shows them: by their ids, from 0 (see views/README.md).
#pragma once

#include "views/models/words.h"

#include <QCoreApplication>

namespace batchscope {

/// The number people know a node by.
[[nodiscard]] inline QString nodeNumber(NodeId node) {
    return countText(node.index());
}

/// "22 (23 of 66)": a row of a batch, and its position.
[[nodiscard]] inline QString rowText(std::size_t row, std::size_t rows) {
    return QCoreApplication::translate("batchscope::words", "%1 (%2 of %3)")
        .arg(countText(row), countText(row + 1), countText(rows));
}

} // namespace batchscope
