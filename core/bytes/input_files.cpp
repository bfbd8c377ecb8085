// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bytes/input_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>

namespace batchscope {

namespace {

/// Device, inode, and when it was made: an inode is given to another file when its own has gone.
using Identity = std::tuple<std::uint64_t, std::uint64_t, std::int64_t, std::uint32_t>;

struct Inputs {
    std::mutex mutex;
    std::set<Identity> files;
};

Inputs& inputs() {
    static Inputs kInputs;
    return kInputs;
}

std::optional<Identity> identityOf(int folder, const char* path, int flags) {
    constexpr unsigned kDeviceBits = 32;
    struct statx facts = {};
    if (::statx(folder, path, flags, STATX_TYPE | STATX_INO | STATX_BTIME, &facts) != 0 || !S_ISREG(facts.stx_mode)) {
        return std::nullopt;
    }
    const std::uint64_t device = (std::uint64_t{facts.stx_dev_major} << kDeviceBits) | facts.stx_dev_minor;
    return Identity{device, facts.stx_ino, facts.stx_btime.tv_sec, facts.stx_btime.tv_nsec};
}

} // namespace

void noteInput(int descriptor) {
    if (const std::optional<Identity> file = identityOf(descriptor, "", AT_EMPTY_PATH)) {
        const std::scoped_lock lock(inputs().mutex);
        inputs().files.insert(*file);
    }
}

bool isInput(const std::string& path) {
    const std::optional<Identity> file = identityOf(AT_FDCWD, path.c_str(), 0);
    const std::scoped_lock lock(inputs().mutex);
    return file && inputs().files.contains(*file);
}

void forgetInputs() {
    const std::scoped_lock lock(inputs().mutex);
    inputs().files.clear();
}

} // namespace batchscope
