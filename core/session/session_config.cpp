// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_config.h"

#include "core/session/session_choice.h"

namespace batchscope {

namespace {

/// The first dirty stage judged by the parts of the config; the rows of the table of choices add the exceptions.
Stage firstDirtyPart(const SessionConfig& before, const SessionConfig& after) {
    if (before.files != after.files || before.read != after.read) {
        return Stage::Treebank;
    }
    if (before.graph != after.graph || before.aspect != after.aspect) {
        return Stage::Graph;
    }
    if (before.given != after.given) {
        return Stage::Schedule;
    }
    const bool runsAnew = before.run != after.run || before.threads != after.threads || before.seed != after.seed ||
                          before.weights != after.weights;
    return runsAnew ? Stage::Run : Stage::None;
}

} // namespace

Stage firstDirtyStage(const SessionConfig& before, const SessionConfig& after) {
    Stage first = firstDirtyPart(before, after);
    for (const SessionChoice& choice : sessionChoices()) {
        if (choice.redoes < first && choice.present(before) != choice.present(after)) {
            first = choice.redoes;
        }
    }
    return first;
}

} // namespace batchscope
