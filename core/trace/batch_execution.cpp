// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/batch_execution.h"

namespace batchscope {

BatchExecution& operator+=(BatchExecution& sum, const BatchExecution& part) {
    sum.rows += part.rows;
    sum.copies += part.copies;
    sum.rowCopies += part.rowCopies;
    sum.products += part.products;
    sum.kernels += part.kernels;
    sum.productRows += part.productRows;
    sum.tableRows += part.tableRows;
    sum.reverse += part.reverse;
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

} // namespace batchscope
