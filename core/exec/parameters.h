// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the weights of a net, the same for every arm of a comparison. Values depend on the seed and the op set only, not
// on the machine or the LibTorch version.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/op_set.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace batchscope {

/// Move-only; holds the tensors.
class Parameters {
public:
    /// Backend error when memory runs out; Cancelled when stopped.
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
    /// The same weights, widened, for a reference run. Backend error when memory runs out.
    [[nodiscard]] Result<Parameters> inFloat64() const;

    struct Tensors; // defined in tensors_torch.h
    [[nodiscard]] const Tensors& tensors() const { return *m_tensors; }

private:
    explicit Parameters(std::unique_ptr<Tensors> tensors);
    std::unique_ptr<Tensors> m_tensors;
};

} // namespace batchscope
