// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the treebanks that come with the program, whether it runs from its build folder or is installed.
#pragma once

#include "views/welcome/welcome_view.h"

#include <vector>

namespace batchscope {

/// The samples that exist; the first one is the best to begin with.
[[nodiscard]] std::vector<WelcomeSample> bundledSamples();

/// The folder of the lessons (resources/lessons), with a folder for each; it may not exist.
[[nodiscard]] QString lessonFolder();

/// Path of a sample by its file name ("sentences.ptb"); empty when there is none.
[[nodiscard]] QString samplePath(const QString& fileName);

} // namespace batchscope
