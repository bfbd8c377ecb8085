// SPDX-License-Identifier: GPL-3.0-or-later
//
// The weights of a net, the same for every arm of a comparison. Values depend only on the seed and the op set, not on
// the machine or the LibTorch version.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/op_set.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace batchscope {

/// Move-only; holds the tensors.
class Parameters {
public:
    /// Config error when they take more than memoryLimit() (core/base/budget.h); Backend error when memory runs out;
    /// Cancelled when stopped.
    [[nodiscard]] static Result<Parameters> create(const OpSet& ops, std::uint64_t seed, const RunControl& control);
    Parameters(Parameters&&) noexcept;
    Parameters& operator=(Parameters&&) noexcept;
    Parameters(const Parameters&) = delete;
    Parameters& operator=(const Parameters&) = delete;
    ~Parameters();

    /// All numbers of one parameter, row after row, widened to double.
    [[nodiscard]] std::vector<double> numbers(ParamId id) const;
    /// Replaces one number; `index` counts row after row and must be in range.
    void set(ParamId id, std::size_t index, double number);
    /// Numbers of one parameter, row after row, to be changed in place, which counts as a change. A fault of the
    /// program when T is not their type.
    template <typename T>
    [[nodiscard]] std::span<T> writable(ParamId id);
    /// A number that changes whenever a weight may have changed, and differs between sets of parameters: what was made
    /// of the weights (packed copies) is valid while it stays the same.
    [[nodiscard]] std::uint64_t version() const;
    /// The same weights, widened, for a reference run. Backend error when memory runs out.
    [[nodiscard]] Result<Parameters> inFloat64() const;

    struct Tensors; // defined in tensors_torch.h
    [[nodiscard]] const Tensors& tensors() const { return *m_tensors; }

private:
    explicit Parameters(std::unique_ptr<Tensors> tensors);
    std::unique_ptr<Tensors> m_tensors;
};

extern template std::span<float> Parameters::writable<float>(ParamId id);
extern template std::span<double> Parameters::writable<double>(ParamId id);

} // namespace batchscope
