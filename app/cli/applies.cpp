// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/applies.h"

#include "app/cli/given.h"
#include "app/cli/shrink.h"
#include "app/cli/situation.h"
#include "app/cli/value_output.h"
#include "core/base/text.h"
#include "core/bench/sweep.h"
#include "core/nets/user_net.h"
#include "core/session/execution_text.h"
#include "core/session/session_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace batchscope {

namespace {

// Why options have no effect on a module of the user's or on a program; for the rules of applies.cpp. Empty: they have
// one, as far as the module is concerned.

/// Options of the engine: it runs nothing of a module with methods that are called.
std::string whyNoEngine(const Situation& in) {
    return whyNoEngine(in.options.graph);
}

/// The weights of a module are those of its file, and a program may have none that are random; the order of arms and of
/// trees is still random.
std::string whyNoSeed(const Situation& in) {
    const ParsedProgram* const program = in.is("bench") ? nullptr : in.program(); // bench shuffles its arms, too
    if (program != nullptr && std::all_of(program->ops().params.begin(), program->ops().params.end(),
                                          [](const ParamSpec& param) { return param.init != ParamInit::Uniform; })) {
        return "this program has no random weights";
    }
    const UserNet* const net = in.options.graph.user.net.get();
    const bool isFixed = net != nullptr && !in.is("bench") && in.options.training.steps == 0;
    return isFixed ? fmt::format("the weights are those in {}", net->traits().name) : std::string();
}

/// Empty: the option applies.
using Reason = std::string;

Reason firstOf(std::initializer_list<Reason> reasons) {
    const auto* const found =
        std::find_if(reasons.begin(), reasons.end(), [](const Reason& reason) { return !reason.empty(); });
    return found == reasons.end() ? Reason() : *found;
}

Reason when(bool holds, const char* reason) {
    return holds ? reason : "";
}

// ---- reasons that several options share ---------------------------------------------------------------------------

Reason withoutGraph(const Situation& in) {
    return when(in.writesTrees(),
                "this --to format writes the trees without running a net; only --to chrome-trace runs one");
}

Reason withoutValues(const Situation& in) {
    const bool plansOnly = in.is("schedule") || in.is("explain");
    return plansOnly ? fmt::format("{} computes no values; run and bench do", in.options.command) : withoutGraph(in);
}

Reason ofProgram(const Situation& in, const char* reason) {
    return when(in.isProgram(), reason);
}

Reason ofFormat(const Situation& in, bool has, std::string_view what) {
    return has || in.bank == nullptr ? Reason() : fmt::format("the format {} has no {}", in.bank->format, what);
}

Reason ofNet(const Situation& in, bool Heeded::*trait, std::string_view reason) {
    const Net* const net = in.net();
    return net == nullptr || net->heeds.*trait ? Reason() : fmt::format("{} {}", net->name, reason);
}

/// By the row of the table of choices: what the format, the net or a program instead of trees has no use for.
Reason ofNeeds(const Situation& in, const SessionChoice& choice) {
    const ChoiceNeeds& needs = choice.needs;
    const bool isOfGraph = choice.group == SessionChoice::Group::Graph || choice.group == SessionChoice::Group::Run;
    return firstOf({isOfGraph ? withoutGraph(in) : Reason(), in.isProgram() ? Reason(needs.programReason) : Reason(),
                    needs.format == nullptr ? Reason() : ofFormat(in, in.traits.*needs.format, needs.formatLacks),
                    needs.net == nullptr ? Reason() : ofNet(in, needs.net, needs.netReason)});
}

Reason ofShape(const Situation& in) {
    const Net* const net = in.writesTrees() ? nullptr : in.net();
    if (net == nullptr || net->heeds.shape == ShapeUse::Nodes) {
        return {};
    }
    const bool trains = in.options.run.work == Work::Training;
    if (net->heeds.shape == ShapeUse::Labels && trains) {
        return {};
    }
    return fmt::format("{} reads the words in order and ignores the shape of the tree", net->name);
}

Reason ofSharing(const Situation& in) {
    const ParsedProgram* const program = in.program();
    return program == nullptr || program->sharing().empty()
               ? Reason()
               : "instances of this program share values, so it runs as a whole: " + program->sharing();
}

Reason ofLearned(const Situation& in) {
    if (in.is("bench")) {
        const std::vector<Arm> arms = askedArms(in.options.bench);
        const auto isLearned = [](const Arm& arm) { return std::string_view(arm.policy->name()) == "learned"; };
        return when(std::none_of(arms.begin(), arms.end(), isLearned),
                    "only the policy 'learned' has a table; add the arm folded:learned");
    }
    const std::vector<std::string> names = split(in.options.policies, ',');
    const bool learned = std::any_of(names.begin(), names.end(),
                                     [](const std::string& name) { return name == "learned" || name == "all"; });
    return when(!learned, "only the policy 'learned' has a table; add --policy learned");
}

// ---- arms of bench ------------------------------------------------------------------------------------------------

template <typename Heeds>
Reason ofArms(const Situation& in, Heeds heeds, const char* reason) {
    if (!in.is("bench")) {
        return {};
    }
    const std::vector<Arm> arms = askedArms(in.options.bench); // the bench names a wrong one
    return when(!arms.empty() && std::none_of(arms.begin(), arms.end(), heeds), reason);
}

bool runsAllPasses(const CliOptions& options) {
    return passesOf(options.run.executor) == PassSet::all();
}

bool allRegular(const std::string& policies) {
    const std::vector<std::string> names = split(policies, ',');
    return std::all_of(names.begin(), names.end(), [](const std::string& name) { return name == "regular"; });
}

// ---- the rules ----------------------------------------------------------------------------------------------------

Reason rowsReason(const Situation& in) {
    constexpr const char* kEngine = "the engine orders the rows of a batch itself (pass 'order'); this option applies "
                                    "only to the plain bodies (--passes off)";
    const auto orders = [&in](const Arm& arm) { return ordersRows(arm, in.options.run); };
    const bool isUnknown = isModuleFile(in.options.graph.model) && in.options.graph.user.net == nullptr;
    const bool onLibTorch = isUnknown || !whyNoEngine(in).empty(); // whatever --passes and the arms ask for
    const bool runsOnce = !in.is("bench") && !in.is("schedule") && !in.is("explain");
    const bool engine = runsOnce && !onLibTorch && kindOf(in.options.run.executor) == ExecutorKind::Engine;
    return firstOf(
        {onLibTorch ? Reason() : ofArms(in, orders, kEngine), when(engine, kEngine),
         when(!in.is("bench") && allRegular(in.options.policies), "the policy 'regular' runs each node alone")});
}

Reason isaReason(const Situation& in) {
    constexpr const char* kOff = "this option limits the engine, and --passes off disables the engine";
    const auto runs = [&](const Arm& arm) { return takesPasses(arm.kind) && (!arm.passes || arm.passes->has_value()); };
    return firstOf({withoutGraph(in), when(kindOf(in.options.run.executor) == ExecutorKind::LibTorch, kOff),
                    whyNoEngine(in), ofArms(in, runs, "none of these arms runs on the engine")});
}

Reason seedReason(const Situation& in) {
    return firstOf({withoutValues(in), when(in.is("convert"), "a trace contains times, not values"), whyNoSeed(in),
                    when(!in.options.weights.empty(), "--weights replaces all random weights; remove one of the two")});
}

bool hasNoParameters(const Situation& in) {
    const ParsedProgram* const program = in.program();
    return program != nullptr && program->ops().params.empty();
}

Reason pruneReason(const Situation& in) {
    if (in.bank == nullptr) {
        return {};
    }
    GraphOptions options = in.graph();
    options.dim = 1; // only the number of nodes counts
    const Result<OpGraph> less = buildGraph(*in.bank, options, in.control.quiet());
    options.prune = Prune::Off;
    const Result<OpGraph> all = buildGraph(*in.bank, options, in.control.quiet());
    return when(less && all && less->size() == all->size(),
                "every node is needed for a requested value, so there is nothing to prune");
}

Reason shapeReason(const Situation& in) {
    return firstOf({when(in.options.convert.restore, "--restore undoes such changes; remove one of the two options"),
                    ofShape(in)});
}

Reason mergeReason(const Situation& in) {
    return ofArms(in, mergesAsAsked, "these arms choose what to merge on their own");
}

/// Naming what --unary does anyway is fine everywhere.
bool unaryIsUsual(const CliOptions& options) {
    const bool binary = options.graph.binarization != Binarization::None;
    return options.graph.unary == Unary::Auto || options.graph.unary == (binary ? Unary::Collapse : Unary::Keep);
}

struct Rule {
    std::string_view option;
    bool (*isDefault)(const CliOptions&); ///< such a value is fine everywhere
    Reason (*whyNot)(const Situation&);
};

const CliOptions& usual() {
    static const CliOptions kUsual;
    return kUsual;
}

bool never(const CliOptions& /*options*/) {
    return false;
}

/// Beyond what the table of choices says of them: rules that other options or the commands make.
const std::array kChoiceRules = {
    Rule{"--merge", never, mergeReason},
    Rule{"--binarize", never, shapeReason},
    Rule{"--unary", unaryIsUsual, shapeReason},
    Rule{"--prune", never, pruneReason},
    Rule{"--order", never,
         [](const Situation& in) { return when(in.writesTrees(), "trees are always written in file order"); }},
    Rule{"--rows", never, rowsReason},
};

const std::array kGraphRules = {
    Rule{"--vocabulary", [](const CliOptions& o) { return !o.printsVocabulary; },
         [](const Situation& in) { return ofFormat(in, in.traits.words, "words"); }},
    Rule{"--rare-below", [](const CliOptions& o) { return o.read.rareBelow == usual().read.rareBelow; },
         [](const Situation& in) { return ofFormat(in, in.traits.words, "words"); }},
    Rule{"--model",
         [](const CliOptions& o) { return o.graph.model == usual().graph.model && o.bench.models.size() <= 1; },
         [](const Situation& in) {
             return firstOf({withoutGraph(in), ofProgram(in, "a program defines its own computation")});
         }},
    Rule{"--trust-module", [](const CliOptions& o) { return o.graph.module.trust == usual().graph.module.trust; },
         [](const Situation& in) {
             const std::vector<std::string>& models = in.options.bench.models;
             const bool isOfModule =
                 isModuleFile(in.options.graph.model) || std::any_of(models.begin(), models.end(), isModuleFile);
             return firstOf({withoutGraph(in), when(!isOfModule, "no module of yours is run")});
         }},
    Rule{"--trees", [](const CliOptions& o) { return o.graph.trees == usual().graph.trees; }, ofSharing},
    Rule{"--dim",
         [](const CliOptions& o) { return o.graph.dim == usual().graph.dim && o.bench.dims == usual().bench.dims; },
         [](const Situation& in) {
             return firstOf({withoutGraph(in), ofProgram(in, "a program defines its own widths"),
                             ofNet(in, &Heeded::dim, "defines its own widths")});
         }},
    Rule{"--seed", [](const CliOptions& o) { return o.seed == usual().seed; }, seedReason},
    Rule{"--threads",
         [](const CliOptions& o) { return o.threads == usual().threads && o.bench.threads == usual().bench.threads; },
         withoutValues},
};

const std::array kRunRules = {
    Rule{"--policy", [](const CliOptions& o) { return o.policies == usual().policies; },
         [](const Situation& in) {
             return firstOf({withoutGraph(in), whyNoPolicy(in)});
         }},
    Rule{"--schedule", never, whyNoGivenSchedule},
    Rule{"--save-schedule", never, whyNoSavedSchedule},
    Rule{"--diff", never, whyNoDiff},
    Rule{"--against", never, whyNothingAgainst},
    Rule{"--table", never, ofLearned},
    Rule{"--save-table", never, ofLearned},
    Rule{"--print-table", never, ofLearned},
    Rule{"--train", never, withoutGraph},
    Rule{"--passes", runsAllPasses,
         [](const Situation& in) {
             const auto heeds = [](const Arm& arm) { return takesPasses(arm.kind) && !arm.passes; };
             const bool isOff = kindOf(in.options.run.executor) == ExecutorKind::LibTorch; // as such a net runs anyway
             return firstOf({withoutGraph(in), isOff ? Reason() : whyNoEngine(in),
                             ofArms(in, heeds, "these arms set their own passes or use none")});
         }},
    Rule{"--ablation", never, whyNoEngine},
    Rule{"--isa",
         [](const CliOptions& o) { return o.instructionSet.value_or(bestInstructionSet()) == bestInstructionSet(); },
         isaReason},
    Rule{"--batch", never, ofSharing},
    Rule{"--mini-batches", [](const CliOptions& o) { return o.bench.miniBatches <= 1; }, ofSharing},
    Rule{"--inject", never,
         [](const Situation& in) { return when(hasNoParameters(in), "this program has no parameters"); }},
    Rule{"--weights", [](const CliOptions& o) { return o.weights.empty(); },
         [](const Situation& in) { return when(hasNoParameters(in), "this program has no parameters"); }},
    Rule{"--fault", [](const CliOptions& o) { return o.run.fault == Fault::None; },
         [](const Situation& in) {
             return when(!in.options.check, "only --check compares the folded run with regular; add --check");
         }},
    Rule{"--shrink", never, whyNothingToShrink},
    Rule{"--list", never, whyNothingListed},
    Rule{"--values", never, whyNoValues},
    Rule{"--where", never,
         [](const Situation& in) {
             return when(in.is("run") && !in.options.listNodes, "only --list nodes lists nodes; add --list nodes");
         }},
    Rule{"--timing", never,
         [](const Situation& in) { return when(!in.options.check, "only --check measures a speed-up"); }},
    Rule{"--momentum",
         [](const CliOptions& o) { return o.training.optimizer.momentum == usual().training.optimizer.momentum; },
         [](const Situation& in) {
             return when(in.options.training.optimizer.kind == OptimizerKind::Adam,
                         "adam keeps its own moments; only --optimizer sgd takes a momentum");
         }},
};

const std::array kFileRules = {
    Rule{"--pairs", never,
         [](const Situation& in) { return when(!in.writesTrees(), "--to chrome-trace runs the trees as they are"); }},
    Rule{"--restore", never,
         [](const Situation& in) {
             return firstOf(
                 {when(!in.writesTrees(),
                       "--to chrome-trace runs the trees as they are; the other --to formats can restore them"),
                  ofFormat(in, in.traits.constituents, "node labels that record what to undo")});
         }},
    Rule{"--arity", [](const CliOptions& o) { return o.generate.arity == usual().generate.arity; },
         [](const Situation& in) {
             return when(in.is("generate") && in.options.generate.shape == TreeShape::Nary,
                         "--shape nary draws the number of children of each node; use --arities");
         }},
    Rule{"--arities", never,
         [](const Situation& in) {
             return when(in.options.generate.shape != TreeShape::Nary,
                         "only --shape nary draws the number of children; add --shape nary");
         }},
    Rule{"--zipf", [](const CliOptions& o) { return o.generate.exponent == usual().generate.exponent; },
         [](const Situation& in) {
             return when(in.options.generate.law != WordLaw::Zipf,
                         "this is the exponent for --words zipf; add --words zipf");
         }},
};

template <typename Rules>
void collect(const Rules& rules, const Situation& in, std::vector<std::string>& lines) {
    for (const Rule& rule : rules) {
        if (!in.options.given.contains(rule.option) || rule.isDefault(in.options)) {
            continue;
        }
        if (const Reason reason = rule.whyNot(in); !reason.empty()) {
            lines.push_back(fmt::format("{}: {}", rule.option, reason));
        }
    }
}

void collectChoices(const Situation& in, std::vector<std::string>& lines) {
    for (const SessionChoice& choice : sessionChoices()) {
        const auto* const rule = std::find_if(kChoiceRules.begin(), kChoiceRules.end(),
                                              [&choice](const Rule& each) { return each.option == choice.option; });
        const bool hasRule = rule != kChoiceRules.end();
        const bool isDefault =
            choice.present(in.options) == defaultOf(choice) || (hasRule && rule->isDefault(in.options));
        if (choice.option.empty() || !in.options.given.contains(choice.option) || isDefault) {
            continue;
        }
        Reason reason = ofNeeds(in, choice);
        if (reason.empty() && hasRule) {
            reason = rule->whyNot(in);
        }
        if (!reason.empty()) {
            lines.push_back(fmt::format("{}: {}", choice.option, reason));
        }
    }
}

std::vector<std::string> faultsIn(const Situation& in) {
    std::vector<std::string> lines;
    collectChoices(in, lines);
    collect(kGraphRules, in, lines);
    collect(kRunRules, in, lines);
    collect(kFileRules, in, lines);
    return lines;
}

std::string_view optionOf(std::string_view line) {
    return line.substr(0, line.find(':'));
}

/// Of bench with several nets or kinds of work, an option applies if it does to one of them.
std::vector<std::string> faultsOfAll(const CliOptions& options, const Treebank* bank, const RunControl& control) {
    std::optional<std::vector<std::string>> lines;
    for (const std::string& net : sweptModels(options.bench)) {
        for (const Work work : sweptWorks(options.bench)) {
            CliOptions own = options;
            own.graph.model = net;
            own.run.work = work;
            const std::vector<std::string> found = faultsIn(Situation(own, bank, control));
            const auto applies = [&found](const std::string& line) {
                return std::none_of(found.begin(), found.end(),
                                    [&line](const std::string& other) { return optionOf(other) == optionOf(line); });
            };
            if (!lines) {
                lines = found;
            } else {
                lines->erase(std::remove_if(lines->begin(), lines->end(), applies), lines->end());
            }
        }
    }
    return lines.value_or(std::vector<std::string>());
}

Status check(const CliOptions& options, const Treebank* bank, const RunControl& control) {
    const bool isSweep = !options.bench.models.empty() || !options.bench.works.empty();
    const std::vector<std::string> lines =
        isSweep ? faultsOfAll(options, bank, control) : faultsIn(Situation(options, bank, control));
    return lines.empty() ? Status(Ok{}) : Error{ErrorCode::Config, fmt::format("{}", fmt::join(lines, "\nerror: "))};
}

} // namespace

Status checkOptionsAlone(const CliOptions& options) {
    return check(options, nullptr, {});
}

Status checkOptionsOn(const CliOptions& options, const Treebank& bank, const RunControl& control) {
    return check(options, &bank, control);
}

} // namespace batchscope
