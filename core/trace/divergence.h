// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why the first node that differs differs (core/exec/find_cause.h), so that reports can say so.
#pragma once

#include "core/graph/op_graph.h"

#include <cstdint>
#include <optional>
#include <string>

namespace batchscope {

/// A value that was read in place of another one.
struct Misreading {
    std::uint32_t argument = 0; ///< place among the node's arguments
    Argument own;               ///< what belongs there
    Argument read;              ///< with this one there, the node computes what the folded run has
    NodeId rowOf = {};          ///< `read` is the same argument of this other row of the batch; invalid: it is not
    std::optional<std::uint32_t> ownArgument = {}; ///< … or it is this argument of the node itself
    std::size_t others = 0;                        ///< other values that, read there, give the same
};

/// The first weight of the node that the runs have different numbers of.
struct OtherWeight {
    std::string entry; ///< as entryText
    double ofRegular = 0.0;
    double ofFolded = 0.0;
    std::size_t others = 0; ///< more such numbers that the node reads
};

/// A number of the node's value, in both runs and in float64.
struct RoundedNumber {
    std::uint32_t output = 0;
    std::size_t column = 0;
    double ofRegular = 0.0;
    double ofFolded = 0.0;
    double exact = 0.0; ///< in float64, from the inputs of the folded run
    double reach = 0.0; ///< how far it moved in trials with inputs that were changed in the last place
};

struct DivergenceCause {
    enum class Kind : std::uint8_t {
        Misread,      ///< see `misreading`
        OtherWeights, ///< see `weight`: with the weights of the other run its value is another
        Rounding,     ///< see `rounded`: both runs are as near to float64 as rounding lets them be
        Random,       ///< a call into something else that gives other values each time
        Unknown,      ///< it is not what the op gives for the node's inputs, nor for any that was tried
    };
    Kind kind = Kind::Unknown;
    NodeId node;
    std::optional<Misreading> misreading = {};
    std::optional<OtherWeight> weight = {};
    std::optional<RoundedNumber> rounded = {};
    std::size_t tried = 0; ///< other inputs for which the node was computed
};

/// misread, other-weights, rounding, random, unknown.
[[nodiscard]] const char* causeKindName(DivergenceCause::Kind kind);

/// A sentence or two.
[[nodiscard]] std::string causeText(const OpGraph& graph, const DivergenceCause& cause);

// Where the first NaN or infinity of a run came from (core/exec/not_finite.h), so that reports can say so.

/// The first value, in topological order, that is NaN or infinite although all its inputs are finite, or that reads a
/// parameter that is not finite.
struct NotFiniteOrigin {
    Value value;
    std::size_t column = 0; ///< first entry of the row that is not finite
    double number = 0.0;    ///< the value of that entry
    /// For example `W[3, 0]`: the first such entry of a parameter that the op reads; of a gradient, that an op reads
    /// which takes the value. Or empty.
    std::string parameter;
};

struct NotFiniteOrigins {
    std::optional<NotFiniteOrigin> value;
    std::optional<NotFiniteOrigin> gradient; ///< of a value; of training
    bool ofRegular = false;                  ///< of the regular run: all numbers of the folded one are finite
};

/// One line for each, the value first; empty where all is finite.
[[nodiscard]] std::string originText(const OpGraph& graph, const NotFiniteOrigins& origins);

} // namespace batchscope
