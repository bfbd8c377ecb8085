// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench_context.h"

#include "core/exec/machine.h"
#include "core/kernels/gemm.h"
#include "core/words/bench_words.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

namespace batchscope {

BenchContext contextOf(const Treebank& bank, const BenchConfig& config) {
    BenchContext context;
    context.cpu = cpuName();
    context.threads = threadCount();
    context.torch = torchVersion();
    context.blas = blasName();
    context.gemm = gemmName();
    context.instructionSet = engineOrUsual(config.run.executor).instructionSet;
    context.seed = config.seed;
    context.file = bank.files.empty() ? "" : bank.files.front();
#ifdef NDEBUG
    context.build = "release";
#else
    context.build = words::kBuiltWithAssertions;
#endif
    return context;
}

void measureLimits(const BenchConfig& config, BenchContext& context) {
    if (config.rooflineSeconds <= 0.0) {
        return;
    }
    Roofline roofline = measureRoofline(context.threads, context.instructionSet, config.rooflineSeconds);
    if (context.roofline) {
        roofline.fmaFlops = std::max(roofline.fmaFlops, context.roofline->fmaFlops);
        roofline.copyBytes = std::max(roofline.copyBytes, context.roofline->copyBytes);
    }
    context.roofline = roofline;
}

BuildIdentity buildIdentity() {
#ifdef __clang__
    const std::string compiler =
        fmt::format("{} {}.{}.{}", "clang++", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
    const std::string compiler = fmt::format("{} {}", "g++", __VERSION__);
#endif
    return {BATCHSCOPE_VERSION, BATCHSCOPE_COMMIT, compiler};
}

std::string hostName() {
    std::array<char, 256> name{}; // the longest that Linux has is 64
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::optional<std::string> frequencyGovernor() {
    std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    std::string name;
    return file >> name ? std::optional(name) : std::nullopt;
}

std::optional<LoadAverages> loadAverages() {
    LoadAverages averages{};
    const int count = getloadavg(averages.data(), static_cast<int>(averages.size()));
    return count == static_cast<int>(averages.size()) ? std::optional(averages) : std::nullopt;
}

std::string utcText(std::chrono::system_clock::time_point time) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

} // namespace batchscope
