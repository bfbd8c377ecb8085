// SPDX-License-Identifier: GPL-3.0-or-later
//
// The weights of a net, the same for every arm of a comparison. Initial values depend only on the seed and the op set,
// not on the machine or the LibTorch version.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/op_set.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace batchscope {

/// Move-only.
class Parameters {
public:
    /// Initializes each parameter as its ParamSpec says. Config error if the parameters take more than memoryLimit()
    /// (core/base/budget.h); Backend error if memory runs out; Cancelled when stopped.
    [[nodiscard]] static Result<Parameters> create(const OpSet& ops, std::uint64_t seed, const RunControl& control);
    Parameters(Parameters&&) noexcept = default;
    Parameters& operator=(Parameters&&) noexcept = default;
    Parameters(const Parameters&) = delete;
    Parameters& operator=(const Parameters&) = delete;
    ~Parameters() = default;

    /// All numbers of one parameter, row after row, widened to double.
    [[nodiscard]] std::vector<double> numbers(ParamId id) const;
    /// Replaces one number; `index` counts row after row and must be in range.
    void set(ParamId id, std::size_t index, double number);
    /// The numbers of one parameter, row after row, for changes in place; the call itself changes version(). CHECKs
    /// that T is their type.
    template <typename T>
    [[nodiscard]] std::span<T> writable(ParamId id);
    /// The numbers of one parameter, row after row, for reading in place. CHECKs that T is their type.
    template <typename T>
    [[nodiscard]] std::span<const T> values(ParamId id) const;
    /// A number that changes whenever a weight may have changed and that differs between sets of parameters. Data
    /// derived from the weights (packed copies) is valid while the version stays the same.
    [[nodiscard]] std::uint64_t version() const { return m_version; }
    /// A float64 copy of the weights, for a reference run. Backend error if memory runs out.
    [[nodiscard]] Result<Parameters> inFloat64() const { return copy(DType::Float64); }
    /// A copy of the weights. Backend error if memory runs out.
    [[nodiscard]] Result<Parameters> copy() const { return copy(m_dtype); }

    [[nodiscard]] DType dtype() const { return m_dtype; }
    struct Shape {
        std::int32_t rows = 0;
        std::int32_t columns = 0;
    };
    /// By ParamId.
    [[nodiscard]] const IdVector<ParamId, Shape>& shapes() const { return m_shapes; }

private:
    struct Free {
        void operator()(std::byte* memory) const;
    };
    explicit Parameters(DType dtype);
    [[nodiscard]] Result<Parameters> copy(DType dtype) const;
    /// Appends a parameter whose numbers are not set yet. Throws std::bad_alloc.
    void allocate(Shape shape);
    [[nodiscard]] std::size_t count(ParamId id) const;

    DType m_dtype;
    IdVector<ParamId, Shape> m_shapes;
    IdVector<ParamId, std::unique_ptr<std::byte, Free>> m_numbers; // numbers of type m_dtype, row after row
    std::uint64_t m_version;
};

extern template std::span<float> Parameters::writable<float>(ParamId id);
extern template std::span<double> Parameters::writable<double>(ParamId id);
extern template std::span<const float> Parameters::values<float>(ParamId id) const;
extern template std::span<const double> Parameters::values<double>(ParamId id) const;

} // namespace batchscope
