// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast the machine is at this moment: the time of a fixed piece of work, taken between the steps that are measured.
// A virtual machine runs at another speed from one second to the next when its neighbors on the same host work, and
// nothing in it tells: no process is to be seen, and no time is stolen. Steps that are measured meanwhile take up
// to 1.7 times as long, and agree with each other. So a sample counts only where the machine runs at its best speed, as
// far as the budget allows; a result that had to be taken at another speed says so. What is thrown away is chosen by
// the yardstick alone, never by what the sample says.
//
// The work is of the kinds that a step is made of: products that fit the cache, rows gathered from a table that does
// not, and branches that cannot be foretold. It calls nothing of this program and no library, so it stays as it is.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace batchscope {

/// Rises whenever the work changes: times of different versions cannot be compared.
constexpr int kYardstickVersion = 1;

class Yardstick {
public:
    Yardstick();

    /// Does the work on this thread, twice; seconds of the faster one. A fifth of a millisecond, about.
    double measure();
    /// Of all measures so far, of which there must be one. All of them are taken between steps: without steps, which
    /// leave the caches to others, the work takes up to a quarter less, and every step would look slow.
    [[nodiscard]] double best() const { return m_best; }

private:
    [[nodiscard]] double once();
    void multiply();
    void gather();
    void sortNumbers();

    std::vector<float> m_left;
    std::vector<float> m_right;
    std::vector<float> m_product;
    std::vector<float> m_table;
    std::vector<std::uint32_t> m_rows; // of the table
    std::vector<std::uint32_t> m_numbers;
    std::vector<std::uint32_t> m_sorted;
    double m_best = std::numeric_limits<double>::infinity();
    volatile float m_sink = 0.0F; // what nobody reads would not be computed
};

} // namespace batchscope
