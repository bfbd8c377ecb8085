// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs a launch plan, and its gradient plan, in the memory of an EngineState. A pass is one run of the team
// (thread_team.h): each step is one phase or a few, in which threads take shares of rows or columns. Values depend
// neither on which thread ran which share nor on how many threads took part.
#pragma once

#include "core/base/clock.h"
#include "core/exec/engine/engine_memory.h"
#include "core/exec/engine/packed_weights.h"
#include "core/exec/engine/product_tables.h"
#include "core/kernels/block_runner.h"
#include "core/kernels/thread_team.h"

#include <atomic>
#include <map>
#include <string_view>

namespace batchscope {

/// Where the time went, by step; filled by the thread that runs the passes.
struct StepClock {
    std::vector<Clock::time_point> ends; ///< begin, then the end of each step
    /// Forward, by step: the end of the first part of a product that also copies rows. Rows that are brought together
    /// are copied before the product, rows out of a table after it. The epoch where a step has one part only.
    std::vector<Clock::time_point> middles;
};

template <typename T>
class LaunchRunner {
public:
    /// All must outlive this. The state's arena is large enough for its plans. Small runs use one thread only.
    LaunchRunner(const NetCode& code, const OpGraph& graph, EngineState& state, const PackedWeights<T>& weights,
                 ProductTables<T>& tables, InstructionSet set, int threads, const RunControl& control);

    /// Threads that took part in the passes so far: fewer than requested where the run is small, or where other
    /// processes need the processors (thread_team.h).
    [[nodiscard]] int threads() const { return m_used; }

    /// False when stopped.
    [[nodiscard]] bool forward(StepClock& clock);
    /// By product: how the tables were used for it in the last forward().
    [[nodiscard]] std::vector<TableUse> tableUses() const { return ProductTables<T>::usesOf(m_found, m_code, m_plan); }
    /// Gradients that begin at zero, those of the requested values among them: the loss adds to them.
    void clearGradients();
    /// After forward(), clearGradients() and the loss.
    [[nodiscard]] bool backward(StepClock& clock);

    [[nodiscard]] T* at(Offset offset) { return m_base + elements<T>(offset); }

private:
    static constexpr std::uint32_t kRowGrain = 4; // rows of a share at least: fewer are not worth a second thread

    /// What the team does in one phase.
    struct Stage {
        enum class Kind : std::uint8_t {
            Statics,
            CopyStep,
            NewRows,     ///< of a lookup that a table has not: copied together, …
            NewProducts, ///< … multiplied into the table, …
            TableRows,   ///< … and with the others copied out of it
            GatheredRows,
            Product,
            Kernel,
            Reduce,
            ReverseProduct,
            ReverseGather,
            ReverseKernel,
            Weight,
        };
        static constexpr std::uint32_t kNoTime = 0xFFFFFFFF;
        Kind kind = Kind::Kernel;
        std::uint32_t index = 0;          ///< into the table of its kind
        std::uint32_t endOf = kNoTime;    ///< into StepClock::ends: set when this is done
        std::uint32_t middleOf = kNoTime; ///< into StepClock::middles, likewise
    };

    void bind();
    void copyParameters();
    [[nodiscard]] bool isWorthATeam() const;
    void stageForward();
    void stageProduct(ProductId id, std::uint32_t step);
    void stageBackward();
    /// Runs m_stages; false when stopped. `name`: of the progress that it reports.
    [[nodiscard]] bool runStages(StepClock& clock, std::string_view name);
    void runStage(const Stage& stage, const TeamShare& share);
    void copyStatics(const TeamShare& share);
    void copyRows(const StaticSource& source, IdRange<StaticEntryId> rows, const TeamShare& share);
    void copyNewRows(ProductId product, const TeamShare& share);
    void multiplyNewRows(ProductId product, const TeamShare& share);
    void copyTableRows(ProductId product, const TeamShare& share);
    void gatherRows(const ProductLaunch& launch, const TeamShare& share);
    void multiply(const ProductLaunch& launch, const TeamShare& share);
    void runKernel(const KernelLaunch& launch, const TeamShare& share);
    void prepareBackward();
    void reverseProduct(const ProductGradient& gradient, const TeamShare& share);
    void reverseGather(const ProductGradient& gradient, const TeamShare& share);
    void reverseKernel(const KernelGradient& gradient, const TeamShare& share);
    void reverseKernelRows(const KernelGradient& gradient, std::span<const PlannedBinding> planned,
                           const TeamShare& share);
    void reduce(const ReduceLaunch& launch, const TeamShare& share);
    void weightGradient(const WeightGradient& gradient, const TeamShare& share);
    void sumParameters();
    [[nodiscard]] RowBinding bound(const PlannedBinding& binding) const;
    [[nodiscard]] const BlockProgram& reduceProgram(std::int32_t width, StoreMode mode) const;

    const NetCode& m_code;
    const OpGraph& m_graph;
    EngineState& m_state;
    const LaunchPlan& m_plan;
    const PlacedRows& m_places;
    const Launches& m_launches;
    const GradientPlan& m_gradients;
    const PackedWeights<T>& m_weights;
    ProductTables<T>& m_tables;
    InstructionSet m_set;
    int m_threads; // wanted; sums are made in as many parts
    int m_used = 1;
    const RunControl& m_control;
    T* m_base;
    std::vector<Stage> m_stages;
    std::vector<RowBinding> m_bindings;                            // as Launches::bindings
    IdVector<ProductId, typename ProductTables<T>::Found> m_found; // what a table has of a product
    std::vector<RowBinding> m_gradientBindings;                    // as GradientPlan::bindings
    std::vector<BlockScratch> m_scratch;                           // by share or part
    std::vector<std::vector<RowBinding>> m_own;                    // by part: bindings with rows of the part
    std::map<std::pair<std::int32_t, StoreMode>, BlockProgram> m_reducePrograms;
    std::atomic<bool> m_stopped{false};
};

extern template class LaunchRunner<float>;
extern template class LaunchRunner<double>;

} // namespace batchscope
