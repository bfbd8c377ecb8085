// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/parameters.h"

#include "core/base/budget.h"
#include "core/base/check.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/exec/tensors_torch.h"
#include "core/words/run_words.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace batchscope {

namespace {

/// False when asked to stop.
template <typename T>
bool fillUniform(at::Tensor& tensor, double bound, Random& random, const RunControl& control) {
    constexpr std::int64_t kBetweenPolls = std::int64_t{1} << 20U;
    T* const values = tensor.data_ptr<T>();
    for (std::int64_t index = 0; index < tensor.numel(); ++index) {
        if (index % kBetweenPolls == 0 && control.stopRequested()) {
            return false;
        }
        values[index] = static_cast<T>((2.0 * random.uniform() - 1.0) * bound);
    }
    return true;
}

/// A copy of what the net brings along.
at::Tensor givenParameter(const ParamSpec& spec, DType dtype) {
    BATCHSCOPE_CHECK(spec.given->size() ==
                     static_cast<std::size_t>(spec.rows) * static_cast<std::size_t>(spec.columns));
    at::Tensor tensor = at::empty({spec.rows, spec.columns}, scalarType(dtype));
    if (dtype == DType::Float32) {
        std::transform(spec.given->begin(), spec.given->end(), tensor.data_ptr<float>(),
                       [](double number) { return static_cast<float>(number); });
    } else {
        std::copy(spec.given->begin(), spec.given->end(), tensor.data_ptr<double>());
    }
    return tensor;
}

/// An undefined tensor when asked to stop.
at::Tensor makeParameter(const ParamSpec& spec, DType dtype, Random& random, const RunControl& control) {
    if (spec.given != nullptr) {
        return givenParameter(spec, dtype);
    }
    if (spec.init == ParamInit::Zero) {
        return at::zeros({spec.rows, spec.columns}, scalarType(dtype));
    }
    if (spec.init == ParamInit::One) {
        return at::ones({spec.rows, spec.columns}, scalarType(dtype));
    }
    at::Tensor tensor = at::empty({spec.rows, spec.columns}, scalarType(dtype));
    const double bound = std::sqrt(1.0 / spec.columns);
    const bool filled = dtype == DType::Float32 ? fillUniform<float>(tensor, bound, random, control)
                                                : fillUniform<double>(tensor, bound, random, control);
    return filled ? tensor : at::Tensor();
}

std::uint64_t nextVersion() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

} // namespace

Parameters::Parameters(std::unique_ptr<Tensors> tensors) : m_tensors(std::move(tensors)) {
    m_tensors->version = nextVersion();
}
Parameters::Parameters(Parameters&&) noexcept = default;
Parameters& Parameters::operator=(Parameters&&) noexcept = default;
Parameters::~Parameters() = default;

std::vector<double> Parameters::numbers(ParamId id) const {
    const at::Tensor& tensor = m_tensors->values[id];
    return widened(tensor, 0, static_cast<std::size_t>(tensor.size(0)));
}

std::uint64_t Parameters::version() const {
    return m_tensors->version;
}

void Parameters::set(ParamId id, std::size_t index, double number) {
    m_tensors->version = nextVersion();
    const at::Tensor& tensor = m_tensors->values[id];
    BATCHSCOPE_CHECK(index < static_cast<std::size_t>(tensor.numel()));
    if (tensor.scalar_type() == at::kFloat) {
        tensor.data_ptr<float>()[index] = static_cast<float>(number);
    } else {
        tensor.data_ptr<double>()[index] = number;
    }
}

template <typename T>
std::span<T> Parameters::writable(ParamId id) {
    m_tensors->version = nextVersion();
    const at::Tensor& tensor = m_tensors->values[id];
    BATCHSCOPE_CHECK(tensor.scalar_type() == c10::CppTypeToScalarType<T>::value);
    return {tensor.data_ptr<T>(), static_cast<std::size_t>(tensor.numel())};
}

template std::span<float> Parameters::writable<float>(ParamId id);
template std::span<double> Parameters::writable<double>(ParamId id);

Result<Parameters> Parameters::inFloat64() const {
    try {
        const c10::InferenceMode guard;
        auto tensors = std::make_unique<Tensors>();
        for (const at::Tensor& value : m_tensors->values) {
            tensors->values.push_back(value.to(at::kDouble));
            tensors->transposed.push_back(tensors->values.values().back().t());
        }
        return Parameters(std::move(tensors));
    } catch (const std::exception& failure) {
        return backendError(words::kConvertingParameters, failure);
    }
}

Result<Parameters> Parameters::create(const OpSet& ops, std::uint64_t seed, const RunControl& control) {
    const std::uint64_t bytes = ops.parameterCount() * bytesOf(ops.dtype);
    if (bytes > memoryLimit()) {
        return Error{ErrorCode::Config,
                     words::parametersNeedMemory(ops.name, formatBytes(bytes), limitAdvice(memoryLimit(), bytes))};
    }
    try {
        const c10::InferenceMode guard;
        auto tensors = std::make_unique<Tensors>();
        Random random(seed);
        for (const ParamSpec& spec : ops.params) {
            const at::Tensor value = makeParameter(spec, ops.dtype, random, control);
            if (!value.defined()) {
                return cancelledError();
            }
            tensors->values.push_back(value);
            tensors->transposed.push_back(value.t());
        }
        return Parameters(std::move(tensors));
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Backend, words::cannotCreateParameters(ops.parameterCount(), ops.name, failure.what())};
    }
}

} // namespace batchscope
