// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: who is told that a tree could not be read wants to see the place, not look for it: a few lines of the file
// around the damage, read from where the bank's bytes are.
#pragma once

#include "core/formats/source_span.h"
#include "core/treebank/treebank.h"

namespace batchscope {

struct DamagedPlace {
    std::string text;            ///< whole lines as in the file, long ones cut; perhaps not UTF-8
    TextSpan damage;             ///< in `text`: what the diagnostic points to, at least one byte where there is one
    std::uint32_t firstLine = 1; ///< number of the first line of `text`
};

/// Io error when the file was changed, Config error when its bytes are not kept (images, programs).
[[nodiscard]] Result<DamagedPlace> damagedPlace(const Treebank& bank, const Diagnostic& diagnostic);

} // namespace batchscope
