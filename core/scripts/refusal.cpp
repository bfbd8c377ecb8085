// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/refusal_torch.h"

#include "core/scripts/allowed_operations.h"
#include "core/scripts/script_source_torch.h"
#include "core/words/script_words.h"

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/ir/ir.h>

#include <set>
#include <string_view>

namespace batchscope {

namespace {

/// What people are told of the kinds that they are likely to meet.
const char* reasonFor(std::string_view operation) {
    for (const std::string_view file : {"aten::save", "aten::from_file", "aten::load"}) {
        if (operation == file) {
            return words::kTouchesFiles;
        }
    }
    if (operation == "prim::PythonOp" || operation == "prim::IgnoredPythonOp") {
        return words::kCallsPython;
    }
    return operation.starts_with("aten::") || operation.starts_with("prim::") ? words::kNotAllowed
                                                                              : words::kLeavesTorch;
}

class Inspection {
public:
    Status inspect(const c10::ClassTypePtr& type) {
        if (!type || !m_types.insert(type.get()).second) {
            return Ok{};
        }
        for (torch::jit::Function* method : type->methods()) {
            if (const Status fine = inspect(*method); !fine) {
                return fine.error();
            }
        }
        for (std::size_t slot = 0; slot < type->numAttributes(); ++slot) {
            if (const Status fine = inspect(type->getAttribute(slot)->cast<c10::ClassType>()); !fine) {
                return fine.error();
            }
        }
        return Ok{};
    }

private:
    Status inspect(torch::jit::Function& function) {
        torch::jit::GraphFunction* const graph = torch::jit::tryToGraphFunction(function);
        return graph == nullptr || !m_functions.insert(&function).second ? Status(Ok{})
                                                                         : inspect(*graph->graph()->block());
    }

    Status inspect(const torch::jit::Block& block) {
        for (const torch::jit::Node* node : block.nodes()) {
            if (const Status fine = inspect(*node); !fine) {
                return fine.error();
            }
        }
        return Ok{};
    }

    Status inspect(const torch::jit::Node& node) {
        const std::string operation = operationName(node);
        if (!isAllowedOperation(operation)) {
            return Error{ErrorCode::Parse, words::refusedOperation(operation, placeOf(node), reasonFor(operation))};
        }
        for (const torch::jit::Value* value : node.outputs()) {
            if (const auto function = value->type()->cast<c10::FunctionType>()) {
                if (const Status fine = inspect(*function->function()); !fine) {
                    return fine.error();
                }
            }
            if (const Status fine = inspect(value->type()->cast<c10::ClassType>()); !fine) {
                return fine.error();
            }
        }
        for (const torch::jit::Block* inner : node.blocks()) {
            if (const Status fine = inspect(*inner); !fine) {
                return fine.error();
            }
        }
        if (node.hasAttribute(torch::jit::attr::Subgraph)) {
            return inspect(*node.g(torch::jit::attr::Subgraph)->block());
        }
        return Ok{};
    }

    std::set<const void*> m_types;
    std::set<const void*> m_functions;
};

} // namespace

Status checkOperations(const torch::jit::Module& module) {
    return Inspection().inspect(module.type());
}

} // namespace batchscope
