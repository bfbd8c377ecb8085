// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cause of the first difference between runs (core/exec/find_cause.h), for reports.
#pragma once

#include "core/graph/op_graph.h"

#include <cstdint>
#include <optional>
#include <string>

namespace batchscope {

/// A value that was read in place of another value.
struct Misreading {
    std::uint32_t argument = 0; ///< index among the node's arguments
    Argument own;               ///< the correct argument
    Argument read;              ///< with this argument, the node computes the value of the folded run
    NodeId rowOf = {};          ///< the row of the batch whose same argument `read` is; invalid: none
    std::optional<std::uint32_t> ownArgument = {}; ///< … or the argument of the node itself that `read` is
    std::size_t others = 0;                        ///< number of other arguments that give the same value
};

/// The first weight of the node whose numbers differ between the runs.
struct OtherWeight {
    std::string entry; ///< text like that of entryText
    double ofRegular = 0.0;
    double ofFolded = 0.0;
    std::size_t others = 0; ///< number of further differing numbers that the node reads
};

/// A number of the node's value, in both runs and in float64.
struct RoundedNumber {
    std::uint32_t output = 0;
    std::size_t column = 0;
    double ofRegular = 0.0;
    double ofFolded = 0.0;
    double exact = 0.0; ///< computed in float64 from the inputs of the folded run
    double reach = 0.0; ///< its change in trials with inputs changed in the last place
};

struct DivergenceCause {
    enum class Kind : std::uint8_t {
        Misread,      ///< see `misreading`
        OtherWeights, ///< see `weight`: with the weights of the other run its value is different
        Rounding,     ///< see `rounded`: both runs are as close to float64 as rounding allows
        Random,       ///< an external call that gives different values each time
        Unknown,      ///< the op gives another value for the node's inputs and for all inputs tried
    };
    Kind kind = Kind::Unknown;
    NodeId node;
    std::optional<Misreading> misreading = {};
    std::optional<OtherWeight> weight = {};
    std::optional<RoundedNumber> rounded = {};
    std::size_t tried = 0; ///< number of other inputs for which the node was computed
};

/// The name of a kind: misread, other-weights, rounding, random, unknown.
[[nodiscard]] const char* causeKindName(DivergenceCause::Kind kind);

/// One or more sentences on the cause.
[[nodiscard]] std::string causeText(const OpGraph& graph, const DivergenceCause& cause);

// The origin of the first NaN or infinity of a run (core/exec/not_finite.h), for reports.

/// The first value, in topological order, that is NaN or infinite although all its inputs are finite, or that reads a
/// parameter that is not finite.
struct NotFiniteOrigin {
    Value value;
    std::size_t column = 0; ///< first entry of the row that is not finite
    double number = 0.0;    ///< the value of that entry
    /// The first entry that is not finite, such as `W[3, 0]`, of a parameter that the op reads; for a gradient, of a
    /// parameter of an op that takes the value. May be empty.
    std::string parameter;
};

struct NotFiniteOrigins {
    std::optional<NotFiniteOrigin> value;
    std::optional<NotFiniteOrigin> gradient; ///< gradient of a value, in training
    bool ofRegular = false;                  ///< from the regular run: all numbers of the folded run are finite
};

/// One line for each origin, the value first; empty if all numbers are finite.
[[nodiscard]] std::string originText(const OpGraph& graph, const NotFiniteOrigins& origins);

} // namespace batchscope
