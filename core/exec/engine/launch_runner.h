// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs a launch plan, and its gradient plan, in the memory of an EngineState. A pass is one run of the team
// (thread_team.h): each step has one or a few phases, in which threads take shares of rows or columns. The values
// depend neither on which thread ran which share nor on how many threads took part.
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

/// Records the end time of each step; filled by the thread that runs the passes.
struct StepClock {
    /// The start time, then, forward only, the end of the copies that precede all steps, then the end of each step.
    std::vector<Clock::time_point> ends;
    /// Forward only, by step: the end of the first part of a product that also copies rows. Gathered rows are copied
    /// before the product, rows of a table after it. The epoch if the step has only one part.
    std::vector<Clock::time_point> middles;
};

template <typename T>
class LaunchRunner {
public:
    /// All arguments must outlive this. The state's arena must have room for its plans. Small runs use one thread.
    LaunchRunner(const NetCode& code, const OpGraph& graph, EngineState& state, const PackedWeights<T>& weights,
                 ProductTables<T>& tables, InstructionSet set, int threads, const RunControl& control);

    /// The number of threads that took part in the passes so far: fewer than requested if the run is small, or if other
    /// processes need the processors (thread_team.h).
    [[nodiscard]] int threads() const { return m_used; }

    /// Returns false if stopped.
    [[nodiscard]] bool forward(StepClock& clock);
    /// The use of the tables by the last forward(), by product.
    [[nodiscard]] std::vector<TableUse> tableUses() const { return ProductTables<T>::usesOf(m_found, m_code, m_plan); }
    /// Sets all accumulated gradients to zero, including those of the requested values, to which the loss adds.
    void clearGradients();
    /// Call after forward(), clearGradients() and the loss. Returns false if stopped.
    [[nodiscard]] bool backward(StepClock& clock);

    [[nodiscard]] T* at(Offset offset) { return m_base + elements<T>(offset); }

private:
    static constexpr std::uint32_t kRowGrain = 4; // minimum rows per share: fewer are not worth a second thread

    /// The work of the team in one phase.
    struct Stage {
        enum class Kind : std::uint8_t {
            Statics,
            CopyStep,
            NewRows,     ///< copies the looked-up rows without an entry in the table next to each other
            NewProducts, ///< multiplies these rows and stores the products in the table
            TableRows,   ///< copies the products of all looked-up rows out of the table
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
        std::uint32_t index = 0;          ///< index into the table of its kind
        std::uint32_t endOf = kNoTime;    ///< index into StepClock::ends, set when this stage ends
        std::uint32_t middleOf = kNoTime; ///< index into StepClock::middles, likewise
    };

    void bind();
    void copyParameters();
    [[nodiscard]] bool isWorthATeam() const;
    void stageForward();
    void stageProduct(ProductId id, std::uint32_t step);
    void stageBackward();
    /// Runs m_stages; returns false if stopped. `name` is used for progress reports.
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
    void sumParameterGradients();
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
    int m_threads; // most threads of a pass; also the number of parts of a sum
    int m_used = 1;
    const RunControl& m_control;
    T* m_base;
    std::vector<Stage> m_stages;
    std::vector<RowBinding> m_bindings;                            // in the order of Launches::bindings
    IdVector<ProductId, typename ProductTables<T>::Found> m_found; // table entries of each product
    std::vector<RowBinding> m_gradientBindings;                    // in the order of GradientPlan::bindings
    std::vector<BlockScratch> m_scratch;                           // by share or part
    std::vector<std::vector<RowBinding>> m_own;                    // by part: bindings to the rows of the part
    std::map<std::pair<std::int32_t, StoreMode>, BlockProgram> m_reducePrograms;
    std::atomic<bool> m_stopped{false};
};

extern template class LaunchRunner<float>;
extern template class LaunchRunner<double>;

} // namespace batchscope
