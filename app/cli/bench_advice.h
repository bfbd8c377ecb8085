// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `bench` says of its figures beyond the table: fitted costs and advice, as remarks.
#pragma once

#include "core/bench/bench.h"

#include <string>
#include <vector>

namespace batchscope {

/// Appends advice and fitted costs, each part after an empty line; nothing where there is neither.
void addAdvice(std::vector<std::string>& lines, const BenchReport& report);

} // namespace batchscope
