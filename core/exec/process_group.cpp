// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/process_group.h"

#include "core/exec/torch_parts.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>

namespace batchscope {

namespace {

constexpr std::uint16_t kUsualPort = 29500; // the default of torchrun

struct Launcher {
    const char* rank;
    const char* size;
};
constexpr std::array<Launcher, 3> kLaunchers = {
    {{"RANK", "WORLD_SIZE"}, {"SLURM_PROCID", "SLURM_NTASKS"}, {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}}};

std::string variable(const char* name) {
    const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing sets it
    return value == nullptr ? std::string() : std::string(value);
}

Result<int> numberIn(const char* name, int least, int most) {
    const std::string text = variable(name);
    int number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || end != text.data() + text.size() || number < least || number > most) {
        return Error{ErrorCode::Config,
                     fmt::format("the environment variable {} is '{}'; expected a number from {} to {}", name, text,
                                 least, most)};
    }
    return number;
}

} // namespace

Result<std::optional<GroupPlace>> groupPlace() {
    constexpr int kMostRanks = 1'000'000;
    for (const Launcher& launcher : kLaunchers) {
        if (variable(launcher.rank).empty() || variable(launcher.size).empty()) {
            continue;
        }
        GroupPlace place;
        const Result<int> size = numberIn(launcher.size, 1, kMostRanks);
        TRY(size);
        const Result<int> rank = numberIn(launcher.rank, 0, *size - 1);
        TRY(rank);
        if (*size == 1) {
            return std::optional<GroupPlace>();
        }
        place.rank = *rank;
        place.size = *size;
        place.file = variable("BATCHSCOPE_GROUP_FILE");
        place.networkCard = variable("GLOO_SOCKET_IFNAME");
        place.host = variable("MASTER_ADDR");
        place.port = kUsualPort;
        if (!variable("MASTER_PORT").empty()) {
            const Result<int> port = numberIn("MASTER_PORT", 1, std::numeric_limits<std::uint16_t>::max());
            TRY(port);
            place.port = static_cast<std::uint16_t>(*port);
        }
        if (place.file.empty() && place.host.empty()) {
            return Error{
                ErrorCode::Config,
                fmt::format("{} and {} name a group of {} processes, but MASTER_ADDR does not name the machine "
                            "of rank 0; export MASTER_ADDR, or unset {}",
                            launcher.rank, launcher.size, *size, launcher.size)};
        }
        return std::optional(place);
    }
    return std::optional<GroupPlace>();
}

Result<std::unique_ptr<ProcessGroup>> joinGroup(const GroupPlace& place) {
    const Result<const TorchParts*> parts = torchParts();
    TRY(parts);
    return (*parts)->interpreter->joinGroup(place);
}

} // namespace batchscope
