// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/build_graph.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

Result<OpGraph> buildGraph(const Treebank& bank, const GraphOptions& options, const RunControl& control) {
    constexpr std::int32_t kMaxDim = 16384;
    const Result<const Net*> net = findNet(options.model);
    if (!net) {
        return net.error();
    }
    if (options.dim < 1 || options.dim > kMaxDim) {
        return Error{ErrorCode::Config, fmt::format("dim {} is out of range; expected 1 to {}", options.dim, kMaxDim)};
    }
    const std::size_t end = std::min(options.trees.end, bank.trees.size());
    if (options.trees.begin >= end) {
        return Error{ErrorCode::Config, fmt::format("the selection begins at tree {} (from 0), but there are {} trees",
                                                    options.trees.begin, bank.trees.size())};
    }
    const NetOptions netOptions{.dim = options.dim,
                                .vocabulary = static_cast<std::int32_t>(std::max<std::size_t>(bank.words.size(), 1)),
                                .dtype = options.dtype};
    Fold fold((*net)->ops(netOptions), {.merge = options.merge});
    for (std::size_t index = options.trees.begin; index < end; ++index) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const TreeId tree(index);
        const bool asIs = options.binarization == Binarization::None;
        const Tree changed = asIs ? Tree() : binarized(bank.trees[tree], options.binarization);
        const Status emitted = (*net)->record(bank, tree, asIs ? bank.trees[tree] : changed, options.outputs, fold);
        if (!emitted) {
            return emitted.error();
        }
        control.report("build", index - options.trees.begin + 1, end - options.trees.begin);
    }
    fold.setTreeCount(end - options.trees.begin);
    return std::move(fold).finish();
}

} // namespace batchscope
