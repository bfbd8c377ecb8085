// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_ops_torch.h"

#include "core/scripts/translator_torch.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

class OpsMaker {
public:
    OpsMaker(const OpenedModule& opened, const ModuleFacts& facts, const OpsRequest& request)
        : m_opened(opened), m_facts(facts), m_request(request), m_forms(opened.tensors, m_made.ops.set) {
        m_made.ops.set.name = request.name;
        m_made.ops.set.dtype = request.dtype;
        m_made.ops.values = static_cast<std::uint32_t>(opened.found.values);
    }

    ModuleOps make() {
        // Two ops come before the logits: views color an op by its index (kLogitsPlace in core/nets/net_parts.h).
        UserOps& ops = m_made.ops;
        ops.leaf = add(Role::Leaf, 0);
        ops.compose = add(Role::Compose, 2);
        if (has(Role::Node)) {
            ops.nodes.emplace_back(ops.leaf.valid() ? OpId() : add(Role::Node, 0));
            ops.nodes.emplace_back(add(Role::Node, 1));
        }
        ops.start = add(Role::Start, 0);
        if (has(Role::Step) && !ops.start.valid()) {
            ops.zeros = addZeros();
        }
        ops.step = add(Role::Step, 1);
        ops.logits = add(Role::Logits, 1);
        if (ops.logits.valid()) {
            ops.logitsTake = static_cast<std::uint32_t>(m_opened.found.methods.at(Role::Logits).rowsFor(1));
        }
        ops.compare = add(Role::Compare, 2);
        if (ops.compare.valid()) {
            ops.compareTakes = static_cast<std::uint32_t>(m_opened.found.methods.at(Role::Compare).rowsFor(2) / 2);
        }
        const std::int32_t most = has(Role::Node) ? std::min(m_request.arity, kMostScriptChildren) : 0;
        for (std::int32_t children = 2; children <= most; ++children) {
            ops.nodes.emplace_back(add(Role::Node, static_cast<std::size_t>(children)));
        }
        return std::move(m_made);
    }

private:
    [[nodiscard]] bool has(Role role) const { return m_opened.found.methods.contains(role); }

    [[nodiscard]] std::vector<ArgumentType> argumentsOf(const RoleMethod& method, Role role,
                                                        std::size_t children) const {
        const DType dtype = m_request.dtype;
        std::vector<ArgumentType> types;
        if (method.takesWord) {
            types.push_back({ArgumentClass::Integer, 0, dtype});
        }
        const auto push = [&](std::size_t value) {
            types.push_back({ArgumentClass::Row, m_facts.widths[value], dtype});
        };
        if (role == Role::Node) { // first rows of all children, then their second rows
            for (std::size_t value = 0; value < m_facts.widths.size(); ++value) {
                for (std::size_t child = 0; child < children; ++child) {
                    push(value);
                }
            }
            return types;
        }
        for (std::size_t row = 0; row < method.rowsFor(children); ++row) {
            push(method.valueOf(role, row, m_facts.widths.size()));
        }
        return types;
    }

    /// Invalid if the module has no such method.
    OpId add(Role role, std::size_t children) {
        if (!has(role)) {
            return {};
        }
        const RoleMethod& method = m_opened.found.methods.at(role);
        const LiftedMethod& lifted = m_opened.methods.at(role);
        const std::vector<SlotTree> slots = slotsOf(method, role, m_opened.found.values, children);
        Op op{.name = role == Role::Node ? fmt::format("{}{}", method.name, children) : method.name,
              .arguments = argumentsOf(method, role, children),
              .body = {}};
        const auto known = m_facts.methods.find(method.name);
        const MethodFacts facts = known == m_facts.methods.end() ? MethodFacts() : known->second;
        Translation translation;
        if (facts.differs) {
            translation.reason = "the translation does not give the same numbers";
        } else if (m_request.translates) {
            translation = translate({lifted, slots, op.arguments, method.results}, m_made.ops.set, m_forms);
        }
        if (translation.body) {
            op.body = std::move(*translation.body);
        } else {
            call(op, lifted, slots, role, facts.hazard);
            const bool mayBatch = facts.hazard.empty() || m_request.unsafe == Unsafe::Batch;
            op.batchable = mayBatch ? Batchable::Yes : Batchable::No;
        }
        describe(role, op, translation.reason, facts.hazard);
        const OpId id = m_made.ops.set.ops.push_back(std::move(op));
        m_made.roles[id] = role;
        m_made.children[id] = children;
        return id;
    }

    void call(Op& op, const LiftedMethod& lifted, const std::vector<SlotTree>& slots, Role role,
              const std::string& hazard) {
        std::vector<CallWeight> weights;
        for (const std::size_t tensor : lifted.lifted) {
            weights.push_back(m_forms.forCall(tensor));
        }
        op.call = std::make_shared<const ScriptCall>(lifted, m_opened.tensors, slots, std::move(weights),
                                                     fmt::format("{} · {}", op.name, m_request.name), hazard);
        BodyBuilder body(m_made.ops.set.params);
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            if (op.arguments[slot].kind == ArgumentClass::Row) {
                body.argument(static_cast<std::int32_t>(slot), op.arguments[slot].width);
            }
        }
        if (role == Role::Logits || role == Role::Compare) {
            body.output(body.call(0, role == Role::Logits ? m_facts.classes : m_facts.compared));
        } else {
            for (std::size_t value = 0; value < m_facts.widths.size(); ++value) {
                body.output(body.call(static_cast<std::int32_t>(value), m_facts.widths[value]));
            }
        }
        op.body = body.take();
    }

    OpId addZeros() {
        BodyBuilder body(m_made.ops.set.params);
        for (const std::int32_t width : m_facts.widths) {
            body.output(body.zeros(width));
        }
        return m_made.ops.set.ops.push_back({.name = "zeros", .arguments = {}, .body = body.take()});
    }

    /// For an n-ary method, the first op that is not translated determines the reason.
    void describe(Role role, const Op& op, const std::string& reason, const std::string& hazard) {
        const std::string& name = m_opened.found.methods.at(role).name;
        const auto known = std::find_if(m_made.methods.begin(), m_made.methods.end(),
                                        [&](const UserMethod& method) { return method.name == name; });
        const MethodKind way = op.call == nullptr              ? MethodKind::Translated
                               : op.batchable == Batchable::No ? MethodKind::Alone
                               : hazard.empty()                ? MethodKind::Opaque
                                                               : MethodKind::Trusted;
        if (known != m_made.methods.end()) {
            if (known->way == MethodKind::Translated && way != MethodKind::Translated) {
                known->way = way;
                known->reason = reason;
                known->hazard = hazard;
            }
            return;
        }
        const ScriptText& text = m_opened.texts.at(role);
        m_made.methods.push_back({.name = name,
                                  .op = op.name,
                                  .way = way,
                                  .reason = reason,
                                  .hazard = way == MethodKind::Translated ? "" : hazard,
                                  .file = text.file,
                                  .line = text.line,
                                  .source = text.text});
    }

    const OpenedModule& m_opened;
    const ModuleFacts& m_facts;
    const OpsRequest& m_request;
    ModuleOps m_made;
    WeightForms m_forms;
};

} // namespace

ModuleOps moduleOps(const OpenedModule& opened, const ModuleFacts& facts, const OpsRequest& request) {
    return OpsMaker(opened, facts, request).make();
}

} // namespace batchscope
