// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/net.h"
#include "core/nets/tree_lstm.h"

#include <fmt/format.h>

#include <array>

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
    std::string known;
    for (const Net& net : kNets) {
        if (name == net.name) {
            return &net;
        }
        known += known.empty() ? "" : ", ";
        known += net.name;
    }
    return Error{ErrorCode::Config, fmt::format("unknown model '{}'; expected one of: {}", name, known)};
}

} // namespace batchscope
