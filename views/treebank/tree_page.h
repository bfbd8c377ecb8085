// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the reader of a tree wants its sentence and its brackets, with what the selected node covers marked in both.
#pragma once

#include "core/session/snapshot.h"
#include "views/theme/theme.h"

#include <QString>

namespace batchscope {

/// Rich text for tree `id` as the graph was built from it. `marked` is a node of it, or invalid. Trees above
/// kLargestTreeText nodes are shown by their first words.
[[nodiscard]] QString treePage(const Snapshot& snapshot, TreeId id, TreeNodeId marked, const Theme& theme,
                               const QString& monospace);

inline constexpr std::size_t kLargestTreeText = 2000;

} // namespace batchscope
