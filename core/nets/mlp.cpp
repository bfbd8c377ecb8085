// SPDX-License-Identifier: GPL-3.0-or-later
//
// A multilayer perceptron: plain batching, without any tree. Every image is one call, and all calls batch. For MNIST
// the widths are 784-200-100-10. B rows per batch, input width v:
//
//     forward(x)   relu(relu(x·W1ᵀ + b1)·W2ᵀ + b2)·W3ᵀ + b3      [B, v] → [B, 200] → [B, 100] → [B, classes]
//
// Images without labels get ten outputs, one for each digit. The option dim has no effect.
#include "core/nets/net_list.h"
#include "core/nets/net_parts.h"

#include <algorithm>

namespace batchscope {

namespace {

constexpr OpId kForward(std::size_t{0});
constexpr std::int32_t kFirstHidden = 200;
constexpr std::int32_t kSecondHidden = 100;

OpSet mlpOps(const NetOptions& options) {
    // If there are no vectors, no tree can be recorded, but the net can still be listed.
    const std::int32_t inputs = std::max(options.vectorWidth, 1);
    OpSet set{.name = "mlp", .dtype = options.dtype, .params = {}, .ops = {}};
    const Affine first = addAffine(set, "1", kFirstHidden, inputs);
    const Affine second = addAffine(set, "2", kSecondHidden, kFirstHidden);
    const Affine third = addAffine(set, "3", options.classes, kSecondHidden);
    BodyBuilder body(set.params);
    const BodyId one = body.relu(body.linear(body.argument(0, inputs), first.weight, first.bias));
    const BodyId two = body.relu(body.linear(one, second.weight, second.bias));
    body.output(body.linear(two, third.weight, third.bias));
    set.ops.push_back(
        {.name = "forward", .arguments = {{ArgumentClass::Constant, inputs, set.dtype}}, .body = body.take()});
    return set;
}

Status recordMlp(const TreeInput& input, Fold& fold) {
    const TreeNodeId root = input.shape.root();
    const VectorTable& vectors = input.bank.vectors;
    if (vectors.rows() == 0) {
        return input.error(root, std::string("the leaves are words; mlp takes vectors (MNIST idx files)"));
    }
    if (input.shape.size() != 1) {
        return input.error(root, std::string("a tree has more than one node; mlp takes trees of a single leaf"));
    }
    const auto row = vectors.row(input.shape.words.front().index());
    fold.setOrigin(input.tree, root);
    const std::vector<double> numbers(row.begin(), row.end());
    fold.request(fold.add(kForward, {fold.constant(numbers)}), input.target(root));
    return Ok{};
}

} // namespace

constinit const Net kMlpNet = {
    .name = "mlp",
    .title = "Perceptron",
    .description = "three layers on images, hidden widths 200 and 100: plain batching, no trees",
    .input = "vectors (MNIST idx files)",
    .ops = mlpOps,
    .record = recordMlp,
    .leaves = Leaves::Vectors,
    .uses = {.dim = false, .outputs = false, .merge = false, .shape = ShapeUse::None},
    .suits = {.usualFor = TreeKind::Vectors},
};

} // namespace batchscope
