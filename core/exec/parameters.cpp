// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/parameters.h"

#include "core/base/budget.h"
#include "core/base/check.h"
#include "core/base/random.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>
#include <type_traits>

namespace batchscope {

namespace {

/// The alignment of LibTorch's tensors: a cache line, so that no vector load spans two.
constexpr std::align_val_t kAlignment{64};

/// Returns false if stopped.
template <typename T>
bool fillUniform(std::span<T> values, double bound, Random& random, const RunControl& control) {
    constexpr std::size_t kBetweenPolls = std::size_t{1} << 20U;
    for (std::size_t index = 0; index < values.size(); ++index) {
        if (index % kBetweenPolls == 0 && control.stopRequested()) {
            return false;
        }
        values[index] = static_cast<T>((2.0 * random.uniform() - 1.0) * bound);
    }
    return true;
}

/// Returns false if stopped.
template <typename T>
bool fillParameter(const ParamSpec& spec, std::span<T> values, Random& random, const RunControl& control) {
    if (spec.given != nullptr) { // values supplied by the net
        BATCHSCOPE_CHECK(spec.given->size() == values.size());
        std::transform(spec.given->begin(), spec.given->end(), values.begin(),
                       [](double number) { return static_cast<T>(number); });
        return true;
    }
    if (spec.init == ParamInit::Zero || spec.init == ParamInit::One) {
        std::fill(values.begin(), values.end(), spec.init == ParamInit::One ? T{1} : T{0});
        return true;
    }
    return fillUniform(values, std::sqrt(1.0 / spec.columns), random, control);
}

std::uint64_t nextVersion() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

template <typename T>
constexpr DType kDTypeOf = std::is_same_v<T, float> ? DType::Float32 : DType::Float64;

} // namespace

void Parameters::Free::operator()(std::byte* memory) const {
    ::operator delete(memory, kAlignment);
}

Parameters::Parameters(DType dtype) : m_dtype(dtype), m_version(nextVersion()) {}

std::size_t Parameters::count(ParamId id) const {
    return static_cast<std::size_t>(m_shapes[id].rows) * static_cast<std::size_t>(m_shapes[id].columns);
}

void Parameters::allocate(Shape shape) {
    const ParamId id = m_shapes.push_back(shape);
    const std::size_t bytes = count(id) * bytesOf(m_dtype);
    m_numbers.push_back(std::unique_ptr<std::byte, Free>(
        static_cast<std::byte*>(::operator new(std::max<std::size_t>(bytes, 1), kAlignment))));
}

template <typename T>
std::span<const T> Parameters::values(ParamId id) const {
    BATCHSCOPE_CHECK(m_dtype == kDTypeOf<T>);
    return {reinterpret_cast<const T*>(m_numbers[id].get()), count(id)};
}

template std::span<const float> Parameters::values<float>(ParamId id) const;
template std::span<const double> Parameters::values<double>(ParamId id) const;

template <typename T>
std::span<T> Parameters::writable(ParamId id) {
    m_version = nextVersion();
    BATCHSCOPE_CHECK(m_dtype == kDTypeOf<T>);
    return {reinterpret_cast<T*>(m_numbers[id].get()), count(id)};
}

template std::span<float> Parameters::writable<float>(ParamId id);
template std::span<double> Parameters::writable<double>(ParamId id);

std::vector<double> Parameters::numbers(ParamId id) const {
    const auto widened = [](const auto values) { return std::vector<double>(values.begin(), values.end()); };
    return m_dtype == DType::Float32 ? widened(values<float>(id)) : widened(values<double>(id));
}

void Parameters::set(ParamId id, std::size_t index, double number) {
    BATCHSCOPE_CHECK(index < count(id));
    if (m_dtype == DType::Float32) {
        writable<float>(id)[index] = static_cast<float>(number);
    } else {
        writable<double>(id)[index] = number;
    }
}

Result<Parameters> Parameters::copy(DType dtype) const {
    try {
        Parameters made(dtype);
        const auto fill = [&](ParamId id, const auto values) {
            dtype == DType::Float32 ? (void)std::copy(values.begin(), values.end(), made.writable<float>(id).begin())
                                    : (void)std::copy(values.begin(), values.end(), made.writable<double>(id).begin());
        };
        for (std::size_t index = 0; index < m_shapes.size(); ++index) {
            const ParamId id(index);
            made.allocate(m_shapes[id]);
            m_dtype == DType::Float32 ? fill(id, values<float>(id)) : fill(id, values<double>(id));
        }
        return made;
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::Backend, "not enough memory to copy the parameters"};
    }
}

Result<Parameters> Parameters::create(const OpSet& ops, std::uint64_t seed, const RunControl& control) {
    const std::uint64_t bytes = ops.parameterCount() * bytesOf(ops.dtype);
    if (bytes > memoryLimit()) {
        return Error{ErrorCode::Config, fmt::format("the parameters of {} need {}; {}, or use a smaller --dim",
                                                    ops.name, formatBytes(bytes), limitAdvice(memoryLimit(), bytes))};
    }
    try {
        Parameters made(ops.dtype);
        Random random(seed);
        for (const ParamSpec& spec : ops.params) {
            made.allocate({spec.rows, spec.columns});
            const ParamId id(made.m_shapes.size() - 1);
            const bool filled = ops.dtype == DType::Float32
                                    ? fillParameter(spec, made.writable<float>(id), random, control)
                                    : fillParameter(spec, made.writable<double>(id), random, control);
            if (!filled) {
                return cancelledError();
            }
        }
        return made;
    } catch (const std::bad_alloc& failure) {
        return Error{ErrorCode::Backend, fmt::format("cannot create the {} parameters of {}: {}", ops.parameterCount(),
                                                     ops.name, failure.what())};
    }
}

} // namespace batchscope
