// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the arguments of a rule: names such as "word" or "child0.1", and numbers. The format is in recipe.h.
#pragma once

#include "core/nets/recipe_rules.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// What the arguments of one kind of rule may name.
struct RuleScope {
    std::string_view names; ///< for messages
    bool word = false;
    bool children = false;
    std::string_view own = {}; ///< empty: nothing
};

/// What an op takes in one slot; an integer there must be below `integerEnd`.
struct RuleSlot {
    const ArgumentType& type;
    std::uint32_t integerEnd = 0;
};

/// K of "childK".
[[nodiscard]] std::optional<std::uint32_t> childNumber(std::string_view name);
[[nodiscard]] std::string childName(std::int32_t child);

/// No rule names more.
constexpr std::int64_t kMostRuleChildren = 1'000;

class RuleArgumentReader {
public:
    /// `state`: widths of a node's outputs, which may become known later. All of it must outlive this.
    RuleArgumentReader(const ModelSizes& sizes, const std::vector<std::int32_t>& state, ProgramFault& fault)
        : m_sizes(sizes), m_state(state), m_fault(fault) {}

    /// An argument that fits the slot; nothing, or what does not fit, and a fault. Raises `children` to what it names.
    std::optional<RuleArgument> read(const JsonPlace& place, const RuleScope& scope, const RuleSlot& slot,
                                     std::int32_t& children);
    /// A name alone.
    std::optional<RuleArgument> reference(const JsonPlace& place, const RuleScope& scope, std::int32_t& children);

private:
    std::optional<RuleArgument> given(const JsonPlace& place, const RuleSlot& wanted);
    void checkSlot(const JsonPlace& place, const RuleArgument& argument, const RuleSlot& wanted);

    const ModelSizes& m_sizes;
    const std::vector<std::int32_t>& m_state;
    ProgramFault& m_fault;
};

} // namespace batchscope
