// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edges of the source trees that go around nodes (core/layout/edge_bends.h), in the form that a frame needs.
#pragma once

#include "core/layout/edge_bends.h"
#include "views/canvas/scene/scene.h"

namespace batchscope {

/// How far the control points of the edge are from its ends at this moment, in units; 0, 0: the edge is straight. On
/// the way to the lanes all edges straighten. Bends are computed once for a forest; each thread keeps those of the two
/// forests that it drew last, but not the forests. Any thread.
[[nodiscard]] Point bendAt(const Scene& scene, NodeId to, NodeId from);

} // namespace batchscope
