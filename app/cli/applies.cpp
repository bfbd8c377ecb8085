// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/applies.h"

#include "app/cli/prepare.h"
#include "core/formats/format_registry.h"
#include "core/nets/user_net.h"
#include "core/session/execution_text.h"
#include "core/session/session_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace batchscope {

namespace {

using Reason = std::string; ///< why an option has no effect; empty if it has one

/// What the options apply to. Net and program are made on demand.
struct Input {
    const CliOptions& options;
    const Treebank& bank;
    FormatTraits format = traitsOf(bank);
    bool isProgram = !bank.program.empty();
    bool runs = options.command != "convert" || options.convert.runs();
    mutable std::optional<Result<Net>> madeNet = std::nullopt;
    mutable std::optional<Result<GraphBuilder>> madeBuilder = std::nullopt;

    /// Null for a program, if nothing runs, or if the net is invalid; the command itself reports an invalid net.
    [[nodiscard]] const Net* net() const {
        if (runs && !isProgram && !madeNet) {
            madeNet.emplace(netOf(fittedOptions(options, bank)));
        }
        return madeNet && *madeNet ? &**madeNet : nullptr;
    }
    [[nodiscard]] const ParsedProgram* program() const {
        if (isProgram && !madeBuilder) {
            madeBuilder.emplace(GraphBuilder::make(bank, options.graph.dtype));
        }
        return madeBuilder && *madeBuilder ? (*madeBuilder)->program() : nullptr;
    }
};

Reason reasonIf(bool holds, const char* reason) {
    return holds ? reason : "";
}

Reason formatReason(const Input& in, bool has, std::string_view what) {
    return has ? Reason() : fmt::format("the format {} has no {}", in.bank.format, what);
}

Reason netReason(const Input& in, bool UsedOptions::*trait, std::string_view reason) {
    return in.net() == nullptr || in.net()->uses.*trait ? Reason() : fmt::format("{} {}", in.net()->name, reason);
}

Reason wordsReason(const Input& in) {
    return formatReason(in, in.format.words, "words");
}

Reason shrinkReason(const Input& in) {
    return reasonIf(in.isProgram || in.bank.vectors.rows() > 0, "programs and images have no trees to shrink");
}

Reason modelReason(const Input& in) {
    return reasonIf(in.isProgram, "a program defines its own computation");
}

Reason dimReason(const Input& in) {
    return in.isProgram ? "a program defines its own widths"
                        : netReason(in, &UsedOptions::dim, "defines its own widths");
}

Reason shapeReason(const Input& in) {
    const Net* const net = in.net();
    const bool trains = in.options.run.work == Work::Training;
    const bool reads =
        net == nullptr || net->uses.shape == ShapeUse::Nodes || (net->uses.shape == ShapeUse::Labels && trains);
    return reads ? Reason() : fmt::format("{} reads the words in order and ignores the shape of the tree", net->name);
}

Reason sharingReason(const Input& in) {
    return in.program() == nullptr || in.program()->sharing().empty()
               ? Reason()
               : "instances of this program share values, so it runs as a whole: " + in.program()->sharing();
}

Reason parametersReason(const Input& in) {
    return reasonIf(in.program() != nullptr && in.program()->ops().params.empty(), "this program has no parameters");
}

/// --seed has no effect if nothing is random. bench randomizes the order of its arms; a training loop always takes it.
Reason seedReason(const Input& in) {
    const UserNet* const module = in.options.graph.user.net.get();
    if (in.options.command == "bench" || in.options.command == "train") {
        return {};
    }
    if (module != nullptr) {
        return fmt::format("the weights are those in {}", module->traits().name);
    }
    const auto isFixed = [](const ParamSpec& param) { return param.init != ParamInit::Uniform; };
    const bool isAllFixed = in.program() != nullptr &&
                            std::all_of(in.program()->ops().params.begin(), in.program()->ops().params.end(), isFixed);
    return reasonIf(isAllFixed, "this program has no random weights");
}

Reason engineReason(const Input& in) {
    const bool isOff = kindOf(in.options.run.executor) == ExecutorKind::LibTorch; // every net runs there
    return isOff ? Reason() : whyNoEngine(in.options.graph);
}

Reason isaReason(const Input& in) {
    const bool isOff = kindOf(in.options.run.executor) == ExecutorKind::LibTorch;
    return isOff ? "this option limits the engine, and --passes off disables the engine" : engineReason(in);
}

Reason rowsReason(const Input& in) {
    const std::set<std::string_view> mayOrder = {"bench", "schedule", "explain"};
    const bool onEngine = kindOf(in.options.run.executor) == ExecutorKind::Engine;
    return reasonIf(onEngine && engineReason(in).empty() && !mayOrder.contains(in.options.command),
                    "the engine orders the rows of a batch itself (pass 'order'); this option applies only to the "
                    "plain bodies (--passes off)");
}

struct Rule {
    std::string_view option;
    Reason (*whyNot)(const Input&);
};

/// Rules in addition to those in the table of session choices.
constexpr auto kRules = std::to_array<Rule>({
    {"--vocabulary", wordsReason},
    {"--rare-below", wordsReason},
    {"--shrink", shrinkReason},
    {"--model", modelReason},
    {"--dim", dimReason},
    {"--binarize", shapeReason},
    {"--unary", shapeReason},
    {"--trees", sharingReason},
    {"--batch", sharingReason},
    {"--mini-batches", sharingReason},
    {"--weights", parametersReason},
    {"--inject", parametersReason},
    {"--seed", seedReason},
    {"--passes", engineReason},
    {"--ablation", engineReason},
    {"--isa", isaReason},
    {"--rows", rowsReason},
});

/// `convert` writes trees or the trace of a run; options for one have no effect on the other.
Reason targetReason(const Input& in, std::string_view option, bool isOfGraph) {
    const std::set<std::string_view> ofRuns = {"--model", "--dim",    "--threads", "--order",
                                               "--train", "--passes", "--policy",  "--isa"};
    if (in.options.command == "convert" && in.runs) {
        return reasonIf(option == "--pairs", "--to chrome-trace runs the trees as they are");
    }
    return reasonIf(!in.runs && (isOfGraph || ofRuns.contains(option)),
                    "this --to format writes the trees without running a net; only --to chrome-trace runs one");
}

Reason whyNot(const Input& in, std::string_view option) {
    const auto choices = sessionChoices();
    const auto choice = std::find_if(choices.begin(), choices.end(),
                                     [option](const SessionChoice& each) { return each.option == option; });
    const bool isChoice = choice != choices.end();
    if (isChoice && choice->present(in.options) == defaultOf(*choice)) {
        return {};
    }
    using Group = SessionChoice::Group;
    Reason reason =
        targetReason(in, option, isChoice && (choice->group == Group::Graph || choice->group == Group::Run));
    if (reason.empty() && isChoice) {
        const ChoiceNeeds& needs = choice->needs;
        reason = in.isProgram && !needs.programReason.empty()            ? Reason(needs.programReason)
                 : needs.format != nullptr && !(in.format.*needs.format) ? formatReason(in, false, needs.formatLacks)
                 : needs.net != nullptr                                  ? netReason(in, needs.net, needs.netReason)
                                                                         : Reason();
    }
    const auto* const rule =
        std::find_if(kRules.begin(), kRules.end(), [option](const Rule& each) { return each.option == option; });
    return reason.empty() && rule != kRules.end() ? rule->whyNot(in) : reason;
}

} // namespace

Status checkOptions(const CliOptions& options, const Treebank& bank) {
    const Input in{options, bank};
    std::vector<std::string> lines;
    for (const std::string& option : options.given) {
        if (const std::string reason = whyNot(in, option); !reason.empty()) {
            lines.push_back(fmt::format("{}: {}", option, reason));
        }
    }
    return lines.empty() ? Status(Ok{}) : Error{ErrorCode::Config, fmt::format("{}", fmt::join(lines, "\nerror: "))};
}

} // namespace batchscope
