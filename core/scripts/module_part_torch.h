// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scripts/module_part.h"

namespace batchscope {

extern const ModulePart kModulePart;

} // namespace batchscope
