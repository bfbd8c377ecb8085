// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/verdict_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string numbersNotFinite(std::size_t count, std::string_view written, std::string_view what) {
    return count == 1 ? fmt::format("1 of the {} is not finite", what)
                      : fmt::format("{} {} are not finite", written, what);
}

std::string firstAtNode(std::string_view text, std::size_t node, std::string_view op) {
    return fmt::format("{}, first at node {} ({})", text, node, op);
}

std::string firstOfParameter(std::string_view text, std::string_view parameter) {
    return fmt::format("{}, first of {}", text, parameter);
}

std::string nodesOfStepDiffer(std::size_t count, std::string_view written) {
    return fmt::format("{} of its nodes {} from regular", written, count == 1 ? "differs" : "differ");
}

std::string nodesThatDiffer(const DifferingWords& differing) {
    return fmt::format("{} of {}, in {} of {}, from batch {} ({} ×{}) on", differing.nodes, differing.allNodes,
                       differing.batches, differing.allBatches, differing.firstBatch, differing.op, differing.size);
}

std::string lossNotFinite(std::string_view folded, std::string_view regular) {
    return fmt::format("the loss is not finite ({} folded, {} regular)", folded, regular);
}

} // namespace batchscope::words
