// SPDX-License-Identifier: GPL-3.0-or-later
//
// One number of threads holds for LibTorch and for the library that computes its products.
#include "core/exec/interpreter/library_threads_torch.h"
#include "core/exec/machine.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

namespace batchscope {
namespace {

TEST(Machine, ProductsOfLibTorchTakeTheThreadsThatAreSet) {
    auto* const blasThreads = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
    if (blasThreads == nullptr) {
        GTEST_SKIP() << "LibTorch does not use OpenBLAS here";
    }
    const int before = threadCount();
    for (const int threads : {1, 2, 1}) {
        EXPECT_EQ(setThreadCount(threads), threads);
        useSetThreads();
        EXPECT_EQ(blasThreads(), threads);
    }
    setThreadCount(before);
}

} // namespace
} // namespace batchscope
