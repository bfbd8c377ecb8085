// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/engine/packed_weights.h"

#include "core/exec/machine.h"
#include "core/kernels/thread_team.h"

#include <algorithm>

namespace batchscope {

namespace {

/// One cache line of float32. All lines of a tile's rows stay in the first-level cache, whatever the stride; with tiles
/// of 32, weights that are not in the caches take twice as long.
constexpr std::int32_t kTile = 16;

/// With fewer numbers, waking a team takes longer than copying.
constexpr std::int64_t kPackedWorthATeam = 65536;

template <typename T>
struct BlockCopy {
    const T* from = nullptr;
    std::int32_t fromLeading = 0;
    T* to = nullptr;
    std::int32_t toLeading = 0;
    std::int32_t rows = 0; ///< rows of `from`
    std::int32_t columns = 0;
};

/// Sets to[column][row] = from[row][column] for columns [begin, end), in tiles that fit into the cache.
template <typename T>
void transpose(const BlockCopy<T>& block, std::int32_t begin, std::int32_t end) {
    for (std::int32_t rowTile = 0; rowTile < block.rows; rowTile += kTile) {
        for (std::int32_t columnTile = begin; columnTile < end; columnTile += kTile) {
            const std::int32_t rowEnd = std::min(block.rows, rowTile + kTile);
            const std::int32_t columnEnd = std::min(end, columnTile + kTile);
            for (std::int32_t column = columnTile; column < columnEnd; ++column) {
                for (std::int32_t row = rowTile; row < rowEnd; ++row) {
                    block.to[std::ptrdiff_t{column} * block.toLeading + row] =
                        block.from[std::ptrdiff_t{row} * block.fromLeading + column];
                }
            }
        }
    }
}

/// Sets to[row][column] = from[row][column] for columns [begin, end).
template <typename T>
void copy(const BlockCopy<T>& block, std::int32_t begin, std::int32_t end) {
    for (std::int32_t row = 0; row < block.rows; ++row) {
        std::copy_n(block.from + std::ptrdiff_t{row} * block.fromLeading + begin, end - begin,
                    block.to + std::ptrdiff_t{row} * block.toLeading + begin);
    }
}

/// Each thread copies its share of the columns of every block. Training packs in every step, so packing on a single
/// thread would be noticeable.
template <typename T>
void runCopies(const std::vector<BlockCopy<T>>& blocks, Transposed transposed) {
    std::int64_t numbers = 0;
    for (const BlockCopy<T>& block : blocks) {
        numbers += std::int64_t{block.rows} * block.columns;
    }
    const int threads = numbers < kPackedWorthATeam ? 1 : threadCount();
    runTeam(threads, 1, [&](std::uint32_t /*phase*/, const TeamShare& share) {
        for (const BlockCopy<T>& block : blocks) {
            const TeamShare::Range range = share.of(static_cast<std::uint32_t>(block.columns), kTile);
            const auto begin = static_cast<std::int32_t>(range.begin);
            const auto end = static_cast<std::int32_t>(range.end);
            transposed == Transposed::Yes ? transpose(block, begin, end) : copy(block, begin, end);
        }
    });
}

} // namespace

template <typename T>
void PackedWeights<T>::pack(const NetCode& code, const Parameters& parameters) {
    if (m_version == parameters.version()) {
        return;
    }
    m_version = parameters.version();
    m_hasBackward = false;
    m_parameters.clear();
    m_columns.clear();
    for (std::size_t index = 0; index < parameters.shapes().size(); ++index) {
        m_parameters.push_back(parameters.values<T>(ParamId(index)).data());
        m_columns.push_back(parameters.shapes()[ParamId(index)].columns);
    }
    m_groups.assign(code.groups.size(), {});
    m_forward.resize(code.groups.size());
    m_backward.resize(code.groups.size());
    std::vector<BlockCopy<T>> blocks;
    for (std::size_t index = 0; index < code.groups.size(); ++index) {
        const ProductGroup& group = code.groups[GroupId(index)];
        if (!code.compileRules.packWeights) {
            const GroupWeight& only = group.weights.front();
            m_groups[index].forward = {parameter(only.weight) + only.inputColumn, m_columns[only.weight.index()],
                                       Transposed::Yes};
            continue;
        }
        std::vector<T>& packed = m_forward[index];
        packed.resize(static_cast<std::size_t>(group.inner) * static_cast<std::size_t>(group.width));
        for (const GroupWeight& weight : group.weights) {
            blocks.push_back({parameter(weight.weight) + weight.inputColumn, m_columns[weight.weight.index()],
                              packed.data() + weight.column, group.width, weight.width, group.inner});
        }
        m_groups[index].forward = {packed.data(), group.width};
    }
    runCopies(blocks, Transposed::Yes);
}

template <typename T>
void PackedWeights<T>::packBackward(const NetCode& code) {
    if (m_hasBackward) {
        return;
    }
    m_hasBackward = true;
    std::vector<BlockCopy<T>> blocks;
    for (std::size_t index = 0; index < code.groups.size(); ++index) {
        const ProductGroup& group = code.groups[GroupId(index)];
        if (group.weights.size() == 1) {
            const GroupWeight& only = group.weights.front();
            m_groups[index].backward = {parameter(only.weight) + only.inputColumn, m_columns[only.weight.index()]};
            continue;
        }
        std::vector<T>& packed = m_backward[index];
        packed.resize(static_cast<std::size_t>(group.inner) * static_cast<std::size_t>(group.width));
        for (const GroupWeight& weight : group.weights) {
            blocks.push_back({parameter(weight.weight) + weight.inputColumn, m_columns[weight.weight.index()],
                              packed.data() + std::ptrdiff_t{weight.column} * group.inner, group.inner, weight.width,
                              group.inner});
        }
        m_groups[index].backward = {packed.data(), group.inner};
    }
    runCopies(blocks, Transposed::No);
}

template class PackedWeights<float>;
template class PackedWeights<double>;

} // namespace batchscope
