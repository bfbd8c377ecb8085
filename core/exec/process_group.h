// SPDX-License-Identifier: GPL-3.0-or-later
//
// Processes, on one machine or several, that train one net together: each is a rank from 0 on, and all of them make the
// same calls in the same order. Built on c10d with Gloo.
//
//     const std::optional<GroupPlace> place = groupPlace();     // as torchrun, Slurm or Open MPI set it
//     Result<std::unique_ptr<ProcessGroup>> group = joinGroup(*place);
//     TRY((*group)->sum(gradient));
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// Where a process stands in its group.
struct GroupPlace {
    int rank = 0;
    int size = 1;
    std::string file;        ///< where ranks of one machine find each other; empty: at host and port
    std::string host;        ///< of rank 0
    std::uint16_t port = 0;  ///< of rank 0
    std::string networkCard; ///< interface to send over, such as "eth0"; empty: that of the host name, or loopback
    double patience = 25.0;  ///< seconds that a call waits for the other ranks
};

/// The place that the environment names: BATCHSCOPE_GROUP_FILE or MASTER_ADDR and MASTER_PORT (29500), with RANK and
/// WORLD_SIZE, SLURM_PROCID and SLURM_NTASKS, or OMPI_COMM_WORLD_RANK and OMPI_COMM_WORLD_SIZE; GLOO_SOCKET_IFNAME is
/// the card. Nullopt without such variables or for a single process. Config error: a variable that is no number, a rank
/// outside of its group, or no address.
[[nodiscard]] Result<std::optional<GroupPlace>> groupPlace();

/// Not for two threads at once. Backend error of each call: another rank has ended or did not answer in time.
class ProcessGroup {
public:
    virtual ~ProcessGroup() = default;
    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;
    /// Replaces each number by its sum over all ranks, the same to the bit in each of them.
    [[nodiscard]] virtual Status sum(std::span<float> numbers) = 0;
    [[nodiscard]] virtual Status sum(std::span<double> numbers) = 0;
    /// The bytes of every rank, by rank; they may have different sizes.
    [[nodiscard]] virtual Result<std::vector<std::vector<std::byte>>> gather(std::span<const std::byte> bytes) = 0;
};

/// Waits until all ranks have come. Backend error when they do not in time. Errors of torchParts().
[[nodiscard]] Result<std::unique_ptr<ProcessGroup>> joinGroup(const GroupPlace& place);

} // namespace batchscope
