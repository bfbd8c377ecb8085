// SPDX-License-Identifier: GPL-3.0-or-later
//
// One number of threads holds for LibTorch and for the library that computes its products.
#include "core/exec/interpreter/library_threads_torch.h"
#include "core/exec/machine.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <string>

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

TEST(Machine, KernelsOfOpenBlasFollowTheInstructionsUnlessTheyAreChosen) {
    const char* const given = std::getenv("OPENBLAS_CORETYPE");
    const std::string before = given == nullptr ? "" : given;
    ASSERT_EQ(setenv("OPENBLAS_CORETYPE", "Prescott", 1), 0);
    chooseBlasKernels();
    EXPECT_STREQ(std::getenv("OPENBLAS_CORETYPE"), "Prescott") << "what the user has set stays";
    ASSERT_EQ(unsetenv("OPENBLAS_CORETYPE"), 0);
    chooseBlasKernels();
    const char* const chosen = std::getenv("OPENBLAS_CORETYPE");
    EXPECT_EQ(std::string(chosen == nullptr ? "" : chosen), bestBlasKernels());
    before.empty() ? unsetenv("OPENBLAS_CORETYPE") : setenv("OPENBLAS_CORETYPE", before.c_str(), 1);
}

} // namespace
} // namespace batchscope
