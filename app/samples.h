// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the treebanks that come with the program are found whether it runs from its build folder or installed.
#pragma once

#include "views/welcome/welcome_view.h"

#include <vector>

namespace batchscope {

/// The samples that exist, the first one being the best to begin with.
[[nodiscard]] std::vector<WelcomeSample> bundledSamples();

/// Path of a sample by its file name ("sentences.ptb"); empty when there is none.
[[nodiscard]] QString samplePath(const QString& fileName);

} // namespace batchscope
