// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/mini_batches.h"

#include "core/base/random.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace batchscope {

namespace {

/// Where part `index` of `parts` equal ones begins among `size` things.
std::size_t beginOf(std::size_t index, std::size_t parts, std::size_t size) {
    return index * size / parts;
}

std::vector<std::size_t> shuffledNumbers(std::size_t count, Random& random) {
    std::vector<std::size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    random.shuffle(numbers);
    return numbers;
}

} // namespace

TreePool::TreePool(const Treebank& bank, const GraphOptions& options) {
    const std::size_t end = std::min(options.trees.end, treesToChoose(bank, options));
    for (std::size_t index = options.trees.begin; index < end; ++index) {
        m_trees.push_back(options.picked.empty() ? TreeId(index) : options.picked[index]);
    }
    m_bySize.resize(m_trees.size());
    std::iota(m_bySize.begin(), m_bySize.end(), 0U);
    const auto nodesAt = [&](std::uint32_t place) { // a picked tree that is not there is named when it is built
        return bank.trees.contains(m_trees[place]) ? bank.trees[m_trees[place]].nodes : 0U;
    };
    std::stable_sort(m_bySize.begin(), m_bySize.end(),
                     [&](std::uint32_t left, std::uint32_t right) { return nodesAt(left) < nodesAt(right); });
}

std::vector<std::vector<TreeId>> TreePool::draw(std::size_t batch, std::size_t count, std::uint64_t seed) const {
    if (batch == size()) {
        return {m_trees};
    }
    Random random(Random(seed).next() + batch); // not the seed itself: neighboring sizes would draw alike
    std::vector<std::vector<std::uint32_t>> places(count);
    for (std::size_t part = 0; part < batch; ++part) {
        const std::size_t first = beginOf(part, batch, size());
        const std::size_t width = beginOf(part + 1, batch, size()) - first;
        const std::vector<std::size_t> pieces = shuffledNumbers(count, random);
        for (std::size_t miniBatch = 0; miniBatch < count; ++miniBatch) {
            const double within =
                (static_cast<double>(pieces[miniBatch]) + random.uniform()) / static_cast<double>(count);
            const auto offset = static_cast<std::size_t>(within * static_cast<double>(width));
            places[miniBatch].push_back(m_bySize[first + std::min(offset, width - 1)]);
        }
    }
    std::vector<std::vector<TreeId>> drawn;
    for (std::vector<std::uint32_t>& ofOne : places) {
        std::sort(ofOne.begin(), ofOne.end());
        std::vector<TreeId>& trees = drawn.emplace_back();
        std::transform(ofOne.begin(), ofOne.end(), std::back_inserter(trees),
                       [this](std::uint32_t place) { return m_trees[place]; });
    }
    return drawn;
}

std::vector<GraphOptions> miniBatchOptions(const TreePool& pool, const GraphOptions& options, std::size_t batch,
                                           std::size_t count, std::uint64_t seed) {
    if (batch == pool.size()) {
        return {options};
    }
    std::vector<GraphOptions> all;
    for (std::vector<TreeId>& trees : pool.draw(batch, count, seed)) {
        GraphOptions& own = all.emplace_back(options);
        own.trees = {};
        own.picked = std::move(trees);
    }
    return all;
}

} // namespace batchscope
