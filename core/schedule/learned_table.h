// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of the `learned` policy: for each state seen in training, the value of each action. A table can be
// saved and reused. q_learning.h trains a table; policy_learned.h uses one.
//
// A state is the set of ready signatures; an action is one of them, whose ready nodes all run. ED-Batch (ICML 2023) has
// two finer encodings, with the signatures sorted by ready nodes or the largest one marked; on SST they give up to 8
// times as many states and no fewer batches (README.md). Signatures are identified by name, so that a table made on
// some trees can be used for others with the same net.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// The learned values of one state. All three vectors have one entry per ready signature.
struct LearnedState {
    std::vector<std::uint32_t> ready;  ///< indices into LearnedTable::signatures, ascending
    std::vector<double> values;        ///< Q of running that signature: the expected sum of rewards to the end
    std::vector<std::uint64_t> visits; ///< how often the action was tried; if never, its value was not learned

    /// Position of the best action that was tried; `ready.size()` if none was tried.
    [[nodiscard]] std::size_t best() const;
    bool operator==(const LearnedState&) const = default;
};

struct LearnedTable {
    std::string net; ///< name of the op set it was trained on
    std::uint64_t seed = 0;
    std::size_t episodes = 0;              ///< episodes run in training
    std::size_t nodes = 0;                 ///< nodes of the training graph
    std::size_t batches = 0;               ///< batches that the table needs for the training graph
    std::size_t lowerBound = 0;            ///< lower bound of the training graph
    std::vector<std::string> signatures;   ///< see signatureNames()
    std::vector<LearnedState> states = {}; ///< in the order in which they were first visited

    bool operator==(const LearnedTable&) const = default;
};

/// A name for each signature of a graph, by SignatureId: signatureText, with ` #2`, ` #3`… if several texts are equal.
[[nodiscard]] std::vector<std::string> signatureNames(const OpGraph& graph);

/// The table as a JSON document, with a line end.
[[nodiscard]] std::string learnedTableJson(const LearnedTable& table);

/// Reads the output of learnedTableJson. `file` is named in errors. Parse error if the text is not JSON, or at the
/// first value that is missing, duplicate or invalid.
[[nodiscard]] Result<LearnedTable> parseLearnedTable(std::string_view text, const std::string& file);

} // namespace batchscope
