// SPDX-License-Identifier: GPL-3.0-or-later
//
// The results of a benchmark as series: what belongs to one curve, and how the curves are told apart in words. Only
// what differs between them is in their names; what they have in common is said once, in the caption.
#pragma once

#include "core/bench/bench.h"

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// What the results of one series have in common.
struct CurveKey {
    std::string model;
    std::string arm;      ///< with `@off` where it ran on LibTorch, though its options said so and not its name
    std::int32_t dim = 0; ///< 0: the model has widths of its own
    int threads = 1;
    Work work = Work::Inference;
    std::string run = {}; ///< BenchResult::run

    auto operator<=>(const CurveKey&) const = default;
};

[[nodiscard]] CurveKey curveKeyOf(const BenchResult& result);

/// One of several runs that are shown together.
struct NamedReport {
    std::string run; ///< its name, another one than that of the others
    const BenchReport* report = nullptr;
};

/// The results of all, each with the name of its run, in the order of `reports`. Context and notes are those of the
/// first; its roofline goes where the others were not measured beside it.
[[nodiscard]] BenchReport joinedReports(std::span<const NamedReport> reports);

struct CurveSeries {
    CurveKey key;
    std::vector<std::size_t> results; ///< indices, by rising batch size
};

/// Arm by arm, then by model, work, width, threads and run, each in the order in which it was first measured.
[[nodiscard]] std::vector<CurveSeries> seriesOf(std::span<const BenchResult> results);

class CurveNames {
public:
    enum class Arms {
        Titles, ///< as in the window: armTitle
        Names,  ///< as on the command line
    };
    explicit CurveNames(std::span<const CurveKey> keys, Arms arms = Arms::Titles);

    /// What tells this series from the others: "Folded by level (engine), dim 300". Empty if there are no others.
    [[nodiscard]] std::string distinct(const CurveKey& key) const;
    /// The same for a legend: a series alone is named by its arm.
    [[nodiscard]] std::string name(const CurveKey& key) const;
    /// What all have in common: "tree-lstm, dim 100, 1 thread, inference"; empty without series.
    [[nodiscard]] std::string common() const { return m_common; }
    /// All of it: "tree-lstm, Folded by level (engine), dim 100, 1 thread, inference".
    [[nodiscard]] static std::string full(const CurveKey& key);

private:
    struct Parts {
        bool model = false;
        bool arm = false;
        bool dim = false;
        bool threads = false;
        bool work = false;
        bool run = false;
    };
    [[nodiscard]] static std::string textOf(const CurveKey& key, Parts parts, Arms arms);
    [[nodiscard]] static std::string armText(const std::string& arm, Arms arms);

    Arms m_arms;
    Parts m_differ;
    std::string m_common;
};

} // namespace batchscope
