// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a program and the process that holds a module say to each other: a request, and a reply of the type that it
// names, or an error. Before the reply any number of messages tells what the process is about to do.
#pragma once

#include "core/nets/user_net.h"
#include "core/scripts/wire.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

struct MethodFacts {
    std::string hazard;   ///< why its rows may not batch; empty where they may
    bool differs = false; ///< its translation does not give the same numbers, so it is called instead
    double seconds = 0.0; ///< of the first call
};

/// What is known of a module once it is open; much of it only a first call can tell.
struct ModuleFacts {
    Recursion recursion = Recursion::Binary;
    bool canChoose = false; ///< it has the methods of another recursion, too
    bool hasLogits = false;
    bool isPair = false;              ///< it has compare
    std::size_t embeddingRows = 0;    ///< of the smallest table that is looked up by words; 0: none is
    std::vector<std::int32_t> widths; ///< of the rows of a state
    std::int32_t classes = 0;         ///< columns of the logits; 0 without
    std::int32_t compared = 0;        ///< columns of what compare returns; 0 without
    std::map<std::string, MethodFacts> methods;
};

struct OpsRequest {
    std::string name; ///< of the net
    std::int32_t arity = 2;
    DType dtype = DType::Float32;
    bool translates = true; ///< false: every method is called, to compare with
    Unsafe unsafe = Unsafe::Alone;
};

struct HostedOps {
    UserOps ops;
    std::vector<UserMethod> methods;
};

enum class ModuleMessage : char {
    // to the process
    Open = 'o', ///< OpenRequest → ModuleFacts
    Ops = 'p',  ///< OpsRequest → SentOps
    Call = 'c', ///< CallRequest → CallReply
    // from it
    Confined = 'l', ///< by what, for people; the first one
    Doing = 'a',    ///< what it does next, for people
    Reply = 'r',
    Error = 'e',
    NoMemory = 'm', ///< and it ends
};

/// The descriptors that the process is started with, beside standard input, which is the socket.
constexpr int kArchiveDescriptor = 3; ///< SharedMemory: what LibTorch reads
constexpr int kArenaDescriptor = 4;   ///< SharedMemory: rows and weights of calls

struct OpenRequest {
    std::string path;                ///< for messages
    std::optional<std::string> text; ///< of the module; none: it is in the archive
    std::uint64_t archiveBytes = 0;  ///< of the archive
    std::vector<std::uint64_t> records = {};
    RecursionChoice recursion = RecursionChoice::Auto;
    std::uint64_t firstBytes = 0;  ///< of memory for reading and the first calls, in addition to what it starts with
    std::uint64_t bytes = 0;       ///< the same, afterwards
    std::uint64_t memoryLimit = 0; ///< memoryLimit() (core/base/budget.h) of the program
    std::optional<ModuleFacts> known = {}; ///< of the same module: no first calls are made
};

/// What a process can say of an op's call.
struct SentCall {
    OpId op;
    std::vector<ParamId> parameters;
    std::string title;
    std::string hazard;
};

struct SentOps {
    HostedOps hosted; ///< ops without calls
    std::vector<SentCall> calls;
};

/// A call of an op of which the process has told (Ops, with the same arity and type). All places are in the arena, in
/// bytes; 0 where nothing is.
struct CallRequest {
    std::int32_t arity = 0;
    DType dtype = DType::Float32;
    OpId op;
    std::uint64_t rows = 0;
    std::optional<std::uint64_t> seed = {}; ///< of what it draws at random
    std::int32_t threads = 1;
    std::uint64_t arenaBytes = 0;
    std::vector<std::uint64_t> arguments = {};  ///< by slot
    std::vector<std::uint64_t> parameters = {}; ///< as the call lists them
    std::vector<std::uint64_t> outputs = {};    ///< written; of a backward call their gradients, which are read
    bool isBackward = false;
    std::vector<std::uint64_t> argumentGradients = {};  ///< written, of rows
    std::vector<std::uint64_t> parameterGradients = {}; ///< written
};

/// The answer to a backward call: which gradients exist.
struct CallReply {
    std::vector<std::uint8_t> arguments = {};
    std::vector<std::uint8_t> parameters = {};
};

void fields(auto& wire, Error& error) {
    wire(error.code, error.message, error.file, error.position);
}
void fields(auto& wire, SourcePosition& position) {
    wire(position.line, position.column, position.byte);
}
void fields(auto& wire, MethodFacts& facts) {
    wire(facts.hazard, facts.differs, facts.seconds);
}
void fields(auto& wire, ModuleFacts& facts) {
    wire(facts.recursion, facts.canChoose, facts.hasLogits, facts.isPair, facts.embeddingRows, facts.widths,
         facts.classes, facts.compared, facts.methods);
}
void fields(auto& wire, OpenRequest& open) {
    wire(open.path, open.text, open.archiveBytes, open.records, open.recursion, open.firstBytes, open.bytes,
         open.memoryLimit, open.known);
}
void fields(auto& wire, OpsRequest& request) {
    wire(request.name, request.arity, request.dtype, request.translates, request.unsafe);
}
void fields(auto& wire, ArgumentType& type) {
    wire(type.kind, type.width, type.dtype, type.arity);
}
void fields(auto& wire, BodyValue& value) {
    wire(value.primitive, value.width, value.rows, value.left, value.right, value.weight, value.bias, value.argument,
         value.begin, value.number);
}
void fields(auto& wire, OpBody& body) {
    wire(body.values, body.outputs);
}
void fields(auto& wire, Op& op) { // modules' ops have no attributes
    wire(op.name, op.arguments, op.body, op.batchable);
}
void fields(auto& wire, ParamSpec& param) { // all of a module's have numbers
    wire(param.name, param.rows, param.columns, param.meaning, param.isFixed, param.isTurned, param.given);
}
void fields(auto& wire, OpSet& set) {
    wire(set.name, set.dtype, set.params, set.ops);
}
void fields(auto& wire, UserOps& ops) {
    wire(ops.set, ops.values, ops.leaf, ops.compose, ops.nodes, ops.start, ops.zeros, ops.step, ops.logits,
         ops.logitsTake, ops.compare, ops.compareTakes);
}
void fields(auto& wire, UserMethod& method) {
    wire(method.name, method.op, method.way, method.reason, method.hazard, method.file, method.line, method.source);
}
void fields(auto& wire, HostedOps& hosted) {
    wire(hosted.ops, hosted.methods);
}
void fields(auto& wire, SentCall& call) {
    wire(call.op, call.parameters, call.title, call.hazard);
}
void fields(auto& wire, SentOps& sent) {
    wire(sent.hosted, sent.calls);
}
void fields(auto& wire, CallRequest& call) {
    wire(call.arity, call.dtype, call.op, call.rows, call.seed, call.threads, call.arenaBytes, call.arguments,
         call.parameters, call.outputs, call.isBackward, call.argumentGradients, call.parameterGradients);
}
void fields(auto& wire, CallReply& reply) {
    wire(reply.arguments, reply.parameters);
}

/// Whether what a process told can be used: ids that there are, bodies whose widths fit, signatures that fit the
/// recursion. A process that holds a hostile module may say anything.
[[nodiscard]] bool areSound(const ModuleFacts& facts);
[[nodiscard]] bool areSound(const SentOps& sent, const ModuleFacts& facts, const OpsRequest& request);

} // namespace batchscope
