// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/updates_text.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/words/noun_words.h"
#include "core/words/run_words.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

std::string verdictOnGradients(const std::optional<GradientReport>& gradients) {
    if (!gradients) {
        return std::string(words::kGradientsNotCompared);
    }
    if (!gradients->comparable()) {
        return std::string(words::kGradientsNotComparable);
    }
    return gradients->equal() ? words::foldingKeepsGradients(fmt::format("{:.2g}", gradients->parameters.maxAbsError))
                              : std::string(words::kFoldingChangesGradients);
}

} // namespace

std::string updatesText(const EpochUpdates& epoch, const std::optional<GradientReport>& gradients) {
    const std::string trees = counted(epoch.trees, words::kTree);
    const std::string updates = counted(epoch.updates(), words::kUpdate);
    const std::string first =
        epoch.batch == 1
            ? words::oneTreeAnUpdate(trees, updates)
            : words::updatesOfEpoch({.batch = counted(epoch.batch, words::kTree),
                                     .trees = trees,
                                     .updates = updates,
                                     .alone = withThousands(epoch.trees),
                                     .ratio = static_cast<double>(epoch.trees) / static_cast<double>(epoch.updates())});
    return first + ' ' + verdictOnGradients(gradients);
}

} // namespace batchscope
