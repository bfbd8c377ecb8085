// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a net is a set of ops (kinds of computation) over a set of parameters. Everything that later stages need to know
// of an op is here as data: what it takes, what it gives, whether it may batch, and its body.
#pragma once

#include "core/graph/op_body.h"

#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// How an argument enters a batch.
enum class ArgumentClass : std::uint8_t {
    Row,     ///< an output of an earlier node; a batch stacks one row per node
    Integer, ///< a word id or label; a batch takes one integer per node
};

/// What an op expects of one argument; width is 0 for integers.
struct ArgumentType {
    ArgumentClass kind = ArgumentClass::Row;
    std::int32_t width = 0;
    DType dtype = DType::Float32;
    auto operator<=>(const ArgumentType&) const = default;
};

enum class Batchable { Yes, No };

/// A kind of computation. Arguments and outputs are fixed in number; outputs are those of the body.
struct Op {
    std::string name;
    std::vector<ArgumentType> arguments;
    OpBody body;
    Batchable batchable = Batchable::Yes;

    [[nodiscard]] std::size_t outputs() const { return body.outputs.size(); }
    /// Columns of output k.
    [[nodiscard]] std::int32_t outputWidth(std::size_t output) const { return body.values[body.outputs[output]].width; }
};

struct OpSet {
    std::string name; ///< the net's name
    DType dtype = DType::Float32;
    IdVector<ParamId, ParamSpec> params;
    IdVector<OpId, Op> ops;

    /// Numbers in all parameters.
    [[nodiscard]] std::size_t parameterCount() const;
};

} // namespace batchscope
