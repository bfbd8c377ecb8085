// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/program.h"

#include "core/nets/program_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace batchscope {

Result<ParsedProgram> ParsedProgram::parse(std::string_view json, const std::string& file, DType dtype) {
    Result<RecordedProgram> read = recordProgram(json, file, dtype);
    TRY(read);
    return ParsedProgram(std::move(read->calls), std::move(read->sharing));
}

Status ParsedProgram::checkSelection(const std::vector<bool>& chosen, std::size_t count) const {
    if (count < instances() && !m_sharing.empty()) {
        return Error{ErrorCode::Config,
                     fmt::format("the instances of this program can only run together: {}; choose all {}", m_sharing,
                                 instances())};
    }
    const bool asksForAny = std::any_of(m_calls.outputs.begin(), m_calls.outputs.end(), [&](const Value& output) {
        return chosen[m_calls.origins[output.node].tree.index()];
    });
    if (!asksForAny) {
        return Error{ErrorCode::Config, "none of the chosen instances has one of the program's outputs; choose others"};
    }
    return Ok{};
}

Result<OpGraph> ParsedProgram::graph(std::span<const TreeId> instances, const FoldOptions& options) const {
    FoldMemory memory;
    return graph(instances, options, memory);
}

Result<OpGraph> ParsedProgram::graph(std::span<const TreeId> instances, const FoldOptions& options,
                                     FoldMemory& memory) const {
    std::vector<bool> chosen(m_calls.trees, false);
    for (const TreeId instance : instances) {
        chosen[instance.index()] = true;
    }
    TRY(checkSelection(chosen, instances.size()));
    Fold fold = memory.fold(m_calls.ops, options);
    std::vector<Value> made(m_calls.size());
    std::vector<std::optional<Argument>> constants(m_calls.constants.rows.size()); // shared constants stay shared
    std::vector<Argument> arguments;
    for (std::size_t index = 0; index < m_calls.size(); ++index) {
        const NodeId node(index);
        const Origin& origin = m_calls.origins[node];
        if (!chosen[origin.tree.index()]) {
            continue;
        }
        const auto given = m_calls.argumentsOf(node);
        arguments.assign(given.begin(), given.end());
        for (Argument& argument : arguments) {
            if (argument.isValue()) {
                argument.payload = made[argument.node().index()].node.value;
            } else if (argument.kind == ArgumentClass::Constant) {
                std::optional<Argument>& own = constants[argument.constant().index()];
                own = own ? own : fold.constant(m_calls.constants[argument.constant()]);
                argument = *own;
            }
        }
        fold.setOrigin(origin.tree, origin.treeNode);
        fold.setCall(static_cast<std::uint32_t>(index)); // m_calls has one node for each call of the file
        made[index] = fold.add(m_calls.nodeOps[node], arguments);
    }
    for (std::size_t index = 0; index < m_calls.outputs.size(); ++index) {
        const Value& output = m_calls.outputs[index];
        if (chosen[m_calls.origins[output.node].tree.index()]) {
            fold.request({made[output.node.index()].node, output.output}, m_calls.targets[index]);
        }
    }
    fold.setTreeCount(instances.size());
    return std::move(fold).finish();
}

Result<OpGraph> graphOfProgram(std::string_view json, const std::string& file, const FoldOptions& options,
                               DType dtype) {
    const Result<ParsedProgram> program = ParsedProgram::parse(json, file, dtype);
    TRY(program);
    std::vector<TreeId> all;
    for (std::size_t instance = 0; instance < program->instances(); ++instance) {
        all.emplace_back(instance);
    }
    return program->graph(all, options);
}

} // namespace batchscope
