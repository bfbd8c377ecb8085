// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/gradient_sum.h"

#include "core/base/check.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// By parameter: true if products or calls read it, so that its gradient is whole.
std::vector<bool> readWhole(const OpSet& ops) {
    std::vector<bool> whole(ops.params.size(), false);
    for (const Op& op : ops.ops) {
        for (const BodyValue& value : op.body.values) {
            if (value.primitive == Primitive::Linear) {
                whole[value.weight.index()] = true;
                if (value.bias.valid()) {
                    whole[value.bias.index()] = true;
                }
            }
        }
        for (const ParamId param : op.call ? op.call->parameters() : std::vector<ParamId>()) {
            whole[param.index()] = true;
        }
    }
    return whole;
}

template <typename T>
class Summed final : public Gradients::State {
public:
    explicit Summed(const OpSet& ops) : m_isWhole(readWhole(ops)), m_rows(ops.params.size()) {
        std::size_t count = 0;
        for (std::size_t index = 0; index < ops.params.size(); ++index) {
            const ParamSpec& spec = ops.params[ParamId(index)];
            m_widths.push_back(static_cast<std::size_t>(spec.columns));
            m_offsets.push_back(count);
            count += m_isWhole[index] ? static_cast<std::size_t>(spec.rows) * m_widths[ParamId(index)] : 0;
        }
        m_whole.resize(count, T{0});
    }

    /// Adds the gradients of this rank, times `weight`.
    void add(const Gradients& own, T weight) {
        ParameterGradient<T> gradient;
        for (std::size_t index = 0; index < m_widths.size(); ++index) {
            const ParamId id(index);
            const std::size_t width = m_widths[id];
            own.state().locate(id, gradient);
            T* const whole = m_whole.data() + m_offsets[id];
            if (gradient.whole != nullptr) {
                BATCHSCOPE_CHECK(m_isWhole[id.index()]);
                const std::size_t end = index + 1 < m_widths.size() ? m_offsets[ParamId(index + 1)] : m_whole.size();
                for (std::size_t number = 0; number < end - m_offsets[id]; ++number) {
                    whole[number] += weight * gradient.whole[number];
                }
            }
            for (const auto& row : gradient.rows) {
                T* const to = m_isWhole[id.index()] ? whole + row.index * width : rowOf(id, row.index);
                for (std::size_t column = 0; column < width; ++column) {
                    to[column] += weight * row.numbers[column];
                }
            }
        }
    }

    Status exchange(ProcessGroup& group) {
        TRY(group.sum(std::span(m_whole)));
        const Result<std::vector<std::vector<std::byte>>> parts = group.gather(packedRows());
        TRY(parts);
        m_rows.assign(m_rows.size(), Rows());
        for (const std::vector<std::byte>& part : *parts) { // by rank, so that every rank adds in the same order
            addPacked(part);
        }
        return Ok{};
    }

    void divideBy(T count) {
        for (T& number : m_whole) {
            number /= count;
        }
        for (Rows& rows : m_rows) {
            for (auto& [index, numbers] : rows) {
                for (T& number : numbers) {
                    number /= count;
                }
            }
        }
    }

    void read(Value /*value*/, std::vector<double>& row) const override { row.clear(); }
    [[nodiscard]] std::size_t bytes() const override { return m_whole.size() * sizeof(T); }
    void readParameter(ParamId /*id*/, std::vector<double>& numbers) const override { numbers.clear(); }
    void locate(ParamId id, ParameterGradient<float>& gradient) const override { locateIn(id, gradient); }
    void locate(ParamId id, ParameterGradient<double>& gradient) const override { locateIn(id, gradient); }

private:
    using Rows = std::map<std::uint32_t, std::vector<T>>; // by index

    T* rowOf(ParamId id, std::uint32_t index) {
        std::vector<T>& row = m_rows[id.index()][index];
        row.resize(m_widths[id], T{0});
        return row.data();
    }

    template <typename U>
    void locateIn(ParamId id, ParameterGradient<U>& gradient) const {
        gradient.whole = nullptr;
        gradient.rows.clear();
        if constexpr (std::is_same_v<T, U>) {
            gradient.whole = m_isWhole[id.index()] ? m_whole.data() + m_offsets[id] : nullptr;
            for (const auto& [index, numbers] : m_rows[id.index()]) {
                gradient.rows.push_back({index, numbers.data()});
            }
        } else {
            BATCHSCOPE_CHECK(false);
        }
    }

    /// Parameter, row and numbers, one row after the other.
    [[nodiscard]] std::vector<std::byte> packedRows() const {
        std::vector<std::byte> bytes;
        const auto put = [&bytes](const void* from, std::size_t count) {
            const auto* const begin = static_cast<const std::byte*>(from);
            bytes.insert(bytes.end(), begin, begin + count);
        };
        for (std::size_t index = 0; index < m_rows.size(); ++index) {
            for (const auto& [row, numbers] : m_rows[index]) {
                const std::array<std::uint32_t, 2> place = {static_cast<std::uint32_t>(index), row};
                put(place.data(), sizeof(place));
                put(numbers.data(), numbers.size() * sizeof(T));
            }
        }
        return bytes;
    }

    void addPacked(std::span<const std::byte> bytes) {
        std::array<std::uint32_t, 2> place = {};
        std::vector<T> numbers;
        while (!bytes.empty()) {
            std::memcpy(place.data(), bytes.data(), sizeof(place));
            bytes = bytes.subspan(sizeof(place));
            const ParamId id(std::size_t{place[0]});
            numbers.resize(m_widths[id]);
            std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(T));
            bytes = bytes.subspan(numbers.size() * sizeof(T));
            T* const to = rowOf(id, place[1]);
            for (std::size_t column = 0; column < numbers.size(); ++column) {
                to[column] += numbers[column];
            }
        }
    }

    std::vector<bool> m_isWhole; // by ParamId
    IdVector<ParamId, std::size_t> m_widths;
    IdVector<ParamId, std::size_t> m_offsets; // in m_whole
    std::vector<T> m_whole;
    std::vector<Rows> m_rows; // by ParamId
};

template <typename T>
Result<Gradients> summed(const OpSet& ops, const Gradients* own, std::size_t labeled, ProcessGroup& group) {
    auto state = std::make_unique<Summed<T>>(ops);
    if (own != nullptr) {
        state->add(*own, static_cast<T>(labeled));
    }
    TRY(state->exchange(group));
    const auto count = static_cast<double>(labeled);
    std::array<double, 2> totals = {count, own == nullptr ? 0.0 : count * own->loss()};
    TRY(group.sum(std::span<double>(totals)));
    if (totals[0] == 0.0) {
        return Error{ErrorCode::Config, "training needs labels, and no rank has any in its share of this mini-batch"};
    }
    state->divideBy(static_cast<T>(totals[0]));
    return Gradients(std::move(state), totals[1] / totals[0]);
}

} // namespace

Result<Gradients> sumOfRanks(const OpSet& ops, const Gradients* own, std::size_t labeled, ProcessGroup& group) {
    return ops.dtype == DType::Float32 ? summed<float>(ops, own, labeled, group)
                                       : summed<double>(ops, own, labeled, group);
}

} // namespace batchscope
