// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links of pages to what is in the picture, and their words.
#pragma once

#include "core/session/snapshot.h"
#include "views/inspector/page_writer.h"

namespace batchscope {

/// What a link to the node refers to.
[[nodiscard]] QString nodeTarget(NodeId node);
/// `children node 12`, with the word that it looks up, as a link.
[[nodiscard]] Html nodeLink(const PageWriter& page, const Snapshot& snapshot, NodeId node);

} // namespace batchscope
