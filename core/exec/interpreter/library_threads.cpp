// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/library_threads_torch.h"

#include "core/exec/machine.h"
#include "core/kernels/thread_team.h"

#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace batchscope {

namespace {

/// Finds a function of OpenBLAS, or null: LibTorch's libblas may be another library. Searches the libraries of this
/// part of the program first, which may differ from those of the program itself.
template <typename Function>
Function openblas(const char* name) {
    static void* const part = [] {
        Dl_info here{};
        return ::dladdr(reinterpret_cast<void*>(&useSetThreads), &here) == 0
                   ? nullptr
                   : ::dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    }();
    void* const found = part == nullptr ? nullptr : ::dlsym(part, name);
    return reinterpret_cast<Function>(found != nullptr ? found : ::dlsym(RTLD_DEFAULT, name));
}

/// Sets the thread counts of OpenMP and OpenBLAS. OpenBLAS follows OpenMP when the number falls, but not when it rises.
void lendThreads(int threads) {
    static auto* const setBlasThreads = openblas<void (*)(int)>("openblas_set_num_threads");
    static_cast<void>(at::get_num_threads());
    setOpenMpThreads(threads);
    if (setBlasThreads != nullptr) {
        setBlasThreads(threads);
    }
}

/// The kernel sets of OpenBLAS with AVX2 or more.
constexpr auto kWideKernels =
    std::to_array<std::string_view>({"Haswell", "Zen", "SkylakeX", "Cooperlake", "SapphireRapids"});

} // namespace

void useSetThreads() {
    lendThreads(threadCount());
}

LibraryThreads::LibraryThreads() : m_set(threadCount()), m_used(threadsWorthUsing(m_set)) {
    lendThreads(m_used);
    if (m_used > 1) {
        static_cast<void>(startOpenMpThreads());
    }
}

LibraryThreads::~LibraryThreads() {
    if (m_used > 1) {
        endOpenMpThreads();
    }
    if (m_used != m_set) {
        lendThreads(m_set);
    }
}

std::string blasInUse() {
    auto* const config = openblas<char* (*)()>("openblas_get_config");
    auto* const kernels = openblas<char* (*)()>("openblas_get_corename");
    if (config == nullptr || kernels == nullptr) {
        return "not OpenBLAS (slow reference kernels?)";
    }
    const std::string_view text = config(); // for example "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH …"
    const std::size_t version = text.find(' ', text.find(' ') + 1);
    const std::string_view used = kernels();
    const std::string_view best = bestBlasKernels();
    const bool isSlow =
        !best.empty() && std::find(kWideKernels.begin(), kWideKernels.end(), used) == kWideKernels.end();
    return isSlow ? fmt::format("{} ({} kernels: slow here, set OPENBLAS_CORETYPE={})", text.substr(0, version), used,
                                best)
                  : fmt::format("{} ({} kernels)", text.substr(0, version), used);
}

} // namespace batchscope
