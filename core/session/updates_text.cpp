// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/updates_text.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

// How many updates an epoch has. Counts with their nouns, as text.
struct UpdateWords {
    std::string_view batch;   ///< trees of an update
    std::string_view trees;   ///< of the epoch
    std::string_view updates; ///< of the epoch
    std::string_view alone;   ///< the same with one tree each, without noun
    double ratio = 1.0;       ///< of the two
};

std::string updatesOfEpoch(const UpdateWords& words) {
    return fmt::format("An update takes {} together, so an epoch over {} has {}; with one tree each it would have {}, "
                       "{:.3g} times as many. If the accuracy changes with the mini-batch, that is the number of "
                       "updates (and the step that each makes): compare runs after equally many updates.",
                       words.batch, words.trees, words.updates, words.alone, words.ratio);
}

std::string verdictOnGradients(const std::optional<GradientReport>& gradients) {
    if (!gradients) {
        return std::string("Whether folding changes gradients has not been compared in this run (on the command line: "
                           "run --train --check).");
    }
    if (!gradients->comparable()) {
        return std::string("Whether folding changes gradients cannot be told: numbers are not finite.");
    }
    return gradients->equal()
               ? fmt::format("Folding is not the cause: its gradients equal those of regular (largest difference {}).",
                             fmt::format("{:.2g}", gradients->parameters.maxAbsError))
               : std::string("But in this run folding changes gradients: find out where they begin to differ before "
                             "comparing accuracies.");
}

} // namespace

std::string updatesText(const EpochUpdates& epoch, const std::optional<GradientReport>& gradients) {
    const std::string trees = counted(epoch.trees, words::kTree);
    const std::string updates = counted(epoch.updates(), words::kUpdate);
    const std::string first =
        epoch.batch == 1
            ? fmt::format("An update takes one tree, so an epoch over {} has {}; mini-batches would need fewer.", trees,
                          updates)
            : updatesOfEpoch({.batch = counted(epoch.batch, words::kTree),
                              .trees = trees,
                              .updates = updates,
                              .alone = withThousands(epoch.trees),
                              .ratio = static_cast<double>(epoch.trees) / static_cast<double>(epoch.updates())});
    return first + ' ' + verdictOnGradients(gradients);
}

} // namespace batchscope
