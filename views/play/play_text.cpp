// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/play/play_text.h"

#include "core/schedule/policy.h"
#include "views/models/words.h"

#include <QCoreApplication>

#include <algorithm>

namespace batchscope {

namespace {

QString playTr(const char* text) {
    return QCoreApplication::translate("play", text);
}

QString batchesText(std::size_t count) {
    return count == 1 ? playTr("1 batch") : playTr("%1 batches").arg(countText(count));
}

bool isOnlySignature(const OpGraph& graph, SignatureId signature) {
    std::size_t same = 0;
    for (std::size_t index = 0; index < graph.signatures.size(); ++index) {
        same += graph.signatures[SignatureId(index)].op == graph.signatures[signature].op ? 1 : 0;
    }
    return same == 1;
}

} // namespace

QString signatureName(const OpGraph& graph, SignatureId signature) {
    return isOnlySignature(graph, signature) ? toText(graph.opOf(signature).name)
                                             : toText(signatureText(graph.signatures[signature], graph.ops));
}

QString progressText(const HandSchedule& hand, std::size_t ran, std::size_t bound) {
    return playTr("%1 so far; %2 of %3 nodes have run. No policy can use fewer than %4.")
        .arg(batchesText(hand.batchCount()), countText(ran), countText(hand.graph().size()), batchesText(bound));
}

QString outcomeText(std::size_t batches, std::size_t bound, const std::vector<PolicyScore>& scores) {
    const std::size_t best = scores.empty() ? batches : scores.front().batches;
    QString verdict;
    if (batches == bound) {
        verdict = playTr("That is the lower bound: nobody can do better.");
    } else if (batches < best) {
        verdict = playTr("That is fewer than any of the policies needs.");
    } else if (batches == best) {
        verdict = playTr("That is as good as the best of the policies.");
    } else {
        verdict = playTr("The best of the policies needs %1.").arg(batchesText(best));
    }
    return playTr("Done in %1. %2").arg(batchesText(batches), verdict);
}

QString hintText(const OpGraph& graph, const HandSchedule::Hint& hint) {
    return playTr("Run “%1” next. If the policy “%2” chooses after that, it comes to %3 in all.")
        .arg(signatureName(graph, hint.signature), toText(policyTitle(hint.policy)), batchesText(hint.batches));
}

} // namespace batchscope
