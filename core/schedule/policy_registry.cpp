// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"
#include "core/base/text.h"
#include "core/schedule/policies.h"

#include <array>
#include <vector>

namespace batchscope {

namespace {

class FunctionPolicy final : public Policy {
public:
    using Choose = Pick (*)(const Frontier&);
    FunctionPolicy(const char* name, const char* description, const char* scoreName, Choose rule)
        : m_name(name), m_description(description), m_scoreName(scoreName), m_choose(rule) {}

    [[nodiscard]] const char* name() const override { return m_name; }
    [[nodiscard]] const char* description() const override { return m_description; }
    [[nodiscard]] const char* scoreName() const override { return m_scoreName; }
    [[nodiscard]] Pick choose(const Frontier& frontier) const override { return m_choose(frontier); }

private:
    const char* m_name;
    const char* m_description;
    const char* m_scoreName;
    Choose m_choose;
};

const FunctionPolicy kRegular("regular", "every node alone, in creation order: the baseline", "creation order",
                              chooseRegular);
const FunctionPolicy kDepth("depth", "by level, then signature (TorchFold, TensorFlow Fold, DyNet 2)", "level",
                            chooseDepth);
const FunctionPolicy kAgenda("agenda", "lowest mean level first, all ready nodes of it (DyNet 1)", "mean level",
                             chooseAgenda);

const std::array<const Policy*, 3> kPolicies = {&kRegular, &kDepth, &kAgenda};

} // namespace

std::span<const Policy* const> policies() {
    return kPolicies;
}

Result<const Policy*> findPolicy(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Policy* policy : kPolicies) {
        names.emplace_back(policy->name());
    }
    const Result<std::size_t> index = indexOfName(name, names, "policy");
    if (!index) {
        return index.error();
    }
    return kPolicies[*index];
}

Result<std::vector<const Policy*>> parsePolicies(std::string_view names) {
    if (names == "all") {
        return std::vector<const Policy*>(kPolicies.begin(), kPolicies.end());
    }
    std::vector<const Policy*> result;
    for (const std::string& name : split(names, ',')) {
        const Result<const Policy*> policy = findPolicy(name);
        if (!policy) {
            return policy.error();
        }
        result.push_back(*policy);
    }
    return result;
}

} // namespace batchscope
