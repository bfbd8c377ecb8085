// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/lifted_method_torch.h"

#include "core/scripts/script_source_torch.h"
#include "core/words/script_words.h"

#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/passes/constant_propagation.h>
#include <torch/csrc/jit/passes/dead_code_elimination.h>
#include <torch/csrc/jit/passes/inliner.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace batchscope {

namespace {

constexpr const char* kChangesModule = "it changes the module";

/// Replaces everything that the method reads of the module.
class Lifting {
public:
    Lifting(LiftedMethod& method, const torch::jit::Module& module, LiftedTensors& tensors)
        : m_method(method), m_tensors(tensors) {
        torch::jit::Value* const self = method.graph->inputs()[0];
        m_objects.emplace(self, Known{module._ivalue(), ""});
    }

    void run() { lift(*m_method.graph->block()); }

private:
    struct Known {
        c10::intrusive_ptr<c10::ivalue::Object> object;
        std::string path; // ends with a dot; empty for the module
    };

    void lift(torch::jit::Block& block) {
        std::vector<torch::jit::Node*> dead;
        for (torch::jit::Node* node : block.nodes()) {
            if (node->kind() == c10::prim::SetAttr && m_method.changes.empty()) {
                m_method.changes = words::atPlace(kChangesModule, placeOf(*node));
            }
            if (node->kind() == c10::prim::GetAttr) {
                const auto found = m_objects.find(node->input());
                if (found != m_objects.end() && replace(*node, found->second)) {
                    dead.push_back(node);
                }
            }
            noteWrites(*node);
            for (torch::jit::Block* inner : node->blocks()) {
                lift(*inner);
            }
        }
        for (auto node = dead.rbegin(); node != dead.rend(); ++node) {
            if (!(*node)->hasUses()) {
                (*node)->destroy();
            }
        }
    }

    /// Replaces the result of the node. Returns true if the node is no longer needed.
    bool replace(torch::jit::Node& node, const Known& from) {
        const std::string& name = node.s(c10::attr::name);
        const c10::IValue value = from.object->getAttr(name);
        if (value.isObject()) {
            m_objects.emplace(node.output(), Known{value.toObject(), from.path + name + "."});
            return true; // dead nodes are removed last to first, so its uses go before it
        }
        if (value.isTensor()) {
            const auto type = from.object->type();
            node.output()->replaceAllUsesWith(
                inputFor({from.path + name, value.toTensor(), type->is_parameter(type->getAttributeSlot(name))}));
            return true;
        }
        const torch::jit::WithInsertPoint point(&node);
        const auto constant = torch::jit::tryInsertConstant(*m_method.graph, value);
        if (constant) {
            node.output()->replaceAllUsesWith(*constant);
        }
        return constant.has_value();
    }

    torch::jit::Value* inputFor(LiftedTensor tensor) {
        const auto known = std::find_if(m_tensors.begin(), m_tensors.end(), [&](const LiftedTensor& other) {
            return other.tensor.is_same(tensor.tensor) || other.name == tensor.name;
        });
        const auto place = static_cast<std::size_t>(known - m_tensors.begin());
        if (known == m_tensors.end()) {
            m_tensors.push_back(std::move(tensor));
        }
        const auto [input, isNew] = m_inputs.try_emplace(place, nullptr);
        if (isNew) {
            input->second = m_method.graph->addInput();
            input->second->setType(c10::TensorType::get());
            m_method.lifted.push_back(place);
        }
        return input->second;
    }

    void noteWrites(const torch::jit::Node& node) {
        const std::string name = operationName(node);
        // These operations write running statistics, which their schema does not declare.
        const bool keepsStatistics =
            name.find("batch_norm") != std::string::npos || name.find("instance_norm") != std::string::npos;
        const c10::FunctionSchema* const schema = node.maybeSchema();
        const auto writesTensor = [](const c10::Argument& argument) {
            return argument.alias_info() != nullptr && argument.alias_info()->isWrite() &&
                   argument.type()->kind() == c10::TypeKind::TensorType;
        };
        m_method.writes =
            m_method.writes || keepsStatistics ||
            (schema != nullptr && std::any_of(schema->arguments().begin(), schema->arguments().end(), writesTensor));
    }

    LiftedMethod& m_method;
    LiftedTensors& m_tensors;
    std::unordered_map<const torch::jit::Value*, Known> m_objects;
    std::map<std::size_t, torch::jit::Value*> m_inputs; // by index in m_tensors
};

} // namespace

LiftedMethod liftMethod(const torch::jit::Module& module, const torch::jit::Method& method, LiftedTensors& tensors) {
    LiftedMethod lifted{.name = method.name(), .graph = method.graph()->copy()};
    torch::jit::Inline(*lifted.graph);
    lifted.formals = lifted.graph->inputs().size() - 1;
    Lifting(lifted, module, tensors).run();
    torch::jit::ConstantPropagationImmutableTypes(lifted.graph); // numbers and flags only: no tensor is computed
    torch::jit::EliminateDeadCode(lifted.graph);
    if (lifted.graph->inputs()[0]->hasUses()) {
        if (lifted.changes.empty()) {
            lifted.changes = words::atPlace(kChangesModule, placeOf(*lifted.graph->inputs()[0]->uses()[0].user));
        }
    } else {
        lifted.graph->eraseInput(0);
    }
    return lifted;
}

} // namespace batchscope
