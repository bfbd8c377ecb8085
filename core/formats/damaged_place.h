// SPDX-License-Identifier: GPL-3.0-or-later
//
// The place of a diagnostic in the file: a few lines around the damage, read from where the bank's bytes are, so that
// the user sees it without having to look for it.
#pragma once

#include "core/formats/source_span.h"
#include "core/treebank/treebank.h"

namespace batchscope {

struct DamagedPlace {
    std::string text; ///< whole lines as in the file, long ones cut; perhaps not UTF-8
    TextSpan damage;  ///< in `text`: what the diagnostic points to, at least one byte where there is one
};

/// Io error when the file was changed, Config error when its bytes are not kept (images, programs).
[[nodiscard]] Result<DamagedPlace> damagedPlace(const Treebank& bank, const Diagnostic& diagnostic);

} // namespace batchscope
