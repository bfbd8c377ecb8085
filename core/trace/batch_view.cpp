// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/batch_view.h"

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
    sum.flops += part.flops;
    sum.bytesMoved += part.bytesMoved;
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

} // namespace batchscope
