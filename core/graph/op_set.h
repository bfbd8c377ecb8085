// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ops of a net (kinds of computation) and its parameters. Everything that later stages need to know about an op is
// here as data: its arguments, its outputs, whether it can be batched, and its body.
#pragma once

#include "core/base/id.h"
#include "core/graph/op_body.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

// An op that is no body of primitives but a call into something else, such as a method of a user's module: an *opaque*
// op. Nothing is known of it but what it takes, what it returns and which parameters it reads. Its body is the
// arguments and one value Primitive::Call for each output (BodyBuilder::call). What runs it is core/exec's affair
// (tensor_call_torch.h), and only the plain bodies on LibTorch can: see executorFor() there. One that a program names
// without its body (core/nets/program.h) runs nowhere.

class OpCall {
public:
    OpCall() = default;
    OpCall(const OpCall&) = delete;
    OpCall& operator=(const OpCall&) = delete;
    virtual ~OpCall() = default;

    /// Parameters of the op set that it reads, each once.
    [[nodiscard]] virtual const std::vector<ParamId>& parameters() const = 0;
    /// What is called, for people: `children of encoder.pt`.
    [[nodiscard]] virtual const std::string& title() const = 0;
    /// Why it cannot be computed, where only its place in graphs is known; else empty.
    [[nodiscard]] virtual std::string_view unknown() const { return {}; }
    /// Why its rows may not batch, with operation and line, where that was found out; else empty.
    [[nodiscard]] virtual std::string_view hazard() const { return {}; }
};

/// How an argument enters a batch.
enum class ArgumentClass : std::uint8_t {
    Row,      ///< an output of an earlier node; a batch stacks one row per node
    Shared,   ///< an output of an earlier node, one and the same for the whole batch, passed once (TorchFold's nobatch)
    Integer,  ///< a word id or label; a batch takes one integer per node
    Constant, ///< a row of numbers given with the call; a batch stacks one per node
};

/// row, shared, integer, constant.
[[nodiscard]] const char* argumentClassName(ArgumentClass kind);

/// How many arguments a slot of an op takes.
enum class Arity : std::uint8_t {
    One,
    Any, ///< rows only, and only as the last slots of an op; all such slots of a call take equally many
};

/// What an op expects in one slot; width is 0 for integers.
struct ArgumentType {
    ArgumentClass kind = ArgumentClass::Row;
    std::int32_t width = 0;
    DType dtype = DType::Float32;
    Arity arity = Arity::One;
    auto operator<=>(const ArgumentType&) const = default;
};

/// A fixed number of an op that is not a parameter, for example the first column of a slice.
struct Attribute {
    std::string name;
    double value = 0.0;
    bool operator==(const Attribute&) const = default;
};

enum class Batchable { Yes, No };

/// A kind of computation. Outputs are those of the body.
struct Op {
    std::string name;
    std::vector<ArgumentType> arguments; ///< by slot
    OpBody body;
    Batchable batchable = Batchable::Yes;
    std::vector<Attribute> attributes = {};
    std::shared_ptr<const OpCall> call = nullptr; ///< of an opaque op; null: the body says all

    [[nodiscard]] std::size_t outputs() const { return body.outputs.size(); }
    /// Columns of output k.
    [[nodiscard]] std::int32_t outputWidth(std::size_t output) const { return body.values[body.outputs[output]].width; }
    /// Slots that take exactly one argument; the variadic ones follow them.
    [[nodiscard]] std::size_t fixedSlots() const;
    [[nodiscard]] bool isVariadic() const { return fixedSlots() < arguments.size(); }
};

/// Of a net whose requested values are scores of tags that depend on their neighbors: what the best tags of a whole
/// sentence are computed from, outside of the graph (core/exchange/exported_values.h). The first argument of each
/// requested node belongs to a chain of one node a word, and the first argument of such a node are the scores of its
/// word.
struct TagChain {
    OpId first;          ///< of the node that begins a sentence
    ParamId transitions; ///< [1, classes²]: scores of tag i followed by tag j, i·classes + j
    ParamId ends;        ///< [2, classes]: scores of the first and of the last tag
};

struct OpSet {
    std::string name; ///< the net's name
    DType dtype = DType::Float32;
    IdVector<ParamId, ParamSpec> params;
    IdVector<OpId, Op> ops;
    std::optional<TagChain> tagChain = std::nullopt; ///< never of a graph of primitives

    /// Whether one of the ops is opaque, so that only LibTorch can run the net.
    [[nodiscard]] bool hasCalls() const;
    /// The first op that cannot be computed (OpCall::unknown()); null: all can.
    [[nodiscard]] const Op* unknownOp() const;
    /// Numbers in all parameters.
    [[nodiscard]] std::size_t parameterCount() const;
    /// Numbers of the weights and biases that products of the op use, each counted once; not those of tables, of which
    /// each row is used by itself.
    [[nodiscard]] std::size_t weightCount(const Op& op) const;
};

} // namespace batchscope
