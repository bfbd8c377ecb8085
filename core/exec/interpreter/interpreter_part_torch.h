// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exec/torch_parts.h"

namespace batchscope {

extern const InterpreterPart kInterpreterPart;

} // namespace batchscope
