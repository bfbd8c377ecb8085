// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_child.h"

#include "core/base/budget.h"
#include "core/base/clock.h"
#include "core/base/program_files.h"
#include "core/base/text.h"
#include "core/exec/torch_parts.h"
#include "core/scripts/module_part.h"
#include "core/words/script_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace batchscope {

namespace {

constexpr const char* kModuleAnsweredNonsense =
    "the process that holds the module answered nonsense, so nothing of it is used";
constexpr int kPollMilliseconds = 20;
constexpr double kSecondsToStart = 60.0;
constexpr const char* kTrialProgram = "batchscope-trial";
constexpr std::uint64_t kAlignment = 64;

std::uint64_t aligned(std::uint64_t place) {
    return (place + kAlignment - 1) / kAlignment * kAlignment;
}

} // namespace

/// A running child whose standard input is the other end of a socket.
class ModuleChild::Process {
public:
    Process(std::uint64_t mostBytes, const OpenRequest& request)
        : m_messages(mostBytes), m_memory(request.firstBytes), m_memoryLater(request.bytes) {}
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process() {
        if (m_child > 0) {
            (void)::kill(m_child, SIGKILL);
            (void)reap();
        }
        if (m_socket >= 0) {
            (void)::close(m_socket);
        }
    }

    Status start(int archive, int arena) {
        const std::string program = findProgramFile(kTrialProgram);
        if (program.empty()) {
            return Error{
                ErrorCode::Backend,
                fmt::format(
                    "{} is missing; Batchscope needs it to try a module before running it. Reinstall Batchscope",
                    kTrialProgram)};
        }
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
            return Error{ErrorCode::Backend, words::cannotTry(std::strerror(errno))};
        }
        m_socket = ends[0];
        const int failure = spawn(program, ends[1], archive, arena);
        (void)::close(ends[1]);
        return failure == 0 ? Status(Ok{}) : Error{ErrorCode::Backend, words::cannotTry(std::strerror(failure))};
    }

    void send(ModuleMessage kind, const std::string& bytes) {
        m_isIdle = false;
        (void)sendMessage(m_socket, kind, bytes); // wait() notices if the process has ended
    }

    /// Waits for the next reply and returns its bytes.
    Result<std::string> wait(double seconds, const RunControl& control) {
        Clock::time_point start = Clock::now();
        while (true) {
            if (control.stopRequested()) {
                return cancelledError();
            }
            const bool hadStarted = m_hasStarted;
            const double most = m_hasStarted ? seconds : kSecondsToStart;
            if (secondsSince(start) > most) {
                return failed(fmt::format("stopped after {:g} s: {}", most, m_about));
            }
            pollfd ready{m_socket, POLLIN, 0};
            if (::poll(&ready, 1, kPollMilliseconds) <= 0) {
                continue;
            }
            const bool goesOn = m_messages.receive(m_socket);
            if (std::optional<Result<std::string>> reply = takeMessages()) {
                return std::move(*reply);
            }
            if (!goesOn) {
                return ended(control);
            }
            start = hadStarted == m_hasStarted ? start : Clock::now();
        }
    }

    /// True if the process has answered every request.
    [[nodiscard]] bool isIdle() const { return m_isIdle; }
    [[nodiscard]] const std::string& confinement() const { return m_confinement; }

private:
    int spawn(const std::string& program, int end, int archive, int arena) {
        posix_spawn_file_actions_t files{};
        posix_spawnattr_t attributes{};
        sigset_t none{};
        (void)::sigemptyset(&none);
        (void)::posix_spawn_file_actions_init(&files);
        // The descriptors are first duplicated to unused numbers, so that none overwrites another.
        const std::array from = {end, archive, arena};
        const int aside = *std::max_element(from.begin(), from.end()) + 1;
        for (int each = 0; each < 3; ++each) {
            (void)::posix_spawn_file_actions_adddup2(&files, from[static_cast<std::size_t>(each)], aside + each);
        }
        for (int each = 0; const int to : {STDIN_FILENO, kArchiveDescriptor, kArenaDescriptor}) {
            (void)::posix_spawn_file_actions_adddup2(&files, aside + each, to);
            (void)::posix_spawn_file_actions_addclose(&files, aside + each++);
        }
        (void)::posix_spawnattr_init(&attributes);
        (void)::posix_spawnattr_setsigmask(&attributes, &none);
        (void)::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        std::string name = kTrialProgram;
        std::array<char*, 2> arguments = {name.data(), nullptr};
        const int failure = ::posix_spawn(&m_child, program.c_str(), &files, &attributes, arguments.data(), ::environ);
        (void)::posix_spawnattr_destroy(&attributes);
        (void)::posix_spawn_file_actions_destroy(&files);
        m_child = failure == 0 ? m_child : 0;
        return failure;
    }

    /// Waits for the process to end and returns its waitpid status.
    int reap() {
        int status = 0;
        while (::waitpid(m_child, &status, 0) < 0 && errno == EINTR) {
        }
        m_child = 0;
        return status;
    }

    std::optional<Result<std::string>> takeMessages() {
        while (std::optional<MessageReader::Message> message = m_messages.next()) {
            switch (message->kind) {
            case ModuleMessage::Confined:
                m_hasStarted = true;
                m_confinement = std::move(message->bytes);
                break;
            case ModuleMessage::Doing: m_about = std::move(message->bytes); break;
            case ModuleMessage::NoMemory: m_isOutOfMemory = true; break;
            case ModuleMessage::Reply:
                m_isIdle = true;
                m_memory = m_memoryLater;
                return Result<std::string>(std::move(message->bytes));
            case ModuleMessage::Error: {
                m_isIdle = true;
                const std::optional<Error> error = fromWire<Error>(message->bytes);
                return Result<std::string>(
                    error && error->code <= ErrorCode::Cancelled ? *error : failed(kModuleAnsweredNonsense));
            }
            default: return Result<std::string>(failed(kModuleAnsweredNonsense));
            }
        }
        return std::nullopt;
    }

    /// A Backend error before the process has started, since the module cannot be the cause yet; then a Parse error.
    [[nodiscard]] Error failed(std::string message) const {
        return Error{m_hasStarted ? ErrorCode::Parse : ErrorCode::Backend, std::move(message)};
    }

    Result<std::string> ended(const RunControl& control) {
        const int status = reap();
        if (control.stopRequested()) {
            return cancelledError();
        }
        if (m_isOutOfMemory) {
            return failed(fmt::format("stopped at {} of memory: {}", formatBytes(m_memory), m_about));
        }
        const std::string how =
            WIFSIGNALED(status) ? std::string(::strsignal(WTERMSIG(status))) : fmt::format("{}", WEXITSTATUS(status));
        return failed(fmt::format("the process that tried the module ended ({}): {}", how, m_about));
    }

    pid_t m_child = 0;
    int m_socket = -1;
    MessageReader m_messages;
    bool m_hasStarted = false;
    std::string m_confinement;
    std::string m_about = "starting batchscope-trial";
    std::uint64_t m_memory;
    std::uint64_t m_memoryLater; // after the first reply
    bool m_isOutOfMemory = false;
    bool m_isIdle = false;
};

ModuleChild::ModuleChild(OpenRequest request, TrialLimits limits, SharedMemory archive, SharedMemory arena)
    : m_request(std::move(request)), m_limits(limits), m_archive(std::move(archive)), m_arena(std::move(arena)) {}

ModuleChild::~ModuleChild() = default;

Result<std::shared_ptr<ModuleChild>> ModuleChild::create(std::string_view packed, OpenRequest request,
                                                         TrialLimits limits) {
    Result<SharedMemory> archive = SharedMemory::create();
    Result<SharedMemory> arena = SharedMemory::create();
    if (!archive || !arena) {
        return archive ? arena.error() : archive.error();
    }
    TRY(archive->grow(packed.size()));
    if (!packed.empty()) {
        std::memcpy(archive->data(), packed.data(), packed.size());
    }
    request.archiveBytes = packed.size();
    request.firstBytes = limits.bytes;
    return std::shared_ptr<ModuleChild>(
        new ModuleChild(std::move(request), limits, std::move(*archive), std::move(*arena)));
}

Result<ModuleFacts> ModuleChild::open(const RunControl& control) {
    const std::lock_guard lock(m_mutex);
    return start(control);
}

Result<ModuleFacts> ModuleChild::start(const RunControl& control) {
    const std::uint64_t numbers = m_request.archiveBytes + (m_request.text ? memoryLimit() / 8 : 0);
    constexpr std::uint64_t kLittle = std::uint64_t{64} << 20U;
    m_process = std::make_unique<Process>(kLittle + 4 * numbers, m_request); // replies hold the weights as doubles
    if (const Status started = m_process->start(m_archive.descriptor(), m_arena.descriptor()); !started) {
        m_process.reset();
        return started.error();
    }
    Result<ModuleFacts> facts = ask<ModuleFacts>(ModuleMessage::Open, wireOf(m_request), m_limits.seconds, control);
    if (facts && !areSound(*facts)) {
        facts = Error{ErrorCode::Backend, kModuleAnsweredNonsense};
    }
    if (facts) {
        m_confinement = m_process->confinement();
        m_facts = m_facts ? m_facts : std::optional(*facts);
        m_request.known = m_facts;
        m_weights.clear(); // the previous process may have overwritten the arena
    } else {
        m_process.reset();
    }
    return facts;
}

Status ModuleChild::keepRunning(const RunControl& control) {
    if (m_process != nullptr) {
        return Ok{};
    }
    TRY(start(control));
    for (const OpsRequest& request : m_asked) {
        TRY(ask<SentOps>(ModuleMessage::Ops, wireOf(request), m_limits.seconds, control));
    }
    return Ok{};
}

template <typename Reply>
Result<Reply> ModuleChild::ask(ModuleMessage kind, const std::string& request, double seconds,
                               const RunControl& control) {
    m_process->send(kind, request);
    const Result<std::string> bytes = m_process->wait(seconds, control);
    std::optional<Reply> reply = bytes ? fromWire<Reply>(*bytes) : std::nullopt;
    if (reply) {
        return std::move(*reply);
    }
    if (bytes) {
        m_process.reset();
        return Error{ErrorCode::Backend, kModuleAnsweredNonsense};
    }
    if (!m_process->isIdle()) { // the process has ended, or is busy and must be killed
        m_process.reset();
    }
    return bytes.error();
}

Result<HostedOps> ModuleChild::ops(const OpsRequest& request) {
    const std::lock_guard lock(m_mutex);
    const RunControl control;
    TRY(keepRunning(control));
    Result<SentOps> sent = ask<SentOps>(ModuleMessage::Ops, wireOf(request), m_limits.seconds, control);
    TRY(sent);
    if (!areSound(*sent, *m_facts, request)) {
        return Error{ErrorCode::Backend, kModuleAnsweredNonsense};
    }
    if (!sent->calls.empty()) {
        const Result<const TorchParts*> parts = torchParts();
        TRY(parts);
        for (SentCall& call : sent->calls) {
            Op& op = sent->hosted.ops.set.ops[call.op];
            op.call = (*parts)->modules->remoteCall(shared_from_this(), request, op, std::move(call));
        }
    }
    m_asked.push_back(request);
    return std::move(sent->hosted);
}

std::string ModuleChild::confinement() const {
    const std::lock_guard lock(m_mutex);
    return m_confinement;
}

/// Puts the weights into the arena. They stay there and are rewritten only if they may have changed.
Status ModuleChild::placeWeights(const CallFrame& frame, std::vector<std::uint64_t>& places) {
    for (std::size_t index = 0; index < frame.ids.size(); ++index) {
        const std::span<const std::byte> numbers = frame.parameters[index];
        Weight& weight = m_weights[{frame.arity, frame.dtype, frame.ids[index]}];
        if (weight.version == 0) {
            weight.place = aligned(m_weightsEnd);
            m_weightsEnd = weight.place + numbers.size();
        }
        TRY(m_arena.grow(m_weightsEnd));
        if (weight.version == 0 || weight.version != frame.weights || frame.weights == 0) {
            std::copy(numbers.begin(), numbers.end(), m_arena.data() + weight.place);
            weight.version = std::max<std::uint64_t>(frame.weights, 1);
        }
        places.push_back(weight.place);
    }
    return Ok{};
}

Result<CallReply> ModuleChild::call(const CallFrame& frame, const RunControl& control) {
    const std::lock_guard lock(m_mutex);
    TRY(keepRunning(control));
    CallRequest request{.arity = frame.arity,
                        .dtype = frame.dtype,
                        .op = frame.op,
                        .rows = frame.rows,
                        .seed = frame.seed,
                        .threads = frame.threads,
                        .isBackward = frame.outputs.empty()};
    TRY(placeWeights(frame, request.parameters));
    std::uint64_t end = m_weightsEnd;
    const auto place = [&](const auto& blocks, std::vector<std::uint64_t>& places) {
        for (const auto& block : blocks) {
            places.push_back(aligned(end));
            end = places.back() + block.size();
        }
    };
    place(frame.arguments, request.arguments);
    place(request.isBackward ? frame.outputGradients
                             : std::vector<std::span<const std::byte>>(frame.outputs.begin(), frame.outputs.end()),
          request.outputs);
    place(frame.argumentGradients, request.argumentGradients);
    place(frame.parameterGradients, request.parameterGradients);
    TRY(m_arena.grow(end + kAlignment));
    request.arenaBytes = m_arena.size();
    const auto write = [&](const auto& blocks, const std::vector<std::uint64_t>& places) {
        for (std::size_t index = 0; index < blocks.size(); ++index) {
            std::copy(blocks[index].begin(), blocks[index].end(), m_arena.data() + places[index]);
        }
    };
    const auto read = [&](const auto& blocks, const std::vector<std::uint64_t>& places) {
        for (std::size_t index = 0; index < blocks.size(); ++index) {
            std::copy_n(m_arena.data() + places[index], blocks[index].size(), blocks[index].begin());
        }
    };
    write(frame.arguments, request.arguments);
    write(frame.outputGradients, request.outputs);
    Result<CallReply> reply = ask<CallReply>(ModuleMessage::Call, wireOf(request), kMostCallSeconds, control);
    if (!reply) {
        return Error{reply.error().code == ErrorCode::Cancelled ? ErrorCode::Cancelled : ErrorCode::Backend,
                     reply.error().message};
    }
    if (request.isBackward && (reply->arguments.size() != frame.argumentGradients.size() ||
                               reply->parameters.size() != frame.parameterGradients.size())) {
        return Error{ErrorCode::Backend, kModuleAnsweredNonsense};
    }
    read(frame.outputs, request.outputs);
    read(frame.argumentGradients, request.argumentGradients);
    read(frame.parameterGradients, request.parameterGradients);
    return reply;
}

} // namespace batchscope
