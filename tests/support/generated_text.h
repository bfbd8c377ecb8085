// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/bracket_writer.h"
#include "core/treebank/generate.h"

#include <string>

namespace batchscope::testing {

/// Generated trees in brackets, one per line.
inline std::string generatedText(const GenerateOptions& options) {
    const Treebank bank = *generateTreebank(options);
    std::string text;
    for (const Tree& tree : bank.trees.heldTrees()) {
        text += toBrackets(tree, bank.words, bank.labels) + '\n';
    }
    return text;
}

} // namespace batchscope::testing
