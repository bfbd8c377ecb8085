// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/roofline.h"

#include "core/base/clock.h"
#include "core/kernels/kernel_choice.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

namespace batchscope {

namespace {

constexpr int kSpells = 8;

/// Size of the source, and of the target, of all threads: eight times the largest cache of most processors.
constexpr std::size_t kCopyBytes = std::size_t{256} << 20U;
constexpr std::uint64_t kRoundsAtOnce = 20'000;

/// The result of one thread, in its own cache line because all threads write at the same time.
struct alignas(64) Spell {
    double amount = 0.0; ///< per second
    float sum = 0.0F;
};

/// Runs `work` on this many threads at once; a team (thread_team.h) may run all shares on one thread.
void runTogether(int threads, const std::function<void(int thread)>& work) {
    std::vector<std::jthread> others;
    for (int thread = 1; thread < threads; ++thread) {
        others.emplace_back(work, thread);
    }
    work(0);
}

/// The highest total rate of all threads, over kSpells periods that all threads begin together.
double bestOf(int threads, double seconds, const std::function<double(int thread, Clock::time_point until)>& work) {
    std::vector<Spell> spells(static_cast<std::size_t>(threads));
    double best = 0.0;
    const auto each = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds / kSpells));
    std::barrier barrier(threads);
    runTogether(threads, [&](int thread) {
        for (int spell = 0; spell < kSpells; ++spell) {
            barrier.arrive_and_wait();
            const Clock::time_point start = Clock::now();
            const double amount = work(thread, start + each);
            spells[static_cast<std::size_t>(thread)].amount = amount / secondsSince(start);
            barrier.arrive_and_wait();
            if (thread == 0) {
                double total = 0.0;
                for (const Spell& own : spells) {
                    total += own.amount;
                }
                best = std::max(best, total);
            }
        }
    });
    return best;
}

double measureMultiplyAdds(int threads, const VectorKernels& kernels, double seconds) {
    std::vector<Spell> sums(static_cast<std::size_t>(threads));
    return bestOf(threads, seconds, [&](int thread, Clock::time_point until) {
        double flops = 0.0;
        do {
            sums[static_cast<std::size_t>(thread)].sum += kernels.multiplyAdds(kRoundsAtOnce);
            flops += kernels.flopsPerRound * static_cast<double>(kRoundsAtOnce);
        } while (Clock::now() < until);
        return flops;
    });
}

double measureCopy(int threads, double seconds) {
    struct Buffers {
        std::vector<std::byte> from;
        std::vector<std::byte> to;
    };
    const std::size_t size = kCopyBytes / static_cast<std::size_t>(threads);
    std::vector<Buffers> buffers(static_cast<std::size_t>(threads));
    // Each thread fills its own buffers: the system places memory near the processor that first writes it.
    runTogether(threads, [&](int thread) {
        Buffers& own = buffers[static_cast<std::size_t>(thread)];
        own.from.assign(size, std::byte{1});
        own.to.assign(size, std::byte{2});
    });
    return bestOf(threads, seconds, [&](int thread, Clock::time_point until) {
        Buffers& own = buffers[static_cast<std::size_t>(thread)];
        double bytes = 0.0;
        do {
            std::memcpy(own.to.data(), own.from.data(), own.from.size());
            bytes += static_cast<double>(own.from.size());
        } while (Clock::now() < until);
        return bytes;
    });
}

} // namespace

Roofline measureRoofline(int threads, InstructionSet set, double seconds) {
    const int team = std::max(threads, 1);
    Roofline roofline = {.threads = team, .instructionSet = set};
    roofline.fmaFlops = measureMultiplyAdds(team, kernelsOf(set), seconds / 4);
    roofline.copyBytes = measureCopy(team, seconds * 3 / 4);
    return roofline;
}

} // namespace batchscope
