// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws words by Zipf's law: the word of rank r (from 1) has a share proportional to r to the power of minus
// `exponent`. Words of real text follow this law, and it decides how much merging equal leaves saves, so generated text
// can follow it, too.
//
// Only operations that IEEE 754 rounds in one way are used (no pow), so that the same numbers give the same ranks on
// every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace batchscope {

/// Drawing by the exact inverse of the distribution, from a table of 8 to 16 bytes a rank.
class ZipfTable {
public:
    /// ranks ≥ 1; exponent ≥ 0 (0: uniform), taken to 32 binary places. O(ranks).
    ZipfTable(std::size_t ranks, double exponent);

    /// The rank, from 0, where the law reaches `uniform`, a number in [0, 1). About constant time.
    [[nodiscard]] std::size_t rankAt(double uniform) const;
    /// Its share of all draws; rank from 0.
    [[nodiscard]] double share(std::size_t rank) const;

private:
    std::vector<double> m_upTo;         // by rank: weight of all ranks up to it
    std::vector<std::uint32_t> m_first; // by slice of [0, 1): the first rank that may be in it; and one past the last
};

} // namespace batchscope
