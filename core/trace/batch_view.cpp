// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/batch_view.h"

#include <algorithm>
#include <tuple>

namespace batchscope {

BatchView& operator+=(BatchView& sum, const BatchView& part) {
    sum.rows += part.rows;
    sum.copies += part.copies;
    sum.rowCopies += part.rowCopies;
    sum.products += part.products;
    sum.kernels += part.kernels;
    sum.productRows += part.productRows;
    sum.tableRows += part.tableRows;
    sum.calls += part.calls;
    sum.methodCalls += part.methodCalls;
    sum.gathers += part.gathers;
    sum.bytesCopied += part.bytesCopied;
    sum.bytesInPlace += part.bytesInPlace;
    sum.bytesIndexed += part.bytesIndexed;
    sum.bytesWritten += part.bytesWritten;
    return sum;
}

const BatchView* BatchViews::of(BatchId batch) const {
    return batch.valid() && batch.index() < batches.size() ? &batches[batch.index()] : nullptr;
}

std::span<const OperandView> BatchViews::operandsOf(BatchId batch) const {
    const BatchView* const view = of(batch);
    return view == nullptr ? std::span<const OperandView>()
                           : std::span(operands).subspan(view->firstOperand, view->operands);
}

BatchView BatchViews::total() const {
    BatchView sum = start;
    for (const BatchView& batch : batches) {
        sum += batch;
    }
    return sum;
}

std::vector<Flow> flowsInto(const OpGraph& graph, const Schedule& schedule, const BatchViews& views, BatchId batch) {
    struct Read {
        BatchId source;
        bool isCopied = false;
        NodeId reader;
        NodeId producer;
    };
    std::vector<Read> reads;
    const auto nodes = schedule.batch(batch);
    const Op& op = graph.opOf(schedule.batchSignatures[batch]);
    std::vector<bool> isCopied(op.arguments.size(), false);
    for (const OperandView& operand : views.operandsOf(batch)) {
        isCopied[operand.slot] = isCopied[operand.slot] || operand.use == OperandUse::Copied;
    }
    for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
        const bool isShared = op.arguments[slot].kind == ArgumentClass::Shared; // one row, which is passed once
        for (const NodeId node : isShared ? nodes.first(1) : nodes) {
            for (const Argument& argument : graph.slotOf(node, slot)) {
                if (argument.isValue()) {
                    reads.push_back({schedule.places[argument.node()].batch, isCopied[slot], node, argument.node()});
                }
            }
        }
    }
    std::sort(reads.begin(), reads.end(), [](const Read& left, const Read& right) {
        return std::tie(left.source, left.isCopied, left.reader, left.producer) <
               std::tie(right.source, right.isCopied, right.reader, right.producer);
    });
    std::vector<Flow> flows;
    for (std::size_t index = 0; index < reads.size(); ++index) {
        const Read& read = reads[index];
        if (flows.empty() || flows.back().source != read.source || flows.back().isCopied != read.isCopied) {
            flows.push_back({read.source, batch, read.isCopied});
        }
        const bool isAgain = flows.back().rows > 0 && reads[index - 1].reader == read.reader &&
                             reads[index - 1].producer == read.producer;
        flows.back().results += isAgain ? 0 : 1;
        ++flows.back().rows;
    }
    return flows;
}

FlowTable::FlowTable(const OpGraph& graph, const Schedule& schedule, const BatchViews& views) {
    m_offsets.reserve(schedule.batchCount() + 1);
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        m_offsets.push_back(m_flows.size());
        const std::vector<Flow> flows = flowsInto(graph, schedule, views, BatchId(step));
        m_flows.insert(m_flows.end(), flows.begin(), flows.end());
    }
    m_offsets.push_back(m_flows.size());
}

std::span<const Flow> FlowTable::into(BatchId batch) const {
    if (!batch.valid() || batch.index() + 1 >= m_offsets.size()) {
        return {};
    }
    return std::span(m_flows).subspan(m_offsets[batch.index()],
                                      m_offsets[batch.index() + 1] - m_offsets[batch.index()]);
}

} // namespace batchscope
