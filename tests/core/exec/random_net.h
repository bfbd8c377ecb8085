// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random op sets and graphs to test the engine with. What the engine does to a body depends on how its values are
// connected, and the nets that come with Batchscope cover few of the ways. These op sets contain what their authors did
// not think of: any primitive on any other, arguments of every class, several outputs that may be one value or an
// argument itself, weights that are looked up as tables elsewhere, ops that cannot batch. mixed_graph.h has fixed ops
// in random graphs; here the ops are random, too.
#pragma once

#include "core/graph/op_graph.h"

#include <cstdint>

namespace batchscope::testing {

/// In float64. The first three ops are lookups of rows of 2, 3 and 4, so that every op can be called.
[[nodiscard]] OpSet randomOps(std::uint64_t seed);

/// About so many calls of any of the ops, in up to three rounds, equal ones merged or not; variadic slots get 0 to 3
/// items; one row in eight is given as numbers. Each value is requested up to twice, with a target or without; the
/// first one with one.
[[nodiscard]] OpGraph randomGraph(const OpSet& ops, std::uint64_t seed, std::size_t calls);

} // namespace batchscope::testing
