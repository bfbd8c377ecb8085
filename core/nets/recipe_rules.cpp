// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/recipe_rules.h"

#include "core/nets/recipe_arguments.h"
#include "core/words/json_words.h"
#include "core/words/program_json_words.h"
#include "core/words/program_words.h"
#include "core/words/recipe_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr std::size_t kMostRules = 1'000;
constexpr auto kRulesKeys =
    std::to_array<std::string_view>({"leaf", "inner", "head", "start", "step", "from", "outputs"});
constexpr auto kRuleKeys = std::to_array<std::string_view>({"op", "args", "children", "same"});
constexpr auto kPlainRuleKeys = std::to_array<std::string_view>({"op", "args"});
constexpr auto kOutputRuleKeys = std::to_array<std::string_view>({"op", "args", "value", "children", "at", "target"});
constexpr auto kPlaces = std::to_array<std::string_view>({"asked", "root", "inner", "every", "pair"});

constexpr RuleScope kLeafScope{words::kNamesInLeaf, true, false, {}};
constexpr RuleScope kInnerScope{words::kNamesInInner, false, true, {}};
constexpr RuleScope kHeadScope{words::kNamesInHead, true, true, {}};
constexpr RuleScope kStartScope{words::kNamesInStart, false, false, {}};
constexpr RuleScope kStepScope{words::kNamesInStep, true, false, "state"};
constexpr RuleScope kOutputScope{words::kNamesInOutput, false, true, "node"};
constexpr RuleScope kPairScope{words::kNamesInPair, false, true, {}};

std::vector<std::int32_t> widthsOf(const Op& op) {
    std::vector<std::int32_t> widths;
    for (std::size_t output = 0; output < op.outputs(); ++output) {
        widths.push_back(op.outputWidth(output));
    }
    return widths;
}

class RuleReader {
public:
    RuleReader(const ProgramOps& ops, const ModelSizes& sizes, ProgramFault& fault)
        : m_ops(ops), m_sizes(sizes), m_fault(fault), m_arguments(sizes, m_state, fault) {}

    /// The op of the rule that decides what a state is.
    void setState(const JsonPlace& rule) {
        if (const std::optional<OpId> op = opIn(rule)) {
            m_stateOp = *op;
            m_state = widthsOf(m_ops.set.ops[*op]);
        }
    }
    [[nodiscard]] const std::vector<std::int32_t>& state() const { return m_state; }

    /// A rule without choice of children.
    std::optional<Rule> plain(const JsonPlace& place, const RuleScope& scope) {
        if (!checkObject(place, kPlainRuleKeys, words::kARule, m_fault)) {
            return std::nullopt;
        }
        Rule rule;
        call(place, scope, rule);
        checkState(place, rule);
        return rule;
    }

    std::vector<Rule> byChildren(const JsonPlace& rules, std::string_view key, const RuleScope& scope) {
        std::vector<Rule> read;
        const std::optional<JsonPlace> place = rules.member(key);
        if (!place || m_fault.found()) {
            return read;
        }
        const bool areMany = place->value.is_array();
        if ((!areMany && !place->value.is_object()) || (areMany && place->value.empty())) {
            m_fault.addFound(*place, words::kRuleOrRules);
        } else if (areMany && place->value.size() > kMostRules) {
            m_fault.addFound(*place, words::atMost(kMostRules));
        }
        for (std::size_t index = 0; !m_fault.found() && index < (areMany ? place->value.size() : 1); ++index) {
            const JsonPlace one = areMany ? place->element(index) : *place;
            Rule rule = nodeRule(one, scope);
            const auto isSame = [&rule](const Rule& other) { return other.children == rule.children; };
            if (!m_fault.found() && std::any_of(read.begin(), read.end(), isSame)) {
                m_fault.add(one, words::secondRuleFor(key, rule.children));
            }
            read.push_back(std::move(rule));
        }
        std::stable_partition(read.begin(), read.end(), [](const Rule& rule) { return rule.children != kAnyChildren; });
        return read;
    }

    OutputRule output(const JsonPlace& place) {
        OutputRule read;
        if (!checkObject(place, kOutputRuleKeys, words::kAnOutputRule, m_fault)) {
            return read;
        }
        const std::optional<JsonPlace> value = place.member("value");
        if (value.has_value() == place.member("op").has_value()) {
            m_fault.add(place, words::kOpOrValue);
            return read;
        }
        if (const std::optional<JsonPlace> at = place.member("at")) {
            const auto* const name = at->value.get_ptr<const std::string*>(); // nothing where it is no text
            const auto found = name == nullptr ? kPlaces.end() : std::find(kPlaces.begin(), kPlaces.end(), *name);
            if (found == kPlaces.end()) {
                m_fault.addFound(*at, words::kPlaceOfOutput);
                return read;
            }
            read.at = static_cast<OutputAt>(found - kPlaces.begin());
        }
        const bool isInner = read.at == OutputAt::Inner;
        const bool isPair = read.at == OutputAt::Pair;
        if (value && isPair) {
            m_fault.add(place, words::kPairNeedsOp);
            return read;
        }
        const RuleScope scope = isPair ? kPairScope : RuleScope{kOutputScope.names, false, isInner, kOutputScope.own};
        std::int32_t width = 0;
        if (value) {
            const std::optional<RuleArgument> own = m_arguments.reference(*value, scope, read.rule.children);
            if (own && own->source != RuleSource::Own) {
                m_fault.addFound(*value, words::referenceOfRule(scope.names));
            }
            read.output = own ? own->output : 0;
            width = m_fault.found() ? 0 : m_state[read.output];
        } else {
            call(place, scope, read.rule);
            width = m_fault.found() ? 0 : outputWidth(place, read.rule.op);
        }
        if (!m_fault.found() && isPair && read.rule.children > 2) {
            m_fault.add(place, words::childNotThere(childName(read.rule.children - 1), 2));
        }
        readChildren(place, read.rule);
        if (!m_fault.found() && !isInner && place.member("children")) {
            m_fault.add(*place.member("children"), words::kChildrenOfInnerOnly);
        }
        readTarget(place, width, read);
        return read;
    }

private:
    static bool hasChild(const Rule& rule) {
        return std::any_of(rule.arguments.begin(), rule.arguments.end(), [](const RuleArgument& argument) {
            return argument.source == RuleSource::Child || argument.source == RuleSource::Children;
        });
    }

    std::int32_t outputWidth(const JsonPlace& place, OpId op) {
        const Op& called = m_ops.set.ops[op];
        if (called.outputs() != 1) {
            m_fault.addFound(*place.member("op"), words::kOutputsOfOneValue);
        }
        return called.outputWidth(0);
    }

    void readTarget(const JsonPlace& place, std::int32_t width, OutputRule& read) {
        const std::optional<JsonPlace> target = place.member("target");
        if (!target || m_fault.found()) {
            return;
        }
        read.isLabelled = true;
        if (target->value != "label") {
            m_fault.addFound(*target, words::kTargetOfRule);
        } else if (width < m_sizes.classes) {
            m_fault.add(*target, words::targetNeedsClasses(width, m_sizes.classes));
        }
    }

    Rule nodeRule(const JsonPlace& place, const RuleScope& scope) {
        Rule rule;
        if (!checkObject(place, kRuleKeys, words::kARule, m_fault)) {
            return rule;
        }
        const std::optional<JsonPlace> same = place.member("same");
        if (same.has_value() == place.member("op").has_value()) {
            m_fault.add(place, words::kOpOrSame);
            return rule;
        }
        if (same) {
            const std::string_view name = nameIn(place, "same", m_fault);
            const std::optional<std::uint32_t> child = childNumber(name);
            if (!child && !m_fault.found()) {
                m_fault.addFound(*same, words::kSameChild);
            }
            rule.same = child.value_or(0);
            rule.children = static_cast<std::int32_t>(rule.same) + 1;
            readChildren(place, rule);
            return rule;
        }
        call(place, scope, rule);
        readChildren(place, rule);
        if (!m_fault.found() && !hasChild(rule) && !place.member("children")) {
            m_fault.add(place, words::kWhichChildren);
        }
        checkState(place, rule);
        return rule;
    }

    /// `rule.children` is so far what the names of children need.
    void readChildren(const JsonPlace& place, Rule& rule) {
        const std::optional<JsonPlace> given = place.member("children");
        const std::int32_t named = rule.children;
        if (m_fault.found() || !given) {
            return;
        }
        if (given->value == "any") {
            rule.children = kAnyChildren;
        } else if (given->value.is_number_integer()) {
            rule.children = static_cast<std::int32_t>(integerAt(*given, {1, kMostRuleChildren}, m_fault));
        } else {
            m_fault.addFound(*given, words::kChildrenOfRule);
        }
        if (!m_fault.found() && named > 0 && rule.children < named) {
            m_fault.add(*given, words::childNotThere(childName(named - 1), rule.children));
        }
    }

    std::optional<OpId> opIn(const JsonPlace& rule) {
        const std::string_view name = nameIn(rule, "op", m_fault);
        if (m_fault.found()) {
            return std::nullopt;
        }
        const auto found = m_ops.names.find(name);
        if (found == m_ops.names.end()) {
            m_fault.addFound(*rule.member("op"), words::kNameOfOp);
            return std::nullopt;
        }
        return found->second;
    }

    void checkState(const JsonPlace& place, const Rule& rule) {
        if (m_fault.found() || !rule.op.valid()) {
            return;
        }
        const std::vector<std::int32_t> widths = widthsOf(m_ops.set.ops[rule.op]);
        if (widths != m_state) {
            m_fault.add(*place.member("op"),
                        words::stateDiffers(m_ops.set.ops[rule.op].name, fmt::format("{}", fmt::join(widths, ", ")),
                                            m_ops.set.ops[m_stateOp].name,
                                            fmt::format("{}", fmt::join(m_state, ", "))));
        }
    }

    /// `op` and `args`.
    void call(const JsonPlace& place, const RuleScope& scope, Rule& rule) {
        const std::optional<OpId> op = opIn(place);
        if (!op) {
            return;
        }
        rule.op = *op;
        const std::vector<ArgumentType>& slots = m_ops.set.ops[*op].arguments;
        const std::optional<JsonPlace> args = arrayIn(place, "args", kMostArguments, m_fault);
        if (!args) {
            return;
        }
        if (args->value.size() != slots.size()) {
            m_fault.addFound(*args, words::oneForEachArgument(slots.size(), m_ops.set.ops[*op].name));
            return;
        }
        for (std::size_t slot = 0; slot < slots.size() && !m_fault.found(); ++slot) {
            const JsonPlace argument = args->element(slot);
            const RuleSlot wanted{slots[slot], m_ops.integerEnds[*op][slot]};
            std::optional<RuleArgument> read = m_arguments.read(argument, scope, wanted, rule.children);
            if (read && !m_fault.found()) {
                rule.arguments.push_back(std::move(*read));
            }
        }
    }

    const ProgramOps& m_ops;
    const ModelSizes& m_sizes;
    ProgramFault& m_fault;
    OpId m_stateOp;
    std::vector<std::int32_t> m_state;
    RuleArgumentReader m_arguments; // looks at m_state
};

void readTreeRules(const JsonPlace& place, RuleReader& reader, RecipeRules& rules, ProgramFault& fault) {
    const std::optional<JsonPlace> leaf = place.member("leaf");
    if (!leaf) {
        fault.add(place, words::missingRule("leaf", words::kForLeaves));
        return;
    }
    if (!place.member("inner") && !place.member("head")) {
        fault.add(place, words::missingRule("inner", words::kForInnerNodes));
        return;
    }
    if (const std::optional<JsonPlace> from = place.member("from")) {
        fault.add(*from, words::kFromIsOfSequences);
        return;
    }
    reader.setState(*leaf);
    rules.leaf = fault.found() ? std::nullopt : reader.plain(*leaf, kLeafScope);
    rules.inner = reader.byChildren(place, "inner", kInnerScope);
    rules.head = reader.byChildren(place, "head", kHeadScope);
}

void readSequenceRules(const JsonPlace& place, RuleReader& reader, RecipeRules& rules, ProgramFault& fault) {
    const std::optional<JsonPlace> start = place.member("start");
    const std::optional<JsonPlace> step = place.member("step");
    if (!start || !step) {
        fault.add(place,
                  start ? words::missingRule("step", words::kForStep) : words::missingRule("start", words::kForStart));
        return;
    }
    reader.setState(*start);
    rules.start = fault.found() ? std::nullopt : reader.plain(*start, kStartScope);
    rules.step = fault.found() ? std::nullopt : reader.plain(*step, kStepScope);
    const std::optional<JsonPlace> from = place.member("from");
    if (from && from->value != "left" && from->value != "right") {
        fault.addFound(*from, words::kDirections);
    }
    rules.from = from && from->value == "right" ? ReadFrom::Right : ReadFrom::Left;
}

} // namespace

const Rule* RecipeRules::forChildren(const std::vector<Rule>& rules, std::size_t children) {
    const auto found = std::find_if(rules.begin(), rules.end(), [children](const Rule& rule) {
        return rule.children == kAnyChildren || rule.children == static_cast<std::int64_t>(children);
    });
    return found == rules.end() ? nullptr : &*found;
}

bool RecipeRules::arePairs() const {
    return std::any_of(outputs.begin(), outputs.end(),
                       [](const OutputRule& output) { return output.at == OutputAt::Pair; });
}

std::string RecipeRules::covered(const std::vector<Rule>& rules) {
    std::vector<std::string> numbers;
    numbers.reserve(rules.size());
    for (const Rule& rule : rules) {
        numbers.push_back(rule.children == kAnyChildren ? std::string(words::kAnyNumberOfChildren)
                                                        : fmt::format("{}", rule.children));
    }
    return words::coveredChildren(numbers);
}

RecipeRules readRules(const JsonPlace& recipe, const ProgramOps& ops, const ModelSizes& sizes, ProgramFault& fault) {
    RecipeRules rules;
    const JsonPlace place = *recipe.member("rules");
    if (!checkObject(place, kRulesKeys, words::kTheRules, fault)) {
        return rules;
    }
    const bool isSequence = place.member("start") || place.member("step");
    if (isSequence && (place.member("leaf") || place.member("inner") || place.member("head"))) {
        fault.add(place, words::kRulesOfEither);
        return rules;
    }
    RuleReader reader(ops, sizes, fault);
    (isSequence ? readSequenceRules : readTreeRules)(place, reader, rules, fault);
    rules.state = reader.state();
    const std::optional<JsonPlace> outputs = place.member("outputs");
    if (!fault.found() && !outputs) {
        fault.add(place, words::missingRule("outputs", words::kForOutputs));
    }
    if (fault.found()) {
        return rules;
    }
    const bool areMany = outputs->value.is_array();
    if (areMany && (outputs->value.empty() || outputs->value.size() > kMostRules)) {
        fault.addFound(*outputs, words::kForOutputs);
    }
    for (std::size_t index = 0; !fault.found() && index < (areMany ? outputs->value.size() : 1); ++index) {
        const JsonPlace output = areMany ? outputs->element(index) : *outputs;
        rules.outputs.push_back(reader.output(output));
        const OutputAt at = rules.outputs.back().at;
        if (!fault.found() && isSequence && (at == OutputAt::Inner || at == OutputAt::Pair)) {
            fault.add(output, words::kNoInnerInSequence);
        }
    }
    const bool hasRoot = std::any_of(rules.outputs.begin(), rules.outputs.end(),
                                     [](const OutputRule& output) { return output.at == OutputAt::Root; });
    if (!fault.found() && rules.arePairs() && hasRoot) {
        fault.add(*outputs, words::kNoRootInPairs);
    }
    return rules;
}

} // namespace batchscope
