// SPDX-License-Identifier: GPL-3.0-or-later
//
// The color and shape of an op as an icon for tables, legends and pages, as in the picture, so that ops can be told
// apart without color.
#pragma once

#include "core/session/snapshot.h"
#include "core/story/cursor.h"
#include "views/theme/theme.h"

#include <QIcon>
#include <QPainterPath>

class QComboBox;

namespace batchscope {

/// The outline of a node with the given shape.
[[nodiscard]] QPainterPath nodeShapePath(NodeShape shape, QPointF center, double radius);

/// The icon of an op, sharp at every size and pixel ratio.
[[nodiscard]] QIcon opIcon(const Theme& theme, OpId op);

// The list of ops in panels that show one op at a time (its code, its body), and the op in focus.

/// Fills the box with the ops by OpId, without a signal; the current op stays selected by name. Null: no ops.
void listOps(QComboBox& box, const OpGraph* graph, const Theme& theme);

/// The op of the selected node, otherwise of the selected batch, otherwise of the current one; invalid if there is
/// none.
[[nodiscard]] OpId opInFocus(const Snapshot& snapshot, const Focus& focus, BatchId present);

} // namespace batchscope
