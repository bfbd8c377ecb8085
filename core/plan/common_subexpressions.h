// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a body written for readers, or lowered from another, may compute one thing twice.
#pragma once

#include "core/graph/op_body.h"

namespace batchscope {

/// The same outputs without values that equal an earlier one, or that no output needs.
[[nodiscard]] OpBody withoutCommonSubexpressions(const OpBody& body);
/// The same outputs without values that no output needs.
[[nodiscard]] OpBody withoutDeadValues(const OpBody& body);

} // namespace batchscope
