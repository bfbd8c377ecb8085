// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/policy_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string policyTakesSmallerGraphs(std::string_view policy, std::size_t mostNodes, std::size_t nodes) {
    return fmt::format("policy '{}' takes graphs of at most {} nodes, but this one has {}; choose fewer trees", policy,
                       mostNodes, nodes);
}

std::string learnedTrainsOnSmallerGraphs(std::string_view mostNodes, std::string_view nodes) {
    return fmt::format("policy 'learned' trains on graphs of at most {} nodes, but this one has {}; choose fewer "
                       "trees, or train on some of them and use that table for all",
                       mostNodes, nodes);
}

std::string tableLacksSignatures(std::string_view net, std::string_view signature) {
    return fmt::format("the table was learned on {} and contains none of this graph's signatures ({}, …)", net,
                       signature);
}

std::string policyChoseNothing(std::string_view policy, std::size_t step, std::size_t done, std::size_t nodes) {
    return fmt::format("policy '{}' chose no ready node in step {} ({} of {} nodes done)", policy, step, done, nodes);
}

} // namespace batchscope::words
