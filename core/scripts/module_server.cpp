// SPDX-License-Identifier: GPL-3.0-or-later
//
// batchscope-trial: holds a user's module for another program (module_child.h). It reads the module, makes its ops and
// calls its methods, in a process without files and network.
#include "core/base/budget.h"
#include "core/base/clock.h"
#include "core/exec/interpreter/library_threads_torch.h"
#include "core/exec/interpreter/op_torch.h"
#include "core/exec/interpreter/tensor_call_torch.h"
#include "core/exec/machine.h"
#include "core/scripts/batch_safety_torch.h"
#include "core/scripts/compiled_module_torch.h"
#include "core/scripts/module_messages.h"
#include "core/scripts/module_ops_torch.h"
#include "core/words/script_words.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <map>
#include <new>
#include <optional>
#include <seccomp.h>
#include <set>
#include <string_view>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace batchscope {

namespace {

// Permanently takes from this process everything that a computation does not need: files, network, other programs and
// other processes. There are two locks, since each may have a hole: seccomp allows only listed system calls, and
// Landlock forbids files that an allowed call might still reach.

std::string cannotConfine(std::string_view reason) {
    return fmt::format("the module cannot be run without files and network, because this kernel refuses seccomp ({})",
                       reason);
}

/// System calls for memory, threads, time, and open descriptors.
constexpr auto kAllowed = std::to_array<int>({
    SCMP_SYS(read),          SCMP_SYS(write),        SCMP_SYS(readv),           SCMP_SYS(writev),
    SCMP_SYS(lseek),         SCMP_SYS(close),        SCMP_SYS(fstat),           SCMP_SYS(poll),
    SCMP_SYS(ppoll),         SCMP_SYS(munmap),       SCMP_SYS(mremap),          SCMP_SYS(madvise),
    SCMP_SYS(brk),           SCMP_SYS(futex),        SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list),
    SCMP_SYS(rseq),          SCMP_SYS(membarrier),   SCMP_SYS(sched_yield),     SCMP_SYS(sched_getaffinity),
    SCMP_SYS(getcpu),        SCMP_SYS(getpid),       SCMP_SYS(gettid),          SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres),  SCMP_SYS(gettimeofday), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
    SCMP_SYS(rt_sigaction),  SCMP_SYS(sigaltstack),  SCMP_SYS(rt_sigprocmask),  SCMP_SYS(rt_sigreturn),
    SCMP_SYS(getrandom),     SCMP_SYS(exit),         SCMP_SYS(exit_group),      SCMP_SYS(restart_syscall),
    SCMP_SYS(getrusage),     SCMP_SYS(sysinfo),      SCMP_SYS(mincore),         SCMP_SYS(set_mempolicy),
    SCMP_SYS(get_mempolicy),
});

/// The ruleset of landlock.h, whose installed version may be older than the kernel.
struct LandlockRules {
    std::uint64_t files = 0;
    std::uint64_t network = 0; ///< since version 4
    std::uint64_t scopes = 0;  ///< since version 6
};

constexpr std::uint32_t kAskVersion = 1;

/// Returns the version of Landlock, 0 if the kernel lacks it or does not use it.
int forbidFiles() {
    const auto version = static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion));
    if (version < 1) {
        return 0;
    }
    // Execute, write, read, read a folder, remove two kinds, make seven kinds; later: move, truncate, device commands.
    const unsigned files = 13U + (version >= 2 ? 1U : 0U) + (version >= 3 ? 1U : 0U) + (version >= 5 ? 1U : 0U);
    LandlockRules rules{.files = (std::uint64_t{1} << files) - 1};
    rules.network = version >= 4 ? 3 : 0; // bind and connect
    rules.scopes = version >= 6 ? 3 : 0;  // abstract sockets and signals
    const std::size_t size = version >= 6 ? sizeof rules : version >= 4 ? 2 * sizeof rules.files : sizeof rules.files;
    const auto ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, size, 0));
    if (ruleset < 0) {
        return 0;
    }
    const bool holds = ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    (void)::close(ruleset);
    return holds ? version : 0;
}

/// Returns 0 or an errno.
int allowCallsOnly() {
    const scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == nullptr) {
        return ENOMEM;
    }
    int failure = 0;
    const auto allow = [&](int call, std::initializer_list<scmp_arg_cmp> where = {}) {
        const int added =
            ::seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, static_cast<unsigned>(where.size()), where.begin());
        failure = failure == 0 ? added : failure;
    };
    for (const int call : kAllowed) {
        allow(call);
    }
    // Memory without code; threads but no processes; limits of this process; messages on its own socket.
    allow(SCMP_SYS(mmap), {SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)});
    allow(SCMP_SYS(mprotect), {SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)});
    allow(SCMP_SYS(clone), {SCMP_A0_64(SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM)});
    allow(SCMP_SYS(prlimit64), {SCMP_A0_64(SCMP_CMP_EQ, 0)});
    allow(SCMP_SYS(prctl), {SCMP_A0_64(SCMP_CMP_EQ, PR_SET_NAME)});
    allow(SCMP_SYS(prctl), {SCMP_A0_64(SCMP_CMP_EQ, PR_SET_VMA)}); // names of anonymous memory
    allow(SCMP_SYS(sendto), {SCMP_A4_64(SCMP_CMP_EQ, 0)});
    // The flags of clone3 are behind a pointer, which no filter can follow; the C library then uses clone.
    const int refused = ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    failure = failure == 0 ? refused : failure;
    failure = failure == 0 ? ::seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) : failure; // apply to all threads
    failure = failure == 0 ? ::seccomp_load(filter) : failure;
    ::seccomp_release(filter);
    return -failure;
}

/// Returns the locks that are active, as text for users: `seccomp and Landlock 7`. All existing threads must belong to
/// the caller. Backend error: the kernel has no seccomp, so nothing is locked.
Result<std::string> confineProcess() {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return Error{ErrorCode::Backend, cannotConfine(std::strerror(errno))};
    }
    const int landlock = forbidFiles();
    if (const int failure = allowCallsOnly(); failure != 0) {
        return Error{ErrorCode::Backend, cannotConfine(std::strerror(failure))};
    }
    return landlock > 0 ? fmt::format("seccomp and Landlock {}", landlock)
                        : std::string("seccomp; this kernel has no Landlock");
}

// Calls a module's methods for the first time, on a few random rows, to find out what they return, if their rows may
// batch, and if the translation gives the same numbers.

std::string resultWrong(std::string_view method, std::string_view given, std::string_view found,
                        std::string_view expected) {
    return fmt::format("{} was given {} and returned {}. Expected: {}", method, given, found, expected);
}

constexpr std::int64_t kRowsTried = 5;
constexpr std::size_t kMostWidthsTried = 64;
constexpr std::int32_t kChildrenTried = 3;

std::string shapesOf(const Tensors& tensors) {
    std::vector<std::string> texts;
    for (const at::Tensor& tensor : tensors) {
        texts.push_back(fmt::format("[{}] {}", fmt::join(tensor.sizes().begin(), tensor.sizes().end(), ", "),
                                    c10::toString(tensor.scalar_type())));
    }
    return texts.empty() ? std::string("-") : fmt::format("{}", fmt::join(texts, ", "));
}

bool areRows(const Tensors& tensors, std::int64_t rows) {
    return std::all_of(tensors.begin(), tensors.end(), [&](const at::Tensor& tensor) {
        return tensor.is_floating_point() && tensor.dim() == 2 && tensor.size(0) == rows && tensor.size(1) > 0;
    });
}

std::vector<std::int32_t> widthsOf(const Tensors& rows) {
    std::vector<std::int32_t> widths;
    for (const at::Tensor& tensor : rows) {
        widths.push_back(static_cast<std::int32_t>(tensor.size(1)));
    }
    return widths;
}

/// Receives the name of the method that is called next.
using About = std::function<void(const std::string&)>;

class ModuleTrial {
public:
    ModuleTrial(const OpenedModule& opened, const About& about) : m_opened(opened), m_about(about) {}

    Result<ModuleFacts> run() {
        const FoundMethods& found = m_opened.found;
        m_facts.recursion = found.recursion;
        m_facts.canChoose = found.canChoose;
        m_facts.hasLogits = found.methods.contains(Role::Logits);
        m_facts.isPair = found.methods.contains(Role::Compare);
        m_facts.embeddingRows = m_opened.embeddingRows;
        TRY(findWidths());
        for (const auto& [role, method] : m_opened.found.methods) {
            TRY(check(role, method));
        }
        TRY(checkOps());
        return std::move(m_facts);
    }

private:
    /// Finds the widths of a state from a method that makes a first state.
    Status findWidths() {
        const auto& methods = m_opened.found.methods;
        for (const Role role : {Role::Leaf, Role::Start}) {
            if (methods.contains(role)) {
                return takeWidths(role, 0);
            }
        }
        return methods.contains(Role::Node) ? takeWidths(Role::Node, 0) : guessWidths();
    }

    Status takeWidths(Role role, std::size_t children) {
        const Result<Tensors> results = call(role, children, argumentsFor(role, children));
        TRY(results);
        m_facts.widths = widthsOf(*results);
        return Ok{};
    }

    /// For a sequence without start: finds the width at which a state of zeros becomes a state of the same width.
    Status guessWidths() {
        const std::size_t values = m_opened.found.values;
        std::set<std::int32_t> candidates;
        for (const LiftedTensor& lifted : m_opened.tensors) {
            for (const std::int64_t size : lifted.tensor.sizes()) {
                if (candidates.size() < kMostWidthsTried) {
                    candidates.insert(static_cast<std::int32_t>(size));
                }
            }
        }
        std::optional<Error> first;
        for (const std::int32_t width : candidates) {
            m_facts.widths.assign(values, width);
            const Result<Tensors> results = call(Role::Step, 1, argumentsFor(Role::Step, 1));
            if (results && widthsOf(*results) == m_facts.widths) {
                return Ok{};
            }
            first = first || results ? first : std::optional(results.error());
        }
        m_facts.widths.clear();
        return first ? *first
                     : Error{ErrorCode::Parse,
                             resultWrong("step", "-", "-",
                                         "a start method, or a state whose width is one of the module's weights")};
    }

    [[nodiscard]] std::vector<SlotTree> slotsFor(Role role, std::size_t children) const {
        return slotsOf(m_opened.found.methods.at(role), role, m_opened.found.values, children);
    }

    /// Random rows and words as arguments of a method.
    [[nodiscard]] Tensors argumentsFor(Role role, std::size_t children) const {
        const RoleMethod& method = m_opened.found.methods.at(role);
        Tensors arguments;
        if (method.takesWord) {
            const std::int64_t rows =
                m_opened.embeddingRows == 0 ? 2 : static_cast<std::int64_t>(m_opened.embeddingRows);
            arguments.push_back(at::randint(rows, {kRowsTried}, at::TensorOptions(at::kLong)));
        }
        const std::size_t rows = method.rowsFor(children);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::size_t value = role == Role::Node ? row / std::max<std::size_t>(children, 1)
                                                         : method.valueOf(role, row, m_facts.widths.size());
            arguments.push_back(at::randn({kRowsTried, m_facts.widths[value]}, at::TensorOptions(type())));
        }
        return arguments;
    }

    [[nodiscard]] at::ScalarType type() const {
        for (const LiftedTensor& lifted : m_opened.tensors) {
            if (lifted.tensor.is_floating_point()) {
                return lifted.tensor.scalar_type();
            }
        }
        return at::kFloat;
    }

    Result<Tensors> call(Role role, std::size_t children, const Tensors& arguments) {
        const RoleMethod& method = m_opened.found.methods.at(role);
        m_about(method.name);
        const auto start = Clock::now();
        try {
            Tensors results =
                runTried({m_opened.methods.at(role), m_opened.tensors, slotsFor(role, children)}, arguments);
            m_facts.methods[method.name].seconds = secondsSince(start);
            if (!areRows(results, kRowsTried)) {
                return Error{ErrorCode::Parse,
                             resultWrong(method.name, shapesOf(arguments), shapesOf(results),
                                         fmt::format("floating point rows [{}, width], one for each node of the batch",
                                                     kRowsTried))};
            }
            return results;
        } catch (const std::exception& failure) {
            return Error{ErrorCode::Parse,
                         fmt::format("{} failed on {}: {}", method.name, shapesOf(arguments), reasonOf(failure))};
        }
    }

    [[nodiscard]] std::vector<std::size_t> childrenOf(Role role) const {
        if (role != Role::Node) {
            return {role == Role::Compose || role == Role::Compare ? std::size_t{2} : std::size_t{1}};
        }
        return m_opened.found.methods.contains(Role::Leaf) ? std::vector<std::size_t>{1, 2, 3}
                                                           : std::vector<std::size_t>{0, 1, 2, 3};
    }

    Status check(Role role, const RoleMethod& method) {
        for (const std::size_t children : childrenOf(role)) {
            const Tensors arguments = argumentsFor(role, children);
            const Result<Tensors> results = call(role, children, arguments);
            TRY(results);
            if (role == Role::Logits) {
                m_facts.classes = widthsOf(*results).front();
            } else if (role == Role::Compare) {
                m_facts.compared = widthsOf(*results).front();
            } else if (widthsOf(*results) != m_facts.widths) {
                return Error{ErrorCode::Parse,
                             resultWrong(method.name, shapesOf(arguments), shapesOf(*results),
                                         fmt::format("rows as wide as the state that the first method makes: {}",
                                                     fmt::format("{}", fmt::join(m_facts.widths, ", "))))};
            }
        }
        return Ok{};
    }

    /// Checks the rows of called methods for hazards, and translations against the called method.
    Status checkOps() {
        const OpsRequest request{.name = "", .arity = kChildrenTried, .dtype = DType::Float64};
        const ModuleOps made = moduleOps(m_opened, m_facts, request);
        Result<Parameters> parameters = Parameters::create(made.ops.set, 1, {});
        TRY(parameters);
        for (const auto& [id, role] : made.roles) {
            const std::size_t children = made.children.at(id);
            const Op& op = made.ops.set.ops[id];
            const RoleMethod& method = m_opened.found.methods.at(role);
            const Tensors arguments = argumentsFor(role, children);
            const std::vector<SlotTree> slots = slotsFor(role, children);
            const TriedMethod tried{m_opened.methods.at(role), m_opened.tensors, slots};
            m_about(method.name);
            if (op.call == nullptr) {
                m_facts.methods[method.name].differs =
                    m_facts.methods[method.name].differs || !isSame(op, *parameters, tried, arguments);
            }
            if (op.call != nullptr || m_facts.methods[method.name].differs) {
                TRY(checkRows(method, tried, arguments));
            }
        }
        return Ok{};
    }

    static bool isSame(const Op& op, const Parameters& parameters, const TriedMethod& tried, const Tensors& arguments) {
        Tensors wide;
        for (const at::Tensor& argument : arguments) {
            wide.push_back(argument.is_floating_point() ? argument.to(at::kDouble) : argument);
        }
        Tensors translated = runOp(op, ParameterTensors(parameters), {wide, kRowsTried, at::Tensor(), at::kDouble});
        const Tensors called = runTried(tried, arguments);
        for (at::Tensor& row : translated) {
            row = row.to(called.front().scalar_type());
        }
        return differenceOf(called, translated) <= kRoundingDifference;
    }

    Status checkRows(const RoleMethod& method, const TriedMethod& tried, const Tensors& arguments) {
        if (const std::optional<std::string> written = writtenTensor(tried, arguments)) {
            return Error{ErrorCode::Parse,
                         words::methodWrong(method.name, fmt::format("it changes {} while it runs", *written),
                                            words::kIsFunction)};
        }
        const std::optional<Hazard> hazard = hazardOf(tried, arguments);
        if (!hazard) {
            return Ok{};
        }
        if (hazard->failsAlone) {
            return Error{ErrorCode::Parse, fmt::format("{} can run neither on many rows nor on one: {}. If the module "
                                                       "was saved in training mode, call eval() before saving",
                                                       method.name, hazard->text)};
        }
        m_facts.methods[method.name].hazard = hazard->text;
        return Ok{};
    }

    const OpenedModule& m_opened;
    const About& m_about;
    ModuleFacts m_facts;
};

/// Parse errors: a method fails, returns anything but rows of floats, or can run neither on many rows nor on one.
/// Exceptions of LibTorch are caught.
Result<ModuleFacts> tryModule(const OpenedModule& opened, const About& about) {
    try {
        const c10::InferenceMode guard;
        return ModuleTrial(opened, about).run();
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Parse, words::cannotLoad(reasonOf(failure))};
    }
}

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
