// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"
#include "core/nets/net.h"
#include "core/nets/tree_lstm.h"

#include <array>
#include <vector>

namespace batchscope {

namespace {

constexpr std::array kNets = {
    Net{"tree-lstm", "binary TreeLSTM over word embeddings (TorchFold's example)", "binary trees", treeLstmOps,
        emitTreeLstm},
};

} // namespace

std::span<const Net> nets() {
    return kNets;
}

Result<const Net*> findNet(std::string_view name) {
    std::vector<std::string_view> names;
    names.reserve(kNets.size());
    for (const Net& net : kNets) {
        names.emplace_back(net.name);
    }
    const Result<std::size_t> index = indexOfName(name, names, "model");
    if (!index) {
        return index.error();
    }
    return &kNets[*index];
}

} // namespace batchscope
