// SPDX-License-Identifier: GPL-3.0-or-later
//
// `ProcessGroup`: processes, on one machine or several, that train one net together. Each has a rank, from 0, and all
// must make the same calls in the same order. Uses c10d with Gloo.
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

/// The rank of a process, and how it finds the other ranks of its group.
struct GroupPlace {
    int rank = 0;
    int size = 1;
    std::string file;        ///< shared by ranks on one machine to find each other; empty: they use host and port
    std::string host;        ///< machine of rank 0
    std::uint16_t port = 0;  ///< port at which rank 0 listens
    std::string networkCard; ///< such as "eth0"; empty: loopback if there is a file, else that of the host name
    double patience = 25.0;  ///< seconds that a call waits for the other ranks
};

/// Reads the place from the environment: rank and size from RANK and WORLD_SIZE, SLURM_PROCID and SLURM_NTASKS, or
/// OMPI_COMM_WORLD_RANK and OMPI_COMM_WORLD_SIZE; the file from BATCHSCOPE_GROUP_FILE; host and port from MASTER_ADDR
/// and MASTER_PORT (default 29500); the network card from GLOO_SOCKET_IFNAME. Nullopt without rank and size, or if the
/// size is 1. Config error if a number is malformed or out of range, or if there is neither a file nor a host.
[[nodiscard]] Result<std::optional<GroupPlace>> groupPlace();

/// Only one thread may use a group at a time. Calls return a Backend error if a rank has ended or does not answer in
/// time.
class ProcessGroup {
public:
    virtual ~ProcessGroup() = default;
    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;
    /// Replaces each number by its sum over all ranks; all ranks get the same bits.
    [[nodiscard]] virtual Status sum(std::span<float> numbers) = 0;
    [[nodiscard]] virtual Status sum(std::span<double> numbers) = 0;
    /// Returns the bytes that each rank passed, by rank; their sizes may differ.
    [[nodiscard]] virtual Result<std::vector<std::vector<std::byte>>> gather(std::span<const std::byte> bytes) = 0;
};

/// Joins the group and waits for all ranks. Backend error if one is missing after `patience` or torchParts() fails.
[[nodiscard]] Result<std::unique_ptr<ProcessGroup>> joinGroup(const GroupPlace& place);

} // namespace batchscope
