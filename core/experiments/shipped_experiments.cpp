// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/shipped_experiments.h"

#include "core/words/execution_words.h"
#include "core/words/experiment_words.h"

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

std::string listedIds(const std::vector<Experiment>& experiments) {
    std::vector<std::string> ids;
    ids.reserve(experiments.size() + 1);
    for (const Experiment& experiment : experiments) {
        ids.push_back(experiment.id);
    }
    ids.emplace_back(kAllExperiments);
    return words::listed(ids);
}

} // namespace

Result<std::vector<Experiment>> shippedExperiments() {
    std::vector<Experiment> experiments;
    for (const ExperimentText& shipped : experimentTexts()) {
        Result<Experiment> experiment = readExperiment(shipped.text, std::string(shipped.file));
        if (!experiment) {
            return experiment.error();
        }
        experiments.push_back(std::move(*experiment));
    }
    return experiments;
}

Result<std::vector<Experiment>> experimentsNamed(std::span<const std::string> names) {
    Result<std::vector<Experiment>> shipped = shippedExperiments();
    if (!shipped) {
        return shipped;
    }
    std::vector<Experiment> chosen;
    const auto choose = [&chosen](const Experiment& experiment) {
        const bool isNew = std::none_of(chosen.begin(), chosen.end(),
                                        [&](const Experiment& each) { return each.id == experiment.id; });
        if (isNew) {
            chosen.push_back(experiment);
        }
    };
    for (const std::string& name : names) {
        if (name == kAllExperiments) {
            std::for_each(shipped->begin(), shipped->end(), choose);
            continue;
        }
        const auto found = std::find_if(shipped->begin(), shipped->end(),
                                        [&name](const Experiment& experiment) { return experiment.id == name; });
        if (found == shipped->end()) {
            return Error{ErrorCode::Config, words::unknownExperiment(name, listedIds(*shipped))};
        }
        choose(*found);
    }
    return chosen;
}

} // namespace batchscope
