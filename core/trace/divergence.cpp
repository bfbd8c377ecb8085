// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/divergence.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/words/divergence_words.h"
#include "core/words/noun_words.h"

namespace batchscope {

namespace {

std::string nameOf(const OpGraph& graph, const Argument& argument) {
    if (argument.kind == ArgumentClass::Integer) {
        return words::integerOfCall(withThousands(argument.payload));
    }
    if (argument.kind == ArgumentClass::Constant) {
        return std::string(words::kNumbersOfCall);
    }
    const Op& op = graph.opOf(argument.node());
    return words::valueOfNode(withThousands(argument.node().value), op.name,
                              op.outputs() > 1 ? withThousands(argument.output) : std::string());
}

std::string whoseText(const Misreading& misreading) {
    if (misreading.rowOf.valid()) {
        return words::argumentOfOtherRow(withThousands(misreading.rowOf.value));
    }
    return misreading.ownArgument ? words::otherArgument(withThousands(*misreading.ownArgument))
                                  : std::string(words::kOtherOutput);
}

} // namespace

std::string causeText(const OpGraph& graph, const DivergenceCause& cause) {
    const std::string node = withThousands(cause.node.value);
    switch (cause.kind) {
    case DivergenceCause::Kind::Misread:
        return words::misread({.node = node,
                               .argument = withThousands(cause.misreading->argument),
                               .read = nameOf(graph, cause.misreading->read),
                               .own = nameOf(graph, cause.misreading->own),
                               .whose = whoseText(*cause.misreading),
                               .others = cause.misreading->others == 0
                                             ? std::string()
                                             : counted(cause.misreading->others, words::kInputTried)});
    case DivergenceCause::Kind::OtherWeights: return words::rightWithItsWeights(node);
    case DivergenceCause::Kind::Random: {
        const OpCall& call = *graph.opOf(cause.node).call; // nothing else is random
        return words::isRandom(node, call.title());
    }
    case DivergenceCause::Kind::Unknown: break;
    }
    if (const OpCall* const call = graph.opOf(cause.node).call.get(); call != nullptr && !call->hazard().empty()) {
        return words::mixesRows(node, call->title(), call->hazard());
    }
    return words::causeUnknown(node, counted(cause.tried, words::kInputTried));
}

} // namespace batchscope
