// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ratios that the literature reports, since a time says little by itself, and what must be known to read them.
#pragma once

#include "core/bench/bench.h"

#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// Whether the two differ in their arms only.
[[nodiscard]] bool isOfOneCell(const BenchResult& left, const BenchResult& right);

/// Regular on these kernels in the cell of `result`; null where it was not measured or its values differ.
[[nodiscard]] const BenchResult* regularBeside(std::span<const BenchResult> results, const BenchResult& result,
                                               PassChoice kernels);

/// Fills speed-ups, cost ratio and speed-up ratio from results of the same width and threads, which are in the order of
/// the arms within a cell; what lacks its counterpart stays as it is, and so does a result whose values are not those
/// of the regular run. May be called again when more has been measured.
void fillRatios(std::span<BenchResult> results);

/// Fills the share of the multiply-add bound, of the results on as many threads. Where the engine is capped to fewer
/// instructions, only of its own results: the cap does not reach LibTorch's BLAS.
void fillShares(std::span<BenchResult> results, const Roofline& roofline);

/// "1 tree", "1,200 trees".
[[nodiscard]] std::string treesText(std::size_t count);

/// What the figures hide, one line each: how columns were stacked, what was padded, which trees the speed-up ratio
/// is of.
[[nodiscard]] std::vector<std::string> notesOn(std::span<const BenchResult> results);

} // namespace batchscope
