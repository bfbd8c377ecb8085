// SPDX-License-Identifier: GPL-3.0-or-later
//
// Replaces rare words by `<unk>`: nets learn nothing about words that occur only once.
#pragma once

#include "core/treebank/treebank.h"

namespace batchscope {

/// Words that occur fewer than bank.options.rareBelow times in all trees become `<unk>`, which is added to the table if
/// there are such words. Other words keep their order but get new ids, also in the held trees; trees that are read
/// again use the new table. No effect if rareBelow is 0 or the bank has vectors.
void mapRareWords(Treebank& bank);

} // namespace batchscope
