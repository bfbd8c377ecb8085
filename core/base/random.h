// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random numbers that depend only on the seed: the same trees, weights and arm order on every machine and with every
// LibTorch. The standard library's engines are portable but its distributions are not, so the few needed ones are here.
// Generator: SplitMix64 (Steele, Lea and Flood 2014).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace batchscope {

class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next() {
        m_state += 0x9E3779B97F4A7C15ULL;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBULL;
        return mixed ^ (mixed >> 31U);
    }
    /// Uniform in [0, 1).
    double uniform() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }
    /// Uniform in [0, bound); bound > 0.
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

    template <typename T>
    void shuffle(std::vector<T>& items) {
        for (std::size_t left = items.size(); left > 1; --left) {
            std::swap(items[left - 1], items[below(left)]);
        }
    }

private:
    std::uint64_t m_state;
};

} // namespace batchscope
