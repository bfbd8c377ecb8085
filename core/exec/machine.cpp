// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/machine.h"

#include "core/kernels/processor_load.h"
#include "core/kernels/thread_team.h"
#include "core/words/run_words.h"

#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <torch/version.h>

#include <algorithm>
#include <fstream>
#include <string_view>

namespace batchscope {

namespace {

/// OpenBLAS reaches us through LibTorch's libblas, whichever that is, so its own functions are looked up at run time.
template <typename Function>
Function openblas(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

void setBlasThreads(int threads) {
    if (auto* const setThreads = openblas<void (*)(int)>("openblas_set_num_threads")) {
        setThreads(threads);
    }
}

/// For one run. OpenBLAS takes fewer from OpenMP by itself, but never more again.
void lendThreads(int threads) {
    setOpenMpThreads(threads);
    setBlasThreads(threads);
}

} // namespace

int setThreadCount(int threads) {
    const int cores = ourProcessors();
    const int wanted = threads > 0 ? threads : cores;
    static_cast<void>(at::get_num_threads()); // LibTorch sets its default when a thread asks first; ours comes after
    setOpenMpThreads(wanted);
    setBlasThreads(wanted);
    static_cast<void>(threadsWorthUsing(wanted)); // the load of the machine is an average: its first reading is now
    return at::get_num_threads();
}

LibraryThreads::LibraryThreads() : m_set(threadCount()), m_used(threadsWorthUsing(m_set)) {
    if (m_used != m_set) {
        lendThreads(m_used);
    }
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

int threadCount() {
    return at::get_num_threads();
}

std::string cpuName() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "unknown";
}

std::string torchVersion() {
    return TORCH_VERSION;
}

std::string blasName() {
    auto* const config = openblas<char* (*)()>("openblas_get_config");
    auto* const kernels = openblas<char* (*)()>("openblas_get_corename");
    if (config == nullptr || kernels == nullptr) {
        return words::kNotOpenBlas;
    }
    const std::string_view text = config(); // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH …": the first two words say it
    const std::size_t version = text.find(' ', text.find(' ') + 1);
    return words::openBlasWithKernels(text.substr(0, version), kernels());
}

} // namespace batchscope
