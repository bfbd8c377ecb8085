// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the rules of applies.cpp look at: the options, and as far as they are read, the trees.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "core/formats/format_registry.h"

#include <optional>
#include <string_view>

namespace batchscope {

/// All that it is made of must outlive it.
class Situation {
public:
    Situation(const CliOptions& asked, const Treebank* opened, const RunControl& runControl)
        : options(asked), bank(opened), control(runControl), traits(opened != nullptr ? traitsOf(*opened) : kAnything) {
    }

    [[nodiscard]] bool is(std::string_view command) const { return options.command == command; }
    [[nodiscard]] bool isProgram() const { return bank != nullptr && !bank->program.empty(); }
    [[nodiscard]] bool writesTrees() const { return is("convert") && !options.convert.to.runs(); }
    /// What fits the trees, as far as it was not asked for. Looks at trees, so only where a rule asks.
    [[nodiscard]] const GraphOptions& graph() const {
        if (bank == nullptr) {
            return options.graph;
        }
        if (!m_fitting) {
            m_fitting = fittedGraph(options, *bank);
        }
        return *m_fitting;
    }
    /// Null for programs, before anything is read, and where the name is wrong.
    [[nodiscard]] const Net* net() const {
        if (bank == nullptr || isProgram()) {
            return nullptr;
        }
        if (!m_net) {
            m_net.emplace(netOf(graph()));
        }
        return *m_net ? &**m_net : nullptr;
    }
    /// Null where there is none, or a faulty one: the command says what is wrong.
    [[nodiscard]] const ParsedProgram* program() const {
        if (isProgram() && !m_builder) {
            m_builder.emplace(GraphBuilder::make(*bank, options.graph.dtype));
        }
        return m_builder && *m_builder ? (*m_builder)->program() : nullptr;
    }

    const CliOptions& options;
    const Treebank* bank; ///< null: not read yet, or nothing is read
    const RunControl& control;
    FormatTraits traits;

private:
    static constexpr FormatTraits kAnything = {.constituents = true};
    mutable std::optional<GraphOptions> m_fitting;
    mutable std::optional<Result<Net>> m_net;
    mutable std::optional<Result<GraphBuilder>> m_builder;
};

} // namespace batchscope
