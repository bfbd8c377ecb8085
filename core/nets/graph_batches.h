// SPDX-License-Identifier: GPL-3.0-or-later
//
// The graph of each training step: training goes over a selection of trees again and again, a mini-batch at a time, in
// the order of the file. Every mini-batch has the same net and parameters (see buildGraph) and comes again, with the
// same nodes, once an epoch.
//
//     GraphBatches batches(builder, options, 32);
//     const Result<const OpGraph*> graph = batches.graph(step, control);
#pragma once

#include "core/nets/build_graph.h"

namespace batchscope {

class GraphBatches {
public:
    /// `trees`: of each mini-batch but the last of an epoch, instances where the builder is of a program; 0: one with
    /// all that are selected. The builder must outlive this.
    GraphBatches(const GraphBuilder& builder, GraphOptions options, std::size_t trees);

    /// Mini-batches that cover the selection once, at least 1.
    [[nodiscard]] std::size_t perEpoch() const { return m_perEpoch; }
    /// The graph of a step, counted from 0. It is built now, in the memory of the one before, unless that was of the
    /// same trees. Valid until the next call. Errors as GraphBuilder::graph.
    [[nodiscard]] Result<const OpGraph*> graph(std::size_t step, const RunControl& control);

private:
    const GraphBuilder* m_builder;
    GraphOptions m_options;
    std::size_t m_trees;
    std::size_t m_perEpoch = 1;
    std::size_t m_built; // which mini-batch m_graph is; m_perEpoch: none
    OpGraph m_graph;
    FoldMemory m_memory;
};

} // namespace batchscope
