// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the reasons of the whole graph and those of one batch share. Only because*.cpp include it.
#pragma once

#include "core/session/snapshot.h"

#include <string>
#include <string_view>
#include <utility>

namespace batchscope::because_parts {

/// Sentences, one after the other; empty ones are left out.
class SentenceList {
public:
    void add(std::string_view sentence) {
        if (!sentence.empty()) {
            m_text += m_text.empty() ? "" : " ";
            m_text += sentence;
        }
    }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    std::string m_text;
};

/// What a signature's nodes take: "four rows of 100 numbers"; empty without arguments.
[[nodiscard]] std::string argumentsText(const OpGraph& graph, SignatureId id);

/// As becauseOf, in the stages of one batch.
[[nodiscard]] std::string becauseOfBatch(const Snapshot& snapshot, StoryStage stage, BatchId batch);

} // namespace batchscope::because_parts
