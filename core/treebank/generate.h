// SPDX-License-Identifier: GPL-3.0-or-later
//
// A treebank of generated trees (tree_generator.h), for tests and benches that want one in memory.
#pragma once

#include "core/base/result.h"
#include "core/treebank/tree_generator.h"
#include "core/treebank/treebank.h"

namespace batchscope {

/// Leaves × trees in memory: beyond it, memory runs out.
constexpr std::size_t kMostGeneratedWords = 100'000'000;

/// Config error for more words than that.
[[nodiscard]] Status checkFitsMemory(const GenerateOptions& options);

/// Config error for options that cannot be (TreeGenerator::make) or too many words; Cancelled when stopped between
/// trees. Labels are 0…4.
[[nodiscard]] Result<Treebank> generateTreebank(const GenerateOptions& options, const RunControl& control = {});

} // namespace batchscope
