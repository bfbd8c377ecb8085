// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/budget.h"

#include "core/base/check.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

namespace batchscope {

namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = kKiB * kKiB;
constexpr std::uint64_t kGiB = kKiB * kMiB;

constexpr std::uint64_t kMostByDefault = 64 * kGiB;
constexpr std::uint64_t kInput = 640 * kMiB;
constexpr std::uint64_t kLeastUnpacked = 512 * kMiB;
constexpr std::uint64_t kMemoryOfFile = 64;    // bytes per byte of a file: short trees take 16 or more
constexpr std::uint64_t kUnpackedOfFile = 128; // text rarely compresses better than 20:1; a zip bomb 1000:1
/// A node of a chain, the worst case: 40 bytes as an open bracket and 32 as a node, both in vectors that may be half
/// empty, plus a copy in the index or held by the caller.
constexpr std::uint64_t kBytesPerNode = 160;
constexpr std::uint64_t kShareOfText = 5; // textBytes is 1/5 of the input limit

std::atomic<std::uint64_t>& givenLimit() {
    static std::atomic<std::uint64_t> given{0}; // 0: none
    return given;
}

/// Reads a file of one number; none if there is no such file or it contains "max".
std::optional<std::uint64_t> numberIn(const char* path) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

std::uint64_t freeMemory() {
    std::uint64_t available = std::numeric_limits<std::uint64_t>::max();
    std::ifstream info("/proc/meminfo");
    for (std::string line; std::getline(info, line);) {
        constexpr std::string_view kKey = "MemAvailable:";
        if (line.starts_with(kKey)) {
            available = std::strtoull(line.c_str() + kKey.size(), nullptr, 10) * kKiB;
        }
    }
    const auto most = numberIn("/sys/fs/cgroup/memory.max"); // limit of a container
    const auto taken = numberIn("/sys/fs/cgroup/memory.current");
    if (most && taken) {
        available = std::min(available, *most - std::min(*most, *taken));
    }
    return available;
}

std::uint64_t limitOfMachine() {
    static const std::uint64_t kLimit = std::clamp(freeMemory() / 2, kLeastMemoryLimit, kMostByDefault);
    return kLimit;
}

/// In the form of --memory-limit, rounded up.
std::string asOption(std::uint64_t bytes) {
    const bool large = bytes >= kGiB;
    const std::uint64_t unit = large ? kGiB : kMiB;
    return fmt::format("{}{}", (bytes + unit - 1) / unit, large ? 'G' : 'M');
}

} // namespace

std::uint64_t memoryLimit() {
    const std::uint64_t given = givenLimit().load();
    return given > 0 ? given : limitOfMachine();
}

std::uint64_t inputLimit() {
    const std::uint64_t given = givenLimit().load();
    return given > 0 ? given : std::min(kInput, limitOfMachine());
}

std::uint64_t fileLimit(std::uint64_t fileBytes) {
    const std::uint64_t most = memoryLimit();
    if (givenLimit().load() > 0) {
        return most;
    }
    return fileBytes > most / kMemoryOfFile ? most : std::max(inputLimit(), kMemoryOfFile * fileBytes);
}

std::uint64_t unpackedLimit(std::uint64_t packedBytes) {
    const std::uint64_t least = std::max(kLeastUnpacked, givenLimit().load());
    return std::max(least, kUnpackedOfFile * std::min(packedBytes, std::uint64_t{1} << 50U));
}

void setMemoryLimit(std::optional<std::uint64_t> bytes) {
    BATCHSCOPE_CHECK(!bytes || *bytes >= kLeastMemoryLimit);
    givenLimit().store(bytes.value_or(0));
}

Result<std::uint64_t> parseMemoryLimit(std::string_view text) {
    constexpr std::string_view kUnits = "KMGT";
    constexpr double kMost = 1e18;
    double bytes = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), bytes, std::chars_format::fixed);
    std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    if (const std::size_t power = unit.empty() ? std::string_view::npos : kUnits.find(unit.front());
        power != std::string_view::npos) {
        bytes *= std::pow(static_cast<double>(kKiB), static_cast<double>(power + 1));
        unit.remove_prefix(1);
        unit = unit == "iB" || unit == "B" ? std::string_view() : unit;
    }
    const bool isInRange = bytes >= static_cast<double>(kLeastMemoryLimit) && bytes <= kMost; // false for NaN
    if (code != std::errc() || !unit.empty() || !isInRange) {
        return Error{ErrorCode::Config,
                     fmt::format("expected a size such as 512M or 24G (powers of 1024), at least {}; got '{}'",
                                 asOption(kLeastMemoryLimit), elided(text, 40))};
    }
    return static_cast<std::uint64_t>(bytes);
}

TreeLimits treeLimits() {
    constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 31U; // ids have 32 bits
    constexpr std::uint64_t kMostText = (std::uint64_t{1} << 32U) - kMiB;
    constexpr std::size_t kNodesOfToken = 4;
    const std::uint64_t limit = inputLimit();
    TreeLimits limits;
    limits.nodes = static_cast<std::size_t>(std::min(limit / kBytesPerNode, kMostNodes));
    limits.tokens = limits.nodes / kNodesOfToken;
    limits.textBytes = static_cast<std::size_t>(std::min(limit / kShareOfText, kMostText));
    return limits;
}

std::string limitAdvice(std::uint64_t limit, std::uint64_t needed) {
    constexpr std::uint64_t kMargin = 8; // an eighth more than estimated
    return fmt::format("the limit is {}: raise it with --memory-limit {}", formatBytes(limit),
                       asOption(needed + needed / kMargin));
}

std::string raiseAdvice(std::uint64_t limit) {
    constexpr std::uint64_t kTimes = 4;
    return fmt::format("raise the limit with --memory-limit {}", asOption(kTimes * limit));
}

std::string tooManyNodes(std::size_t limit) {
    return fmt::format("this tree has more than {} nodes, the limit for one tree; {}", withThousands(limit),
                       raiseAdvice(inputLimit()));
}

std::string tooMuchText() {
    return fmt::format("this tree has more than {} of text, the limit for one tree; {}",
                       formatBytes(treeLimits().textBytes), raiseAdvice(inputLimit()));
}

} // namespace batchscope
