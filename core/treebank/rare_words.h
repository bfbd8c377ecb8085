// SPDX-License-Identifier: GPL-3.0-or-later
//
// Replaces rare words by `<unk>`: nets learn nothing about words that they meet once.
#pragma once

#include "core/treebank/treebank.h"

namespace batchscope {

/// With bank.options.rareBelow: words that occur fewer times in all trees become `<unk>`, which joins the table when
/// there are such words. The others keep their order and take new ids, which the trees that are held take, too; trees
/// that are read again find the new table. Other options: words that occur in no tree stay.
void mapRareWords(Treebank& bank);

} // namespace batchscope
