// SPDX-License-Identifier: GPL-3.0-or-later
//
// Queries of sessions of version 1, when windows counted trees, nodes and steps from 1.
#pragma once

#include <string>
#include <string_view>

namespace batchscope {

/// What finds the same now that all ids count from 0: each number behind `step`, `tree`, `node` and `shape` is one less
/// (0, which found nothing, stays). Words in quotes stay.
[[nodiscard]] std::string queryFromZero(std::string_view query);

} // namespace batchscope
