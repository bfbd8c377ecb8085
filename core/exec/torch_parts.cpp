// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/torch_parts.h"

#include "core/base/program_files.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string_view>

// Weak only here: null in a program that does not link the parts. NOLINTNEXTLINE(readability-redundant-declaration)
extern "C" [[gnu::weak]] const batchscope::TorchParts* batchscopeTorchParts();

namespace batchscope {

namespace {

constexpr const char* kFile = "batchscope-torch.so";
constexpr const char* kEntry = "batchscopeTorchParts";
constexpr const char* kAdvice = "install Batchscope again, or build it again (./dev run)";

Result<const TorchParts*> checked(const TorchParts* parts, std::string_view file) {
    if (std::string_view(parts->build) != BATCHSCOPE_BUILD) {
        return Error{ErrorCode::Backend, fmt::format("{} belongs to another build of Batchscope ({}; this is {}); {}",
                                                     file, parts->build, BATCHSCOPE_BUILD, kAdvice)};
    }
    return parts;
}

Result<const TorchParts*> opened() {
    const std::string file = findProgramFile(kFile);
    if (file.empty()) {
        return Error{ErrorCode::Backend,
                     fmt::format("{}, the part of Batchscope that runs on LibTorch, is missing; {}", kFile, kAdvice)};
    }
    // Stays open: it holds the code of its executors, nets and values, which may live until the program ends.
    void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const entry = handle == nullptr ? nullptr : ::dlsym(handle, kEntry);
    if (entry == nullptr) {
        const char* const why = ::dlerror();
        return Error{ErrorCode::Backend, fmt::format("cannot open the part of Batchscope that runs on LibTorch: {}; {}",
                                                     why == nullptr ? "unknown reason" : why, kAdvice)};
    }
    return checked(reinterpret_cast<decltype(&batchscopeTorchParts)>(entry)(), file);
}

} // namespace

Result<const TorchParts*> torchParts() {
    if (&batchscopeTorchParts != nullptr) {
        return checked(batchscopeTorchParts(), "the program");
    }
    static const Result<const TorchParts*> kParts = opened();
    return kParts;
}

} // namespace batchscope
