// SPDX-License-Identifier: GPL-3.0-or-later
//
// batchscope-trial: holds a user's module for another program (module_child.h). It reads the module, makes its ops and
// calls its methods, confined by sandbox.h.
#include "core/base/budget.h"
#include "core/exec/interpreter/library_threads_torch.h"
#include "core/exec/interpreter/tensor_call_torch.h"
#include "core/exec/machine.h"
#include "core/scripts/batch_safety_torch.h"
#include "core/scripts/compiled_module_torch.h"
#include "core/scripts/message_socket.h"
#include "core/scripts/module_ops_torch.h"
#include "core/scripts/module_trial.h"
#include "core/scripts/sandbox.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <map>
#include <new>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace batchscope {

namespace {

constexpr const char* kModuleNotOpen = "the module is not open";

std::uint64_t presentBytes() {
    std::FILE* const file = std::fopen("/proc/self/statm", "r");
    unsigned long long pages = 0;
    if (file != nullptr) {
        (void)(std::fscanf(file, "%llu", &pages) == 1);
        (void)std::fclose(file);
    }
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void limitMemory(std::uint64_t now, std::uint64_t most) {
    const rlimit memory{std::min(now, most), most};
    (void)::setrlimit(RLIMIT_AS, &memory);
}

void leaveStandardFiles() {
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        (void)::dup2(nowhere, standard);
    }
}

/// Makes LibTorch open its source of random numbers now. oneDNN is disabled: it generates machine code, but a confined
/// process cannot make memory executable.
void prepareLibTorch() {
    at::globalContext().setUserEnabledMkldnn(false);
    (void)at::detail::getDefaultCPUGenerator();
}

class Server {
public:
    explicit Server(int socket) : m_socket(socket), m_arena(SharedMemory::of(kArenaDescriptor)) {}

    void run() {
        MessageReader reader(kMostBytes);
        bool goesOn = true;
        while (goesOn) {
            goesOn = reader.receive(m_socket);
            while (const std::optional<MessageReader::Message> message = reader.next()) {
                serve(*message);
            }
        }
    }

private:
    static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32U; // limit for the text of a module

    void serve(const MessageReader::Message& message) {
        try {
            switch (message.kind) {
            case ModuleMessage::Open: return answer<OpenRequest>(message, &Server::open);
            case ModuleMessage::Ops: return answer<OpsRequest>(message, &Server::ops);
            case ModuleMessage::Call: return answer<CallRequest>(message, &Server::call);
            default: return;
            }
        } catch (const std::bad_alloc&) {
            (void)sendMessage(m_socket, ModuleMessage::NoMemory, "");
            ::_exit(1); // the cleanup of LibTorch may need more memory
        } catch (const std::exception& failure) {
            tell(Error{ErrorCode::Backend, reasonOf(failure)});
        }
    }

    template <typename Request, typename Reply>
    void answer(const MessageReader::Message& message, Result<Reply> (Server::*make)(const Request&)) {
        const std::optional<Request> request = fromWire<Request>(message.bytes);
        BATCHSCOPE_CHECK(request); // both programs are of the same build
        const Result<Reply> reply = (this->*make)(*request);
        if (!reply) {
            return tell(reply.error());
        }
        (void)sendMessage(m_socket, ModuleMessage::Reply, wireOf(*reply));
    }

    void tell(const Error& error) { (void)sendMessage(m_socket, ModuleMessage::Error, wireOf(error)); }
    void say(const std::string& doing) { (void)sendMessage(m_socket, ModuleMessage::Doing, doing); }

    Result<ModuleFacts> open(const OpenRequest& request) {
        setMemoryLimit(request.memoryLimit);
        setThreadCount(1);
        useSetThreads();
        leaveStandardFiles();
        prepareLibTorch();
        const std::uint64_t present = presentBytes() + request.archiveBytes;
        const Result<std::string> confined = confineProcess();
        TRY(confined);
        limitMemory(present + request.firstBytes, present + request.bytes);
        (void)sendMessage(m_socket, ModuleMessage::Confined, *confined);
        say("reading the file");
        Result<OpenedModule> opened = read(request);
        TRY(opened);
        m_opened.emplace(std::move(*opened));
        Result<ModuleFacts> facts = request.known ? Result<ModuleFacts>(*request.known)
                                                  : tryModule(*m_opened, [this](const std::string& method) {
                                                        say(fmt::format("the first call of {}", method));
                                                    });
        limitMemory(present + request.bytes, present + request.bytes);
        if (!facts) {
            return Error{facts.error().code, facts.error().message, request.path};
        }
        m_facts = *facts;
        return facts;
    }

    static Result<OpenedModule> read(const OpenRequest& request) {
        SharedMemory archive = SharedMemory::of(kArchiveDescriptor);
        const Status mapped = archive.grow(request.archiveBytes);
        const std::string_view bytes(reinterpret_cast<const char*>(archive.data()), archive.size());
        return mapped ? openAsAsked(request, bytes) : mapped.error();
    }

    Result<SentOps> ops(const OpsRequest& request) {
        if (!m_opened) {
            return Error{ErrorCode::Backend, kModuleNotOpen};
        }
        const ModuleOps& made =
            m_made.insert_or_assign({request.arity, request.dtype}, moduleOps(*m_opened, m_facts, request))
                .first->second;
        SentOps sent{{made.ops, made.methods}, {}};
        for (std::size_t index = 0; index < made.ops.set.ops.size(); ++index) {
            const OpId id(index);
            if (const OpCall* const call = made.ops.set.ops[id].call.get(); call != nullptr) {
                sent.calls.push_back({id, call->parameters(), call->title(), std::string(call->hazard())});
            }
        }
        return sent;
    }

    [[nodiscard]] void* inArena(std::uint64_t place) const { return m_arena.data() + place; }

    Result<CallReply> call(const CallRequest& request) {
        const auto made = m_made.find({request.arity, request.dtype});
        if (made == m_made.end()) {
            return Error{ErrorCode::Backend, kModuleNotOpen};
        }
        TRY(m_arena.grow(request.arenaBytes));
        if (request.threads != threadCount()) {
            setThreadCount(request.threads);
            useSetThreads();
        }
        const OpSet& set = made->second.ops.set;
        const Op& op = set.ops[request.op];
        const auto& method = static_cast<const TensorCall&>(*op.call);
        const at::TensorOptions type(scalarType(request.dtype));
        const auto rows = static_cast<std::int64_t>(request.rows);
        Tensors arguments;
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            const ArgumentType& argument = op.arguments[slot];
            arguments.push_back(argument.kind == ArgumentClass::Integer
                                    ? at::from_blob(inArena(request.arguments[slot]), {rows}, at::kLong)
                                    : at::from_blob(inArena(request.arguments[slot]), {rows, argument.width}, type));
        }
        Tensors parameters;
        for (std::size_t index = 0; index < request.parameters.size(); ++index) {
            const ParamSpec& param = set.params[method.parameters()[index]];
            parameters.push_back(at::from_blob(inArena(request.parameters[index]), {param.rows, param.columns}, type));
        }
        const auto outputAt = [&](std::size_t output) {
            return at::from_blob(inArena(request.outputs[output]), {rows, op.outputWidth(output)}, type);
        };
        say(fmt::format("a call of {}", op.name));
        CallReply reply;
        if (!request.isBackward) {
            const c10::InferenceMode guard;
            const Tensors results = method.run(arguments, parameters, {.seed = request.seed});
            for (std::size_t output = 0; output < op.outputs(); ++output) {
                if (output >= results.size() || results[output].sizes() != outputAt(output).sizes()) {
                    return Error{ErrorCode::Backend,
                                 fmt::format("{} returned rows of another shape than in its first call", op.name)};
                }
                outputAt(output).copy_(results[output]);
            }
            return reply;
        }
        Tensors given;
        for (std::size_t output = 0; output < op.outputs(); ++output) {
            given.push_back(outputAt(output));
        }
        const CallGradients gradients = method.gradients(arguments, parameters, given, {.seed = request.seed});
        for (std::size_t slot = 0; slot < arguments.size(); ++slot) {
            const at::Tensor& gradient = gradients.arguments[slot];
            reply.arguments.push_back(gradient.defined() ? 1 : 0);
            if (gradient.defined()) {
                at::from_blob(inArena(request.argumentGradients[slot]), arguments[slot].sizes(), type).copy_(gradient);
            }
        }
        for (std::size_t index = 0; index < parameters.size(); ++index) {
            const at::Tensor& gradient = gradients.parameters[index];
            reply.parameters.push_back(gradient.defined() ? 1 : 0);
            if (gradient.defined()) {
                at::from_blob(inArena(request.parameterGradients[index]), parameters[index].sizes(), type)
                    .copy_(gradient);
            }
        }
        return reply;
    }

    int m_socket;
    SharedMemory m_arena;
    std::optional<OpenedModule> m_opened;
    ModuleFacts m_facts;
    std::map<std::pair<std::int32_t, DType>, ModuleOps> m_made;
};

} // namespace
} // namespace batchscope

int main() {
    using namespace batchscope;
    struct stat input {};
    if (::fstat(STDIN_FILENO, &input) != 0 || !S_ISSOCK(input.st_mode)) {
        fmt::print(stderr, "{}\n",
                   "batchscope and batchscope-cli start this program to try a module before they run it; it does "
                   "nothing by itself");
        return 2;
    }
    const int socket = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, kArenaDescriptor + 1);
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL); // ends this process if the other program ends
    (void)std::signal(SIGINT, SIG_IGN);       // Ctrl+C reaches both processes; the other one handles it
    const rlimit none{0, 0};
    (void)::setrlimit(RLIMIT_CORE, &none);
    Server(socket).run();
    ::_exit(0); // skips all cleanup
}
