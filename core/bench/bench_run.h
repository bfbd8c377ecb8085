// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sweep that is measured cell by cell, for whoever wants to do something else in between: the window computes a
// picture, or waits until the user goes on. A cell that was interrupted is measured again from its beginning; its
// samples would be of two states of the machine.
//
//     Result<std::unique_ptr<BenchRun>> run = BenchRun::begin(bank, config, control);
//     while (!(*run)->isDone()) {
//         if (const Status measured = (*run)->measureNext(control); !measured) …
//     }
//     show((*run)->report());
#pragma once

#include "core/bench/bench.h"

#include <cstddef>
#include <memory>

namespace batchscope {

/// One thread at a time, but not always the same one.
class BenchRun {
public:
    /// Checks and draws everything, and measures the machine's limits. `bank` must outlive the run. Errors as runBench.
    [[nodiscard]] static Result<std::unique_ptr<BenchRun>> begin(const Treebank& bank, const BenchConfig& config,
                                                                 const RunControl& control);
    BenchRun(const BenchRun&) = delete;
    BenchRun& operator=(const BenchRun&) = delete;
    ~BenchRun();

    [[nodiscard]] bool isDone() const;
    /// Measures the next cell, with the number of threads that belongs to it, and reports progress in steps of the
    /// whole sweep. After an error, Cancelled among them, the same cell is the next one.
    [[nodiscard]] Status measureNext(const RunControl& control);
    /// Everything measured so far; with its notes once the run is done.
    [[nodiscard]] const BenchReport& report() const;

private:
    class Impl;
    explicit BenchRun(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace batchscope
