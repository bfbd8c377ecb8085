// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs as many multiply-adds as an instruction set can do, which is one of the two limits of the roofline. See
// roofline.h.
#pragma once

#include <cstdint>

namespace batchscope::loops {

/// Two units with a latency of four or five cycles need ten chains in flight; twelve still fit into 16 registers.
constexpr int kChains = 12;

template <typename V>
constexpr double kFlopsPerRound = 2.0 * kChains* V::kLanes;

/// Runs `rounds` rounds of one multiply-add per chain; V as in block_loops.h.
template <typename V>
float multiplyAdds(std::uint64_t rounds) {
    typename V::Vector chains[kChains];
    for (auto& chain : chains) {
        chain = V::filled(0);
    }
    const typename V::Vector factor = V::filled(0.999F);
    const typename V::Vector term = V::filled(0.5F); // the chains tend to 500: neither infinite nor denormal
    for (std::uint64_t round = 0; round < rounds; ++round) {
        for (auto& chain : chains) {
            chain = V::multiplyAdd(chain, factor, term);
        }
    }
    typename V::Scalar lanes[V::kLanes];
    typename V::Vector sum = chains[0];
    for (int chain = 1; chain < kChains; ++chain) {
        sum = sum + chains[chain];
    }
    V::store(lanes, sum);
    float total = 0.0F;
    for (const float lane : lanes) {
        total += lane;
    }
    return total;
}

} // namespace batchscope::loops
