// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module in a separate process that lives as long as this object: batchscope-trial (module_server.cpp), which has no
// files, no network and limited memory. A crash ends only that process; it is killed if it takes too long
// or the user stops, and restarted when it is needed again. Its output is discarded, and its messages are checked.
//
// The process runs a separate program, because a fork of this process would inherit locks held by threads that do not
// exist in it. The start takes some tenths of a second, mostly for LibTorch.
#pragma once

#include "core/base/progress.h"
#include "core/scripts/module_messages.h"

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
    double seconds = 30.0;   ///< for reading and the first calls, after the process has started
    std::uint64_t bytes = 0; ///< memory for this phase, in addition to that at the start
};

/// One call of an op of the process, with the data in this process.
struct CallFrame {
    std::int32_t arity = 0;
    DType dtype = DType::Float32;
    OpId op;
    std::uint64_t rows = 0;
    std::optional<std::uint64_t> seed = {};
    std::int32_t threads = 1;
    std::uint64_t weights = 0; ///< changes whenever parameters may have changed; 0 if unknown
    std::vector<ParamId> ids = {};
    std::vector<std::span<const std::byte>> parameters = {};      ///< in the order of `ids`
    std::vector<std::span<const std::byte>> arguments = {};       ///< by slot
    std::vector<std::span<std::byte>> outputs = {};               ///< written; empty in a backward call
    std::vector<std::span<const std::byte>> outputGradients = {}; ///< backward only
    std::vector<std::span<std::byte>> argumentGradients = {};     ///< written, backward only; empty for integers
    std::vector<std::span<std::byte>> parameterGradients = {};    ///< written, backward only
};

class ModuleChild final : public std::enable_shared_from_this<ModuleChild> {
public:
    static constexpr double kMostCallSeconds = 120.0;

    /// Does not start the process. `packed` is the archive for LibTorch (ModuleArchive), empty for a module as text.
    [[nodiscard]] static Result<std::shared_ptr<ModuleChild>> create(std::string_view packed, OpenRequest request,
                                                                     TrialLimits limits);
    ~ModuleChild();

    /// Starts the process, reads the module and calls its methods for the first time. Parse errors: the module is
    /// invalid, took too long, crashed, or ran out of memory (with the step that was running). Backend error: the
    /// process cannot be started or confined. Cancelled if stopped.
    [[nodiscard]] Result<ModuleFacts> open(const RunControl& control);
    /// Makes ops of the methods. Any thread. Backend error with LibTorch's message; also fails if the process does.
    [[nodiscard]] Result<HostedOps> ops(const OpsRequest& request);
    /// Describes the confinement of its methods' calls, as text for users.
    [[nodiscard]] std::string confinement() const;
    /// Backend errors: LibTorch's message; the process ended or took more than kMostCallSeconds. Cancelled if stopped.
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
    std::vector<OpsRequest> m_asked; // requests to repeat in a new process

    struct Weight {
        std::uint64_t place = 0;
        std::uint64_t version = 0;
    };
    std::map<std::tuple<std::int32_t, DType, ParamId>, Weight> m_weights;
    std::uint64_t m_weightsEnd = 0; // in the arena; the rows of the call follow
};

} // namespace batchscope
