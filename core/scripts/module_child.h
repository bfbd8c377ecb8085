// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module that another process holds, for as long as this object lives: batchscope-trial (module_server.h), which has
// no files, no network and a bound on memory (sandbox.h). What it crashes on, only it crashes on; what takes too long
// is killed, and so is what runs when the user stops. It is started again when it is needed again. What it prints is
// lost, and what it says is checked.
//
// The process is a program of its own: a copy of this one (fork) would have this one's locks, taken by threads that it
// does not have. Starting it takes some tenths of a second, mostly LibTorch's.
#pragma once

#include "core/base/progress.h"
#include "core/scripts/message_socket.h"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace batchscope {

struct TrialLimits {
    double seconds = 30.0;   ///< for reading and the first calls, once the process has started
    std::uint64_t bytes = 0; ///< of memory meanwhile, in addition to what it has at its start
};

/// One call of an op that the process has told of, as bytes of this process.
struct CallFrame {
    std::int32_t arity = 0;
    DType dtype = DType::Float32;
    OpId op;
    std::uint64_t rows = 0;
    std::optional<std::uint64_t> seed = {};
    std::int32_t threads = 1;
    std::uint64_t weights = 0; ///< a number that differs when parameters may have changed; 0: not known
    std::vector<ParamId> ids = {};
    std::vector<std::span<const std::byte>> parameters = {};      ///< by ids
    std::vector<std::span<const std::byte>> arguments = {};       ///< by slot
    std::vector<std::span<std::byte>> outputs = {};               ///< written; backward: empty
    std::vector<std::span<const std::byte>> outputGradients = {}; ///< backward
    std::vector<std::span<std::byte>> argumentGradients = {};     ///< written, backward; empty of integers
    std::vector<std::span<std::byte>> parameterGradients = {};    ///< written, backward
};

class ModuleChild final : public std::enable_shared_from_this<ModuleChild> {
public:
    static constexpr double kMostCallSeconds = 120.0;

    /// Nothing runs yet. `packed`: what LibTorch reads (ModuleArchive); empty: the request has a text.
    [[nodiscard]] static Result<std::shared_ptr<ModuleChild>> create(std::string_view packed, OpenRequest request,
                                                                     TrialLimits limits);
    ~ModuleChild();

    /// Starts the process, reads the module and calls its methods for the first time. Parse errors: what is wrong with
    /// the module; it took too long, it crashed, it ran out of memory (each says what it was about to do). Backend
    /// error: the process cannot be started or confined. Cancelled when stopped.
    [[nodiscard]] Result<ModuleFacts> open(const RunControl& control);
    /// The methods as ops. Any thread. Errors: what LibTorch says, as a Backend error; those of the process.
    [[nodiscard]] Result<HostedOps> ops(const OpsRequest& request);
    /// What bounds the calls of its methods, for people.
    [[nodiscard]] std::string confinement() const;
    /// Backend errors: what LibTorch says; the process ended, or took more than kMostCallSeconds. Cancelled when
    /// stopped.
    [[nodiscard]] Result<CallReply> call(const CallFrame& frame, const RunControl& control);

private:
    class Process;

    ModuleChild(OpenRequest request, TrialLimits limits, SharedMemory archive, SharedMemory arena);
    [[nodiscard]] Result<ModuleFacts> start(const RunControl& control);
    [[nodiscard]] Status keepRunning(const RunControl& control);
    template <typename Reply>
    [[nodiscard]] Result<Reply> ask(ModuleMessage kind, const std::string& request, double seconds,
                                    const RunControl& control);
    [[nodiscard]] Status placeWeights(const CallFrame& frame, std::vector<std::uint64_t>& places);

    mutable std::mutex m_mutex; // one request at a time
    OpenRequest m_request;
    TrialLimits m_limits;
    SharedMemory m_archive;
    SharedMemory m_arena;
    std::unique_ptr<Process> m_process;
    std::optional<ModuleFacts> m_facts;
    std::string m_confinement;
    std::vector<OpsRequest> m_asked; // what a new process has to make again

    struct Weight {
        std::uint64_t place = 0;
        std::uint64_t version = 0;
    };
    std::map<std::tuple<std::int32_t, DType, ParamId>, Weight> m_weights;
    std::uint64_t m_weightsEnd = 0; // in the arena; rows of the call are behind
};

} // namespace batchscope
