// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/optimizer.h"

#include "core/base/check.h"
#include "core/exec/machine.h"
#include "core/kernels/thread_team.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace batchscope {

namespace {

/// Waking a team costs some microseconds; updating this many numbers takes about as long.
constexpr std::size_t kWeightsWorthATeam = 32768;

/// Numbers that start at zero. The system provides zero pages only when they are first written, so rows of a table that
/// no batch looks up take no memory.
template <typename T>
class ZeroedNumbers {
public:
    /// Returns false if there is not enough memory.
    [[nodiscard]] bool allocate(std::size_t count) {
        m_numbers.reset(static_cast<T*>(std::calloc(std::max<std::size_t>(count, 1), sizeof(T))));
        m_count = m_numbers ? count : 0;
        return m_numbers != nullptr;
    }
    [[nodiscard]] T* data() const { return m_numbers.get(); }
    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] std::size_t bytes() const { return m_count * sizeof(T); }

private:
    struct Free {
        void operator()(T* memory) const { std::free(memory); }
    };
    std::unique_ptr<T, Free> m_numbers;
    std::size_t m_count = 0;
};

/// Numbers that are updated together: a whole parameter or one row of a table.
template <typename T>
struct Stretch {
    T* weights = nullptr;
    const T* gradient = nullptr;
    T* first = nullptr;  ///< velocity, or first moment
    T* second = nullptr; ///< second moment
    std::size_t count = 0;
    bool isLookedUp = false; ///< a row of a parameter that only lookups read

    [[nodiscard]] Stretch part(std::size_t begin, std::size_t end) const {
        return {weights + begin,
                gradient + begin,
                first == nullptr ? nullptr : first + begin,
                second == nullptr ? nullptr : second + begin,
                end - begin,
                isLookedUp};
    }
};

template <typename T>
void stepSgd(const Stretch<T>& stretch, T rate) {
    T* const __restrict weights = stretch.weights;
    const T* const __restrict gradient = stretch.gradient;
    for (std::size_t index = 0; index < stretch.count; ++index) {
        weights[index] -= rate * gradient[index];
    }
}

template <typename T>
void stepMomentum(const Stretch<T>& stretch, T rate, T momentum) {
    T* const __restrict weights = stretch.weights;
    T* const __restrict velocity = stretch.first;
    const T* const __restrict gradient = stretch.gradient;
    for (std::size_t index = 0; index < stretch.count; ++index) {
        const T next = momentum * velocity[index] + gradient[index];
        velocity[index] = next;
        weights[index] -= rate * next;
    }
}

/// Factors that are the same for all numbers of a step.
template <typename T>
struct AdamFactors {
    T beta1, rest1; ///< β₁, 1 − β₁
    T beta2, rest2;
    T rate;       ///< η / (1 − β₁ᵗ)
    T rootFactor; ///< 1 / √(1 − β₂ᵗ)
    T epsilon;

    AdamFactors(const OptimizerOptions& options, std::size_t step)
        : beta1(static_cast<T>(options.beta1)), rest1(static_cast<T>(1.0 - options.beta1)),
          beta2(static_cast<T>(options.beta2)), rest2(static_cast<T>(1.0 - options.beta2)),
          rate(static_cast<T>(options.learningRate / (1.0 - std::pow(options.beta1, static_cast<double>(step))))),
          rootFactor(static_cast<T>(1.0 / std::sqrt(1.0 - std::pow(options.beta2, static_cast<double>(step))))),
          epsilon(static_cast<T>(options.epsilon)) {}
};

template <typename T>
void stepAdam(const Stretch<T>& stretch, const AdamFactors<T>& factors) {
    const AdamFactors<T> by = factors; // a copy: writes to the numbers cannot change it
    T* const __restrict weights = stretch.weights;
    T* const __restrict first = stretch.first;
    T* const __restrict second = stretch.second;
    const T* const __restrict gradient = stretch.gradient;
    for (std::size_t index = 0; index < stretch.count; ++index) {
        const T slope = gradient[index];
        const T mean = by.beta1 * first[index] + by.rest1 * slope;
        const T square = by.beta2 * second[index] + by.rest2 * slope * slope;
        first[index] = mean;
        second[index] = square;
        weights[index] -= by.rate * mean / (std::sqrt(square) * by.rootFactor + by.epsilon);
    }
}

template <typename T>
void stepAdagrad(const Stretch<T>& stretch, T rate, T epsilon) {
    T* const __restrict weights = stretch.weights;
    T* const __restrict squares = stretch.second;
    const T* const __restrict gradient = stretch.gradient;
    for (std::size_t index = 0; index < stretch.count; ++index) {
        const T slope = gradient[index];
        const T sum = squares[index] + slope * slope;
        squares[index] = sum;
        weights[index] -= rate * slope / (std::sqrt(sum) + epsilon);
    }
}

template <typename T>
void addTo(T* sum, const T* numbers, std::size_t count) {
    for (std::size_t index = 0; index < count; ++index) {
        sum[index] += numbers[index];
    }
}

Error outOfRange(std::string_view what, double number, std::string_view expected) {
    return {ErrorCode::Config, fmt::format("{} is {}; expected {}", what, number, expected)};
}

/// The comparisons are written so that NaN fails.
Status check(const OptimizerOptions& options) {
    if (!(options.learningRate > 0.0) || !std::isfinite(options.learningRate)) {
        return outOfRange("the learning rate", options.learningRate, "a number above 0");
    }
    for (const auto& [name, number] :
         {std::pair("momentum", options.momentum), {"beta1", options.beta1}, {"beta2", options.beta2}}) {
        if (!(number >= 0.0 && number < 1.0)) {
            return outOfRange(name, number, "at least 0 and less than 1");
        }
    }
    for (const auto& [name, number] : {std::pair("epsilon", options.epsilon),
                                       {"the L2 factor", options.decay},
                                       {"the clipping norm", options.clip}}) {
        if (!(number >= 0.0) || !std::isfinite(number)) {
            return outOfRange(name, number, "0 or more");
        }
    }
    return Ok{};
}

} // namespace

class Optimizer::Impl {
public:
    explicit Impl(const OptimizerOptions& options) : m_options(options) {}
    virtual ~Impl() = default;
    virtual void step(const Gradients::State& gradients, Parameters& parameters) = 0;
    [[nodiscard]] virtual std::size_t bytes() const = 0;
    [[nodiscard]] virtual OptimizerState state() const = 0;
    [[nodiscard]] virtual bool restore(const OptimizerState& state) = 0;
    [[nodiscard]] const OptimizerOptions& options() const { return m_options; }
    [[nodiscard]] std::size_t steps() const { return m_steps; }
    void setLearningRate(double rate) { m_options.learningRate = rate; }

protected:
    OptimizerOptions m_options;
    std::size_t m_steps = 0;
};

template <typename T>
class Optimizer::Typed final : public Impl {
public:
    Typed(const OpSet& ops, const OptimizerOptions& options) : Impl(options), m_params(ops.params) {
        std::size_t mostRows = 0;
        for (const ParamSpec& spec : m_params) {
            mostRows = std::max(mostRows, static_cast<std::size_t>(spec.rows));
        }
        m_stretchOfRow.resize(mostRows, kNone);
    }

    /// Returns false if memory runs out.
    [[nodiscard]] bool allocate() {
        m_first.resize(m_params.size());
        m_second.resize(m_params.size());
        for (std::size_t index = 0; index < m_params.size(); ++index) {
            if (m_params[ParamId(index)].isFixed) {
                continue;
            }
            const std::size_t count = numbersOf(ParamId(index));
            if ((hasFirst() && !m_first[index].allocate(count)) || (hasSecond() && !m_second[index].allocate(count))) {
                return false;
            }
        }
        return true;
    }

    void step(const Gradients::State& gradients, Parameters& parameters) override {
        ++m_steps;
        m_stretches.clear();
        m_sums.clear();
        for (std::size_t index = 0; index < m_params.size(); ++index) {
            if (m_params[ParamId(index)].isFixed) {
                continue;
            }
            gradients.locate(ParamId(index), m_gradient);
            if (m_gradient.whole != nullptr) {
                addWhole(ParamId(index), parameters);
            } else if (!m_gradient.rows.empty()) {
                addRows(ParamId(index), parameters);
            }
        }
        changeGradients();
        runAll();
    }

    [[nodiscard]] std::size_t bytes() const override {
        std::size_t bytes = 0;
        for (std::size_t index = 0; index < m_first.size(); ++index) {
            bytes += m_first[index].bytes() + m_second[index].bytes();
        }
        return bytes;
    }

    [[nodiscard]] OptimizerState state() const override { return {m_steps, widened(m_first), widened(m_second)}; }

    [[nodiscard]] bool restore(const OptimizerState& state) override {
        const auto fits = [](const std::vector<ZeroedNumbers<T>>& kept, const std::vector<std::vector<double>>& given) {
            return std::equal(
                kept.begin(), kept.end(), given.begin(), given.end(),
                [](const ZeroedNumbers<T>& to, const std::vector<double>& from) { return to.count() == from.size(); });
        };
        if (!fits(m_first, state.first) || !fits(m_second, state.second)) {
            return false;
        }
        const auto take = [](std::vector<ZeroedNumbers<T>>& kept, const std::vector<std::vector<double>>& given) {
            for (std::size_t index = 0; index < kept.size(); ++index) {
                std::transform(given[index].begin(), given[index].end(), kept[index].data(),
                               [](double number) { return static_cast<T>(number); });
            }
        };
        take(m_first, state.first);
        take(m_second, state.second);
        m_steps = state.steps;
        return true;
    }

private:
    static std::vector<std::vector<double>> widened(const std::vector<ZeroedNumbers<T>>& kept) {
        std::vector<std::vector<double>> wide;
        for (const ZeroedNumbers<T>& numbers : kept) {
            wide.emplace_back(numbers.data(), numbers.data() + numbers.count());
        }
        return wide;
    }

    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    [[nodiscard]] bool hasSecond() const { return m_options.kind != OptimizerKind::Sgd; }
    [[nodiscard]] bool hasFirst() const {
        return m_options.kind == OptimizerKind::Adam ||
               (m_options.kind == OptimizerKind::Sgd && m_options.momentum > 0.0);
    }
    [[nodiscard]] std::size_t widthOf(ParamId id) const { return static_cast<std::size_t>(m_params[id].columns); }
    [[nodiscard]] std::size_t numbersOf(ParamId id) const {
        return static_cast<std::size_t>(m_params[id].rows) * widthOf(id);
    }
    [[nodiscard]] Stretch<T> stretchOf(ParamId id, Parameters& parameters) const {
        return {parameters.writable<T>(id).data(), m_gradient.whole, m_first[id.index()].data(),
                m_second[id.index()].data(), numbersOf(id)};
    }

    /// Copies a gradient so that other gradients can be added to it. Copies do not move during a step.
    T* sumFrom(const T* numbers, std::size_t count) { return m_sums.emplace_back(numbers, numbers + count).data(); }

    void addWhole(ParamId id, Parameters& parameters) {
        Stretch<T> stretch = stretchOf(id, parameters);
        if (!m_gradient.rows.empty()) { // a weight that is also used as a table
            T* const sum = sumFrom(stretch.gradient, stretch.count);
            for (const auto& row : m_gradient.rows) {
                addTo(sum + row.index * widthOf(id), row.numbers, widthOf(id));
            }
            stretch.gradient = sum;
        }
        m_stretches.push_back(stretch);
    }

    void addRows(ParamId id, Parameters& parameters) {
        const Stretch<T> table = stretchOf(id, parameters);
        const std::size_t width = widthOf(id);
        m_sumOf.assign(m_gradient.rows.size(), nullptr);
        const std::size_t begin = m_stretches.size();
        for (const auto& row : m_gradient.rows) {
            std::uint32_t& of = m_stretchOfRow[row.index];
            if (of == kNone) {
                of = static_cast<std::uint32_t>(m_stretches.size() - begin);
                m_stretches.push_back(table.part(row.index * width, (row.index + 1) * width));
                m_stretches.back().gradient = row.numbers;
                m_stretches.back().isLookedUp = true;
                continue;
            }
            if (m_sumOf[of] == nullptr) {
                Stretch<T>& met = m_stretches[begin + of];
                m_sumOf[of] = sumFrom(met.gradient, width);
                met.gradient = m_sumOf[of];
            }
            addTo(m_sumOf[of], row.numbers, width);
        }
        for (const auto& row : m_gradient.rows) {
            m_stretchOfRow[row.index] = kNone;
        }
    }

    /// Applies clipping and L2, to copies: the gradients belong to the caller.
    void changeGradients() {
        double squares = 0.0;
        if (m_options.clip > 0.0) {
            for (const Stretch<T>& stretch : m_stretches) {
                squares = std::transform_reduce(stretch.gradient, stretch.gradient + stretch.count, squares,
                                                std::plus<>(), [](T slope) { return double{slope} * double{slope}; });
            }
        }
        const double norm = std::sqrt(squares);
        const T scale = norm > m_options.clip ? static_cast<T>(m_options.clip / norm) : T{1};
        const auto decay = static_cast<T>(m_options.decay);
        for (Stretch<T>& stretch : m_stretches) {
            const T decayed = stretch.isLookedUp ? T{0} : decay;
            if (scale == T{1} && decayed == T{0}) {
                continue;
            }
            T* const changed = sumFrom(stretch.gradient, stretch.count);
            for (std::size_t index = 0; index < stretch.count; ++index) {
                changed[index] = scale * changed[index] + decayed * stretch.weights[index];
            }
            stretch.gradient = changed;
        }
    }

    void runAll() {
        std::size_t numbers = 0;
        for (const Stretch<T>& stretch : m_stretches) {
            numbers += stretch.count;
        }
        const AdamFactors<T> factors(m_options, m_steps);
        const int threads = numbers < kWeightsWorthATeam ? 1 : threadCount();
        runTeam(threads, 1,
                [&](std::uint32_t /*phase*/, const TeamShare& share) { runShare(share, numbers, factors); });
    }

    /// Updates this thread's share of all numbers, with the stretches concatenated.
    void runShare(const TeamShare& share, std::size_t numbers, const AdamFactors<T>& factors) const {
        const auto index = static_cast<std::size_t>(share.index());
        const auto count = static_cast<std::size_t>(share.count());
        const std::size_t begin = numbers * index / count;
        const std::size_t end = numbers * (index + 1) / count;
        std::size_t at = 0;
        for (const Stretch<T>& stretch : m_stretches) {
            const std::size_t from = std::clamp(begin, at, at + stretch.count) - at;
            const std::size_t to = std::clamp(end, at, at + stretch.count) - at;
            at += stretch.count;
            if (from < to) {
                run(stretch.part(from, to), factors);
            }
        }
    }

    void run(const Stretch<T>& stretch, const AdamFactors<T>& factors) const {
        const auto rate = static_cast<T>(m_options.learningRate);
        if (m_options.kind == OptimizerKind::Adam) {
            stepAdam(stretch, factors);
        } else if (m_options.kind == OptimizerKind::Adagrad) {
            stepAdagrad(stretch, rate, static_cast<T>(m_options.epsilon));
        } else if (m_options.momentum > 0.0) {
            stepMomentum(stretch, rate, static_cast<T>(m_options.momentum));
        } else {
            stepSgd(stretch, rate);
        }
    }

    IdVector<ParamId, ParamSpec> m_params;
    std::vector<ZeroedNumbers<T>> m_first;  // by ParamId
    std::vector<ZeroedNumbers<T>> m_second; // by ParamId
    // Buffers of one step, kept to reuse their memory:
    ParameterGradient<T> m_gradient;
    std::vector<Stretch<T>> m_stretches;
    std::vector<std::uint32_t> m_stretchOfRow; // by row of the current table; kNone between tables
    std::vector<T*> m_sumOf;                   // by stretch of the current table; null if the row occurred once
    std::vector<std::vector<T>> m_sums;
};

Optimizer::Optimizer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Optimizer::Optimizer(Optimizer&&) noexcept = default;
Optimizer& Optimizer::operator=(Optimizer&&) noexcept = default;
Optimizer::~Optimizer() = default;

double usualLearningRate(OptimizerKind kind) {
    switch (kind) {
    case OptimizerKind::Sgd: return 0.01;
    case OptimizerKind::Adam: return 0.002;
    case OptimizerKind::Adagrad: return 0.2;
    }
    return 0.01;
}

Result<Optimizer> Optimizer::create(const OpSet& ops, const OptimizerOptions& options) {
    TRY(check(options));
    const auto made = [&]<typename T>(std::unique_ptr<Typed<T>> impl) -> Result<Optimizer> {
        if (!impl->allocate()) {
            return Error{ErrorCode::Backend, fmt::format("not enough memory to optimize the {} parameters of {}",
                                                         ops.parameterCount(), ops.name)};
        }
        return Optimizer(std::move(impl));
    };
    return ops.dtype == DType::Float32 ? made(std::make_unique<Typed<float>>(ops, options))
                                       : made(std::make_unique<Typed<double>>(ops, options));
}

void Optimizer::step(const Gradients& gradients, Parameters& parameters) {
    m_impl->step(gradients.state(), parameters);
}

OptimizerState Optimizer::state() const {
    return m_impl->state();
}

bool Optimizer::restore(const OptimizerState& state) {
    return m_impl->restore(state);
}

void Optimizer::setLearningRate(double rate) {
    m_impl->setLearningRate(rate);
}

std::size_t Optimizer::steps() const {
    return m_impl->steps();
}

const OptimizerOptions& Optimizer::options() const {
    return m_impl->options();
}

std::size_t Optimizer::bytes() const {
    return m_impl->bytes();
}

} // namespace batchscope
