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

// An *opaque* op calls foreign code, such as a method of a user's module, instead of having a body of primitives. Only
// its arguments, its outputs and the parameters that it reads are known. Its body consists of the arguments and one
// value Primitive::Call per output (BodyBuilder::call). core/exec runs the call (tensor_call_torch.h), and only with
// the plain bodies on LibTorch; see executorFor() there. An op that a program names without a body
// (core/nets/program.h) cannot be run at all.

class OpCall {
public:
    OpCall() = default;
    OpCall(const OpCall&) = delete;
    OpCall& operator=(const OpCall&) = delete;
    virtual ~OpCall() = default;

    /// The parameters of the op set that the call reads, each once.
    [[nodiscard]] virtual const std::vector<ParamId>& parameters() const = 0;
    /// Display name of the called code, such as `children of encoder.pt`.
    [[nodiscard]] virtual const std::string& title() const = 0;
    /// The reason why the op has no code, so that only its place in graphs is known; empty if it has code.
    [[nodiscard]] virtual std::string_view unknown() const { return {}; }
    /// The reason why rows must not be batched, with operation and line, if one was detected; otherwise empty.
    [[nodiscard]] virtual std::string_view hazard() const { return {}; }
};

/// The way in which an argument enters a batch.
enum class ArgumentClass : std::uint8_t {
    Row,      ///< an output of an earlier node; a batch stacks one row per node
    Shared,   ///< one output of an earlier node for the whole batch, passed once (TorchFold's nobatch)
    Integer,  ///< a word id or label; a batch takes one integer per node
    Constant, ///< a row of numbers given with the call; a batch stacks one per node
};

/// Returns "row", "shared", "integer" or "constant".
[[nodiscard]] const char* argumentClassName(ArgumentClass kind);

/// The number of arguments that a slot of an op takes.
enum class Arity : std::uint8_t {
    One,
    Any, ///< rows only, and only in the last slots of an op; all such slots of a call take the same number
};

/// The argument that an op expects in one slot; width is 0 for integers.
struct ArgumentType {
    ArgumentClass kind = ArgumentClass::Row;
    std::int32_t width = 0;
    DType dtype = DType::Float32;
    Arity arity = Arity::One;
    auto operator<=>(const ArgumentType&) const = default;
};

/// A fixed number that belongs to an op and is not trained, for example the first column of a slice.
struct Attribute {
    std::string name;
    double value = 0.0;
    bool operator==(const Attribute&) const = default;
};

enum class Batchable { Yes, No };

/// A kind of computation. Its outputs are those of its body.
struct Op {
    std::string name;
    std::vector<ArgumentType> arguments; ///< by slot
    OpBody body;
    Batchable batchable = Batchable::Yes;
    std::vector<Attribute> attributes = {};
    std::shared_ptr<const OpCall> call = nullptr; ///< set for an opaque op; null if the body is complete

    [[nodiscard]] std::size_t outputs() const { return body.outputs.size(); }
    /// The number of columns of an output.
    [[nodiscard]] std::int32_t outputWidth(std::size_t output) const { return body.values[body.outputs[output]].width; }
    /// The number of slots that take exactly one argument; variadic slots follow them.
    [[nodiscard]] std::size_t fixedSlots() const;
    [[nodiscard]] bool isVariadic() const { return fixedSlots() < arguments.size(); }
};

/// Data for finding the best tags of a whole sentence outside of the graph (core/exchange/exported_values.h), for nets
/// that score each tag together with the tag before it. The first argument of each requested node is its word's node in
/// a chain from the first word to the last; the first argument of a chain node is the row of scores of its word.
struct TagChain {
    OpId first;          ///< op of the node that begins a sentence
    ParamId transitions; ///< [1, classes²]: scores of tag i followed by tag j, i·classes + j
    ParamId ends;        ///< [2, classes]: scores of the first and of the last tag
};

struct OpSet {
    std::string name; ///< the net's name
    DType dtype = DType::Float32;
    IdVector<ParamId, ParamSpec> params;
    IdVector<OpId, Op> ops;
    std::optional<TagChain> tagChain = std::nullopt; ///< not set for a graph of primitives

    /// True if an op is opaque, so that only LibTorch can run the net.
    [[nodiscard]] bool hasCalls() const;
    /// The first op without code (OpCall::unknown()), or null if there is none.
    [[nodiscard]] const Op* unknownOp() const;
    /// The count of numbers in all parameters.
    [[nodiscard]] std::size_t parameterCount() const;
    /// The count of numbers in the weights and biases of the op's products, each parameter counted once. Tables are
    /// excluded, since only single rows of them are used.
    [[nodiscard]] std::size_t weightCount(const Op& op) const;
};

} // namespace batchscope
