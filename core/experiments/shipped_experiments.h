// SPDX-License-Identifier: GPL-3.0-or-later
//
// The experiments that the program brings along: the files of resources/experiments, compiled in. Another file there
// is another experiment.
#pragma once

#include "core/experiments/experiment.h"

#include <span>
#include <string_view>
#include <vector>

namespace batchscope {

struct ExperimentText {
    std::string_view file; ///< its name without folder
    std::string_view text;
};

/// By name of the file.
[[nodiscard]] std::span<const ExperimentText> experimentTexts();

/// In the same order. Errors as readExperiment: a shipped one that is wrong is a fault of the program.
[[nodiscard]] Result<std::vector<Experiment>> shippedExperiments();

/// Those of these ids, in their order, each once; `all` stands for every one. A Config error for an unknown id.
[[nodiscard]] Result<std::vector<Experiment>> experimentsNamed(std::span<const std::string> names);

/// Stands for every experiment.
constexpr std::string_view kAllExperiments = "all";

} // namespace batchscope
