// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the `learned` policy has learned: for each state seen in training, the value of each action. A table can be
// saved and reused. q_learning.h trains one, policy_learned.h follows one.
//
// State = the set of signatures that are ready; action = one of them: all its ready nodes run. ED-Batch (ICML 2023) has
// two finer encodings, with the signatures sorted by ready nodes or the largest one marked; on SST they make up to 8
// times as many states and no fewer batches (README.md). Signatures are known by name, so that a table made on some
// trees can be used for others with the same net.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// What is known of one state. All three are as long as there are signatures ready.
struct LearnedState {
    std::vector<std::uint32_t> ready;  ///< entries into LearnedTable::signatures, rising
    std::vector<double> values;        ///< Q of running that signature: the sum of rewards from here to the end
    std::vector<std::uint64_t> visits; ///< how often it was tried; the value of an untried one says nothing

    /// Position of the best action that was tried; `ready.size()` when none was.
    [[nodiscard]] std::size_t best() const;
    bool operator==(const LearnedState&) const = default;
};

struct LearnedTable {
    std::string net; ///< name of the op set that it was made on
    std::uint64_t seed = 0;
    std::size_t episodes = 0;              ///< walked until it stopped
    std::size_t nodes = 0;                 ///< of the graph that it was made on
    std::size_t batches = 0;               ///< that following the table needs there
    std::size_t lowerBound = 0;            ///< of that graph
    std::vector<std::string> signatures;   ///< names, see signatureNames
    std::vector<LearnedState> states = {}; ///< in the order in which they were first met

    bool operator==(const LearnedTable&) const = default;
};

/// A name for each signature of a graph, by SignatureId: signatureText, with ` #2`, ` #3`… where several have one text.
[[nodiscard]] std::vector<std::string> signatureNames(const OpGraph& graph);

/// The table as a JSON document, with a line end.
[[nodiscard]] std::string learnedTableJson(const LearnedTable& table);

/// Reads what learnedTableJson wrote. `file` is named in errors. Parse errors: no JSON, or the first value that is
/// missing, of another type or out of range.
[[nodiscard]] Result<LearnedTable> parseLearnedTable(std::string_view text, const std::string& file);

} // namespace batchscope
