// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: runs a launch plan, and its gradient plan, in the memory of an EngineState. One parallel region a pass: every
// thread walks over the steps and does its share of each.
#pragma once

#include "core/exec/engine_memory.h"
#include "core/exec/packed_weights.h"
#include "core/exec/product_tables.h"
#include "core/kernels/block_runner.h"
#include "core/kernels/thread_team.h"

#include <atomic>
#include <chrono>
#include <map>

namespace batchscope {

/// What of the time went where, by step; filled by the first thread.
struct StepClock {
    std::vector<std::chrono::steady_clock::time_point> ends; ///< begin, then the end of each step
};

template <typename T>
class LaunchRunner {
public:
    /// All must outlive this. The state's arena is large enough for its plans. Small runs use one thread only.
    LaunchRunner(const NetCode& code, const OpGraph& graph, EngineState& state, const PackedWeights<T>& weights,
                 ProductTables<T>& tables, InstructionSet set, int threads, const RunControl& control);

    [[nodiscard]] int threads() const { return m_threads; }

    /// False when stopped.
    [[nodiscard]] bool forward(StepClock& clock);
    /// What product tables made of the last forward().
    struct Kept {
        double flops = 0.0;          ///< of products that were there already
        std::size_t bytesCopied = 0; ///< out of the tables
    };
    [[nodiscard]] Kept kept() const;
    /// Gradients that begin at zero, those of the requested values among them: the loss adds to them.
    void clearGradients();
    /// After forward(), clearGradients() and the loss.
    [[nodiscard]] bool backward(StepClock& clock);

    [[nodiscard]] T* at(std::uint32_t offset) { return m_base + elements<T>(offset); }

private:
    static constexpr std::uint32_t kRowGrain = 4; // rows a thread takes at least: fewer are not worth a second one

    void bind();
    void copyParameters();
    void findProducts();
    [[nodiscard]] bool isWorthATeam() const;
    void copyStatics(const TeamMember& member);
    void copyRows(const CopyLaunch& copy, std::uint32_t begin, std::uint32_t count, const TeamMember& member);
    void runStep(const LaunchStep& step, const TeamMember& member);
    void runProduct(std::uint32_t index, const TeamMember& member);
    void copyProducts(const ProductLaunch& launch, typename ProductTables<T>::Found& found, const TeamMember& member);
    void runKernel(const KernelLaunch& launch, const TeamMember& member);
    void prepareBackward();
    void reverseProduct(const ProductGradient& gradient, const TeamMember& member);
    void reverseKernel(const KernelGradient& gradient, const TeamMember& member);
    void reduce(const ReduceLaunch& launch, const TeamMember& member);
    void weightGradient(const WeightGradient& gradient, const TeamMember& member);
    void sumParameters(const TeamMember& member);
    [[nodiscard]] RowBinding bound(const PlannedBinding& binding) const;
    [[nodiscard]] const BlockProgram& reduceProgram(std::int32_t width, StoreMode mode) const;
    /// Polls for a stop, on the first thread; false when the step must not run any more.
    [[nodiscard]] bool mayRun(std::size_t step, const TeamMember& member);

    const NetCode& m_code;
    const OpGraph& m_graph;
    EngineState& m_state;
    const LaunchPlan& m_plan;
    const GradientPlan& m_gradients;
    const PackedWeights<T>& m_weights;
    ProductTables<T>& m_tables;
    InstructionSet m_set;
    int m_threads;
    const RunControl& m_control;
    T* m_base;
    std::vector<RowBinding> m_bindings;                    // as LaunchPlan::bindings
    std::vector<typename ProductTables<T>::Found> m_found; // by product: what a table has of it
    std::vector<RowBinding> m_gradientBindings;            // as GradientPlan::bindings
    std::vector<BlockScratch> m_scratch;                   // by thread
    std::vector<std::vector<RowBinding>> m_own;            // by thread: bindings with rows of the thread
    std::map<std::pair<std::int32_t, StoreMode>, BlockProgram> m_reducePrograms;
    std::atomic<std::size_t> m_stopAt{SIZE_MAX};
};

extern template class LaunchRunner<float>;
extern template class LaunchRunner<double>;

} // namespace batchscope
