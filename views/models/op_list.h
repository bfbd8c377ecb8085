// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: panels that show one op at a time (its code, its body) offer all ops in a list and follow what is looked at, in
// one way.
#pragma once

#include "core/session/cursor.h"
#include "core/session/snapshot.h"
#include "views/theme/theme.h"

class QComboBox;

namespace batchscope {

/// Lists the ops by OpId, with their marks; the chosen one stays chosen by name, and nothing is signalled. Null: none.
void listOps(QComboBox& box, const OpGraph* graph, const Theme& theme);

/// The op of the selected node, else of the selected batch, else of the present one; invalid without any.
[[nodiscard]] OpId opInFocus(const Snapshot& snapshot, const Focus& focus, BatchId present);

} // namespace batchscope
