// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/policy_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string policyChoseNothing(std::string_view policy, std::size_t step, std::size_t done, std::size_t nodes) {
    return fmt::format("policy '{}' chose no ready node in step {} ({} of {} nodes done)", policy, step, done, nodes);
}

} // namespace batchscope::words
