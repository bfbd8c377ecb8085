// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/in_place_torch.h"

#include "core/scripts/script_source_torch.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

namespace batchscope {

namespace {

using torch::jit::Block;
using torch::jit::Node;
using torch::jit::Value;

/// Those that have a rule and take a tensor to be changed as their first input.
constexpr auto kChanging =
    std::to_array<std::string_view>({"aten::add_", "aten::sub_", "aten::mul_", "aten::div_", "aten::neg_",
                                     "aten::relu_", "aten::tanh_", "aten::sigmoid_", "aten::exp_", "aten::sqrt_",
                                     "aten::clamp_", "aten::clamp_min_", "aten::masked_fill_", "aten::abs_"});

/// Their results are new tensors, whatever they are given.
constexpr auto kMaking = std::to_array<std::string_view>(
    {"aten::add",   "aten::sub",        "aten::rsub",        "aten::mul",        "aten::div",       "aten::neg",
     "aten::tanh",  "aten::sigmoid",    "aten::relu",        "aten::exp",        "aten::log",       "aten::sqrt",
     "aten::abs",   "aten::gelu",       "aten::softplus",    "aten::leaky_relu", "aten::silu",      "aten::elu",
     "aten::prelu", "aten::glu",        "aten::linear",      "aten::matmul",     "aten::mm",        "aten::addmm",
     "aten::cat",   "aten::zeros",      "aten::ones",        "aten::zeros_like", "aten::ones_like", "aten::softmax",
     "aten::clone", "aten::layer_norm", "aten::masked_fill", "aten::where",      "aten::maximum",   "aten::minimum",
     "aten::sum",   "aten::mean",       "aten::norm",        "aten::gt",         "aten::ge",        "aten::lt",
     "aten::le"});

template <typename Names>
bool isAmong(const Names& names, const Node& node) {
    return std::find(names.begin(), names.end(), operationName(node)) != names.end();
}

bool isChanging(const Node& node) {
    return isAmong(kChanging, node);
}

class Owners {
public:
    bool isOwn(const Value& value) {
        if (!m_seen.insert(&value).second) {
            return true; // a value that a loop hands to itself: what it began with decides
        }
        const Node& node = *value.node();
        if (node.kind() == c10::prim::Param) {
            const Node* const loop = node.owningBlock()->owningNode();
            return loop != nullptr && loop->kind() == c10::prim::Loop && value.offset() > 0 &&
                   isCarriedOwn(*loop, value.offset() - 1);
        }
        if (node.kind() == c10::prim::Loop) {
            return isCarriedOwn(node, value.offset());
        }
        if (node.kind() == c10::prim::If) {
            const auto blocks = node.blocks();
            return std::all_of(blocks.begin(), blocks.end(),
                               [&](const Block* block) { return isHandedOn(*block->outputs()[value.offset()]); });
        }
        return isChanging(node) ? isHandedOn(*node.input(0)) : isAmong(kMaking, node);
    }

private:
    /// To one user, so that nobody holds it beside that one.
    bool isHandedOn(const Value& value) { return value.uses().size() == 1 && isOwn(value); }

    bool isCarriedOwn(const Node& loop, std::size_t place) {
        return isHandedOn(*loop.inputs()[2 + place]) && isHandedOn(*loop.blocks()[0]->outputs()[1 + place]);
    }

    std::unordered_set<const Value*> m_seen;
};

/// Reads it into a new tensor, or changes it and is known by its first input only.
bool leavesNoAlias(const Value& value, const Node& user) {
    const bool changesIt = isChanging(user) && user.input(0) == &value;
    return changesIt ? !user.output()->hasUses() : isChanging(user) || isAmong(kMaking, user);
}

} // namespace

std::string_view withoutChange(std::string_view operation) {
    const auto* const found = std::find(kChanging.begin(), kChanging.end(), operation);
    return found == kChanging.end() ? std::string_view() : found->substr(0, found->size() - 1);
}

bool changesOnlyItsOwn(const Node& node) {
    const torch::jit::Value& changed = *node.input(0);
    const auto& uses = changed.uses();
    const bool hasNoAlias = uses.size() == 1 || std::all_of(uses.begin(), uses.end(), [&](const torch::jit::Use& use) {
                                return leavesNoAlias(changed, *use.user);
                            });
    return hasNoAlias && Owners().isOwn(changed);
}

} // namespace batchscope
