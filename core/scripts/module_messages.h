// SPDX-License-Identifier: GPL-3.0-or-later
//
// The messages between a program and the process that holds a module: each request is answered by a reply of the type
// below, or by an error. Before the reply, any number of messages report what the process is doing.
#pragma once

#include "core/base/result.h"
#include "core/nets/user_net.h"
#include "core/scripts/wire.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

struct MethodFacts {
    std::string hazard;   ///< why its rows may not batch; empty if they may
    bool differs = false; ///< the translation gives other numbers, so the method is called instead
    double seconds = 0.0; ///< duration of the first call
};

/// The facts about an open module; many of them need a first call.
struct ModuleFacts {
    Recursion recursion = Recursion::Binary;
    bool canChoose = false; ///< the module also has the methods of another recursion
    bool hasLogits = false;
    bool isPair = false;              ///< the module has the method compare
    std::size_t embeddingRows = 0;    ///< rows of the smallest table that is indexed by words; 0 if there is none
    std::vector<std::int32_t> widths; ///< widths of the rows of a state
    std::int32_t classes = 0;         ///< columns of the logits; 0 without logits
    std::int32_t compared = 0;        ///< columns of the result of compare; 0 without compare
    std::map<std::string, MethodFacts> methods;
};

struct OpsRequest {
    std::string name; ///< name of the net
    std::int32_t arity = 2;
    DType dtype = DType::Float32;
    bool translates = true; ///< false: every method is called, for comparison
    Unsafe unsafe = Unsafe::Alone;
};

struct HostedOps {
    UserOps ops;
    std::vector<UserMethod> methods;
};

enum class ModuleMessage : char {
    // requests to the process
    Open = 'o', ///< OpenRequest → ModuleFacts
    Ops = 'p',  ///< OpsRequest → SentOps
    Call = 'c', ///< CallRequest → CallReply
    // messages from the process
    Confined = 'l', ///< the confinement, as text for users; always the first message
    Doing = 'a',    ///< the next step of the process, as text for users
    Reply = 'r',
    Error = 'e',
    NoMemory = 'm', ///< the process ran out of memory and ends
};

/// The descriptors that the process inherits, besides standard input, which is the socket.
constexpr int kArchiveDescriptor = 3; ///< SharedMemory: the archive for LibTorch
constexpr int kArenaDescriptor = 4;   ///< SharedMemory: rows and weights of calls

struct OpenRequest {
    std::string path;                ///< for messages
    std::optional<std::string> text; ///< text of the module; nullopt if it is in the archive
    std::uint64_t archiveBytes = 0;  ///< size of the archive
    std::vector<std::uint64_t> records = {};
    RecursionChoice recursion = RecursionChoice::Auto;
    std::uint64_t firstBytes = 0;          ///< extra memory for reading and the first calls
    std::uint64_t bytes = 0;               ///< extra memory afterwards
    std::uint64_t memoryLimit = 0;         ///< memoryLimit() (core/base/budget.h) of the program
    std::optional<ModuleFacts> known = {}; ///< facts of the same module: skips the first calls
};

/// The serializable part of an op's call.
struct SentCall {
    OpId op;
    std::vector<ParamId> parameters;
    std::string title;
    std::string hazard;
};

struct SentOps {
    HostedOps hosted; ///< ops without their calls
    std::vector<SentCall> calls;
};

/// A call of an op from an earlier Ops reply with the same arity and type. All positions are byte offsets in the arena;
/// 0 if there is no data.
struct CallRequest {
    std::int32_t arity = 0;
    DType dtype = DType::Float32;
    OpId op;
    std::uint64_t rows = 0;
    std::optional<std::uint64_t> seed = {}; ///< seed of the random numbers
    std::int32_t threads = 1;
    std::uint64_t arenaBytes = 0;
    std::vector<std::uint64_t> arguments = {};  ///< by slot
    std::vector<std::uint64_t> parameters = {}; ///< in the order of the call's list
    std::vector<std::uint64_t> outputs = {};    ///< written; in a backward call their gradients, which are read
    bool isBackward = false;
    std::vector<std::uint64_t> argumentGradients = {};  ///< written, for rows only
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
void fields(auto& wire, Op& op) { // ops of modules have no attributes
    wire(op.name, op.arguments, op.body, op.batchable);
}
void fields(auto& wire, ParamSpec& param) { // no `init`: all parameters of a module have numbers
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

/// Checks if the data of a process can be used: valid ids, bodies with consistent widths, the ops that the recursion
/// needs. A process with a hostile module may send anything.
[[nodiscard]] bool areSound(const ModuleFacts& facts);
[[nodiscard]] bool areSound(const SentOps& sent, const ModuleFacts& facts, const OpsRequest& request);

// A message is a kind, a length and bytes.

/// Returns false if the other end is closed. Raises no signal (SIGPIPE).
[[nodiscard]] bool sendMessage(int socket, ModuleMessage kind, std::string_view bytes);

class MessageReader {
public:
    struct Message {
        ModuleMessage kind;
        std::string bytes;
    };

    explicit MessageReader(std::uint64_t most) : m_most(most) {}

    /// Waits for bytes and reads them. Returns false at the end, or if a message is longer than `most`.
    [[nodiscard]] bool receive(int socket);
    /// The next complete message, if there is one.
    [[nodiscard]] std::optional<Message> next();

private:
    std::uint64_t m_most;
    std::string m_received;
};

// Memory shared by two processes: one creates it, and the other receives its descriptor at its start. It can grow but
// never shrink, so that neither process can invalidate memory that the other one reads.

class SharedMemory {
public:
    /// Backend error if the kernel refuses.
    [[nodiscard]] static Result<SharedMemory> create();
    /// Opens memory of another process, which must already have the size that grow() is called with. Owns `descriptor`.
    [[nodiscard]] static SharedMemory of(int descriptor) { return {descriptor, false}; }
    SharedMemory(SharedMemory&& other) noexcept;
    SharedMemory& operator=(SharedMemory&& other) noexcept;
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    ~SharedMemory();

    /// Grows to at least `bytes` bytes; new bytes are 0, and data() changes. Backend error if there is no memory.
    [[nodiscard]] Status grow(std::uint64_t bytes);
    /// Null before grow().
    [[nodiscard]] std::byte* data() const { return m_data; }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] int descriptor() const { return m_descriptor; }

private:
    SharedMemory(int descriptor, bool isMaker) : m_descriptor(descriptor), m_isMaker(isMaker) {}

    int m_descriptor = -1;
    bool m_isMaker = false;
    std::byte* m_data = nullptr;
    std::uint64_t m_size = 0;
};

} // namespace batchscope
