// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/batch_safety_torch.h"

#include "core/scripts/script_call_torch.h"
#include "core/scripts/script_source_torch.h"
#include "core/words/script_words.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/isnan.h>
#include <ATen/ops/nan_to_num.h>
#include <ATen/ops/sub.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_set>

namespace batchscope {

namespace {

constexpr const char* kRowsDependOnOthers = "a row depends on the other rows of the batch";

/// Buffers that batch norm updates in training mode, which is reported separately.
constexpr auto kStatistics = std::to_array<std::string_view>({"running_mean", "running_var", "num_batches_tracked"});
constexpr std::size_t kRepeats = 8; // a dropout with a low rate sometimes drops nothing
constexpr double kInfinite = std::numeric_limits<double>::infinity();

double differenceOfTwo(const at::Tensor& left, const at::Tensor& right) {
    if (left.sizes() != right.sizes() || left.scalar_type() != right.scalar_type()) {
        return kInfinite;
    }
    if (left.numel() == 0 || at::equal(left, right)) {
        return 0.0;
    }
    if (!left.is_floating_point()) {
        return kInfinite;
    }
    const at::Tensor wide = left.detach().to(at::kDouble);
    const at::Tensor other = right.detach().to(at::kDouble);
    if (!at::equal(at::isnan(wide), at::isnan(other))) {
        return kInfinite;
    }
    const at::Tensor number = at::nan_to_num(wide); // infinities become the largest numbers, in both results alike
    const double difference = at::sub(number, at::nan_to_num(other)).abs().max().item<double>();
    const double size = std::max(1.0, number.abs().max().item<double>());
    return std::isfinite(difference) ? difference / size : kInfinite;
}

Tensors rowsOfEach(const Tensors& tensors, std::int64_t first, std::int64_t count) {
    Tensors rows;
    for (const at::Tensor& tensor : tensors) {
        rows.push_back(tensor.narrow(0, first, count).contiguous());
    }
    return rows;
}

Tensors flipped(const Tensors& tensors) {
    Tensors rows;
    for (const at::Tensor& tensor : tensors) {
        rows.push_back(tensor.flip(at::IntArrayRef{0}));
    }
    return rows;
}

Tensors twice(const Tensors& tensors) {
    Tensors rows;
    for (const at::Tensor& tensor : tensors) {
        rows.push_back(at::cat({tensor, tensor}));
    }
    return rows;
}

/// The method with all tensors that it computes as results.
struct OpenGraph {
    LiftedMethod method;
    std::vector<const torch::jit::Node*> makers; // node that computes each result
};

OpenGraph opened(const LiftedMethod& method) {
    OpenGraph open{method, {}};
    open.method.graph = method.graph->copy();
    torch::jit::Graph& graph = *open.method.graph;
    while (!graph.outputs().empty()) {
        graph.eraseOutput(graph.outputs().size() - 1);
    }
    for (torch::jit::Node* node : graph.nodes()) {
        for (torch::jit::Value* value : node->outputs()) {
            if (value->type()->kind() == c10::TypeKind::TensorType) {
                graph.registerOutput(value);
                open.makers.push_back(node);
            }
        }
    }
    return open;
}

c10::optional<Tensors> runOpen(const OpenGraph& open, const TriedMethod& tried, const Tensors& arguments) {
    try {
        torch::jit::Stack stack = packedArguments(tried.slots, arguments);
        for (const std::size_t tensor : open.method.lifted) {
            stack.emplace_back(tried.tensors[tensor].tensor.clone());
        }
        torch::jit::InterpreterState(torch::jit::Code(open.method.graph, open.method.name)).run(stack);
        Tensors results;
        for (const c10::IValue& value : stack) {
            results.push_back(value.isTensor() ? value.toTensor() : at::Tensor());
        }
        return results;
    } catch (const std::exception&) {
        return c10::nullopt;
    }
}

/// A run on a single row of the batch.
struct AloneRun {
    std::int64_t row = 0;
    c10::optional<Tensors> values;
};

/// True if a value of the row alone differs from that in the batch: its row, or a single number for the whole batch.
bool dependsOnOthers(const at::Tensor& together, const at::Tensor& alone, std::int64_t row, std::int64_t rows) {
    if (!together.defined() || !alone.defined() || together.dim() != alone.dim()) {
        return false;
    }
    if (together.dim() == 0) {
        return differenceOfTwo(together, alone) > kRoundingDifference;
    }
    return together.size(0) == rows && alone.size(0) == 1 &&
           differenceOfTwo(together.narrow(0, row, 1), alone) > kRoundingDifference;
}

/// The first operation whose rows depend on one another, or else the first whose result lacks a row for each node.
const torch::jit::Node* culprit(const OpenGraph& open, const TriedMethod& tried, const Tensors& arguments) {
    const std::int64_t rows = arguments.front().size(0);
    const auto together = runOpen(open, tried, arguments);
    const auto again = runOpen(open, tried, arguments);
    std::vector<AloneRun> alone;
    for (const std::int64_t row : {std::int64_t{0}, rows - 1}) {
        alone.push_back({row, runOpen(open, tried, rowsOfEach(arguments, row, 1))});
    }
    if (!together || !again) {
        return nullptr;
    }
    const torch::jit::Node* odd = nullptr;
    for (std::size_t index = 0; index < open.makers.size(); ++index) {
        const at::Tensor& value = (*together)[index];
        if (value.defined() && differenceOfTwo(value, (*again)[index]) > kRoundingDifference) {
            return open.makers[index];
        }
        for (const AloneRun& run : alone) {
            if (run.values && dependsOnOthers(value, (*run.values)[index], run.row, rows)) {
                return open.makers[index];
            }
        }
        const bool hasNoRows = value.defined() && value.dim() > 0 && value.size(0) != rows;
        odd = odd == nullptr && hasNoRows ? open.makers[index] : odd;
    }
    return odd;
}

/// The first operation that is known to mix rows, for cases in which runs find nothing because single rows fail.
const torch::jit::Node* knownMixer(const torch::jit::Block& block) {
    for (const torch::jit::Node* node : block.nodes()) {
        const std::string name = operationName(*node);
        if (name.find("batch_norm") != std::string::npos || name.find("instance_norm") != std::string::npos) {
            return node;
        }
        for (const torch::jit::Block* inner : node->blocks()) {
            if (const torch::jit::Node* const found = knownMixer(*inner)) {
                return found;
            }
        }
    }
    return nullptr;
}

Hazard located(const char* hazard, const TriedMethod& tried, const Tensors& arguments) {
    const OpenGraph open = opened(tried.method);
    const torch::jit::Node* node = nullptr;
    for (std::size_t repeat = 0; repeat < kRepeats && node == nullptr; ++repeat) { // random results may agree by chance
        node = culprit(open, tried, arguments);
    }
    node = node == nullptr ? knownMixer(*tried.method.graph->block()) : node;
    if (node == nullptr) {
        return {hazard};
    }
    const std::string operation = operationName(*node);
    std::string text = fmt::format("{}: {}", hazard, words::atPlace(operation, placeOf(*node)));
    if (operation.find("dropout") != std::string::npos) {
        text = fmt::format("{}; {}", text, words::kDropoutOn);
    }
    return {std::move(text)};
}

} // namespace

std::vector<at::Tensor> runTried(const TriedMethod& tried, const std::vector<at::Tensor>& arguments) {
    std::vector<CallWeight> buffers(tried.method.lifted.size()); // no parameters: the module's own tensors are used
    return ScriptCall(tried.method, tried.tensors, tried.slots, std::move(buffers), "").run(arguments, {}, {});
}

std::optional<std::string> writtenTensor(const TriedMethod& tried, const std::vector<at::Tensor>& arguments) {
    if (!tried.method.writes) {
        return std::nullopt;
    }
    Tensors own;
    for (const at::Tensor& argument : arguments) {
        own.push_back(argument.clone());
    }
    torch::jit::Stack stack = packedArguments(tried.slots, own);
    Tensors weights;
    for (const std::size_t tensor : tried.method.lifted) {
        weights.push_back(tried.tensors[tensor].tensor.clone());
        stack.emplace_back(weights.back());
    }
    torch::jit::InterpreterState(torch::jit::Code(tried.method.graph, tried.method.name)).run(stack);
    for (std::size_t index = 0; index < weights.size(); ++index) {
        const LiftedTensor& before = tried.tensors[tried.method.lifted[index]];
        const bool isStatistic =
            !before.isParameter &&
            std::any_of(kStatistics.begin(), kStatistics.end(), [&](auto name) { return before.name.ends_with(name); });
        if (!isStatistic && differenceOfTwo(before.tensor, weights[index]) > 0.0) {
            return before.name;
        }
    }
    return std::nullopt;
}

double differenceOf(const std::vector<at::Tensor>& left, const std::vector<at::Tensor>& right) {
    if (left.size() != right.size()) {
        return kInfinite;
    }
    double largest = 0.0;
    for (std::size_t index = 0; index < left.size(); ++index) {
        largest = std::max(largest, differenceOfTwo(left[index], right[index]));
    }
    return largest;
}

std::optional<Hazard> hazardOf(const TriedMethod& tried, const std::vector<at::Tensor>& arguments) {
    const std::int64_t rows = arguments.front().size(0);
    const Tensors together = runTried(tried, arguments);
    for (std::size_t repeat = 0; repeat < kRepeats; ++repeat) {
        if (differenceOf(together, runTried(tried, arguments)) > 0.0) {
            return located("two calls with the same rows give different results", tried, arguments);
        }
    }
    try {
        for (std::int64_t row = 0; row < rows; ++row) {
            const Tensors alone = runTried(tried, rowsOfEach(arguments, row, 1));
            if (differenceOf(rowsOfEach(together, row, 1), alone) > kRoundingDifference) {
                return located(kRowsDependOnOthers, tried, arguments);
            }
        }
    } catch (const std::exception& failure) {
        Hazard hazard = located("it cannot run on one row alone", tried, arguments);
        hazard.text += " (" + reasonOf(failure) + ")";
        hazard.failsAlone = true;
        return hazard;
    }
    const bool moves = differenceOf(flipped(together), runTried(tried, flipped(arguments))) > kRoundingDifference;
    if (moves || differenceOf(twice(together), runTried(tried, twice(arguments))) > kRoundingDifference) {
        return located(kRowsDependOnOthers, tried, arguments);
    }
    return std::nullopt;
}

namespace {

using torch::jit::Block;
using torch::jit::Node;
using torch::jit::Value;

/// Operations that have a rule and change the tensor that is their first input.
constexpr auto kChanging = std::to_array<std::string_view>(
    {"aten::add_", "aten::sub_", "aten::mul_", "aten::div_", "aten::neg_", "aten::relu_", "aten::tanh_",
     "aten::sigmoid_", "aten::exp_", "aten::sqrt_", "aten::clamp_", "aten::abs_"});

/// Operations whose results are always new tensors.
constexpr auto kMaking = std::to_array<std::string_view>(
    {"aten::add",        "aten::sub",     "aten::rsub",       "aten::mul",        "aten::div",     "aten::neg",
     "aten::tanh",       "aten::sigmoid", "aten::relu",       "aten::exp",        "aten::log",     "aten::sqrt",
     "aten::abs",        "aten::gelu",    "aten::softplus",   "aten::leaky_relu", "aten::silu",    "aten::elu",
     "aten::prelu",      "aten::linear",  "aten::matmul",     "aten::mm",         "aten::addmm",   "aten::cat",
     "aten::zeros",      "aten::ones",    "aten::zeros_like", "aten::ones_like",  "aten::softmax", "aten::clone",
     "aten::layer_norm", "aten::maximum", "aten::minimum",    "aten::sum",        "aten::mean"});

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
            return true; // a value carried through a loop: its initial value decides
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
    /// True if the value is fresh and has a single use, so that nothing else refers to it.
    bool isHandedOn(const Value& value) { return value.uses().size() == 1 && isOwn(value); }

    bool isCarriedOwn(const Node& loop, std::size_t place) {
        return isHandedOn(*loop.inputs()[2 + place]) && isHandedOn(*loop.blocks()[0]->outputs()[1 + place]);
    }

    std::unordered_set<const Value*> m_seen;
};

/// True if `user` copies the value into a new tensor, or changes it in place without using the result, so that no
/// second name for the value exists.
bool leavesNoAlias(const Value& value, const Node& user) {
    const bool changesIt = isChanging(user) && user.input(0) == &value;
    return changesIt ? !user.output()->hasUses() : isChanging(user) || isAmong(kMaking, user);
}

} // namespace

std::string_view withoutChange(std::string_view operation) {
    const auto* const found = std::find(kChanging.begin(), kChanging.end(), operation);
    return found == kChanging.end() ? std::string_view() : found->substr(0, found->size() - 1);
}

bool mutatesOnlyOwnTensor(const Node& node) {
    const torch::jit::Value& changed = *node.input(0);
    const auto& uses = changed.uses();
    const bool hasNoAlias = uses.size() == 1 || std::all_of(uses.begin(), uses.end(), [&](const torch::jit::Use& use) {
                                return leavesNoAlias(changed, *use.user);
                            });
    return hasNoAlias && Owners().isOwn(changed);
}

} // namespace batchscope
