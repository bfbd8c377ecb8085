// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/trainable.h"

#include "core/base/text.h"
#include "core/words/build_words.h"

namespace batchscope {

namespace {

/// Where labels would come from.
std::string wayOut(const Treebank& bank, const GraphOptions& options) {
    if (!bank.program.empty()) {
        return std::string(words::kGiveTargets);
    }
    if (bank.vectors.rows() > 0) {
        return std::string(words::kOpenLabelFile);
    }
    const LabelClasses anywhere(bank, LabelsAt::Nodes);
    if (anywhere.size() == 0) {
        return words::openLabeledTrees(bank.format);
    }
    return std::string(options.outputs == Outputs::Root ? words::kRequestOthers : words::kChooseOtherTrees);
}

} // namespace

Status checkTrainable(const Treebank& bank, const GraphOptions& options, const OpGraph& graph) {
    if (graph.labelledOutputs() > 0) {
        return Ok{};
    }
    const std::size_t requested = graph.outputs.size();
    return Error{ErrorCode::Config,
                 words::trainingNeedsLabels(requested, withThousands(requested), wayOut(bank, options))};
}

std::string unlabelledNote(const Treebank& bank, const GraphOptions& options) {
    const Result<Net> net = netOf(options);
    const bool classifies = bank.program.empty() && net && net->learns == Learns::Labels && options.classes == 0;
    if (!classifies || LabelClasses(bank, net->labels).size() > 0) {
        return {};
    }
    return bank.vectors.rows() > 0 ? words::imagesWithoutLabels(kUnlabelledImageClasses)
                                   : words::treesWithoutLabels(net->name, kUnlabelledClasses);
}

std::string labelShareText(std::size_t labelled, std::size_t requested) {
    return words::labelShare({labelled, withThousands(labelled)}, {requested, withThousands(requested)});
}

} // namespace batchscope
