// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/trainable.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

constexpr std::string_view kGiveTargets = R"(give the program's outputs a class: {"value": "NAME", "target": 0})";

/// `written` is `requested` as text; `advice` is one of the texts of wayOut().
std::string trainingNeedsLabels(std::size_t requested, std::string_view written, std::string_view advice) {
    return requested == 1 ? fmt::format("training needs labels, but the requested output has none; {}", advice)
                          : fmt::format("training needs labels, but none of the {} requested outputs has one; {}",
                                        written, advice);
}

/// Says where to get labels.
std::string wayOut(const Treebank& bank, const GraphOptions& options) {
    if (!bank.program.empty()) {
        return std::string(kGiveTargets);
    }
    if (bank.vectors.rows() > 0) {
        return std::string(
            "open the label file together with the images (train-labels-idx1-ubyte with train-images-idx3-ubyte)");
    }
    const LabelClasses anywhere(bank, LabelsAt::Nodes);
    if (anywhere.size() == 0) {
        return fmt::format("{} has no labels; open trees with labels, such as (3 (2 very) (4 good)), CoNLL-U or SNLI",
                           bank.format.empty() ? "the input" : fmt::format("the format {}", bank.format));
    }
    return std::string(
        options.outputs == Outputs::Root
            ? "other nodes or trees have labels: request all outputs (--outputs all) or choose other trees (--trees)"
            : "other trees have labels: choose them (--trees)");
}

} // namespace

Status checkTrainable(const Treebank& bank, const GraphOptions& options, const OpGraph& graph) {
    if (graph.labeledOutputs() > 0) {
        return Ok{};
    }
    const std::size_t requested = graph.outputs.size();
    return Error{ErrorCode::Config, trainingNeedsLabels(requested, withThousands(requested), wayOut(bank, options))};
}

std::string unlabeledNote(const Treebank& bank, const GraphOptions& options) {
    const Result<Net> net = netOf(options);
    const bool classifies = bank.program.empty() && net && net->learns == Learns::Labels && options.classes == 0;
    if (!classifies || LabelClasses(bank, net->labels).size() > 0) {
        return {};
    }
    return bank.vectors.rows() > 0
               ? fmt::format(
                     "the images have no labels: the classifier has {} outputs, one per digit (change this with "
                     "--classes)",
                     kUnlabeledImageClasses)
               : fmt::format(
                     "{} has no labels to learn from in these trees: the classifier has {} outputs, one per SST class "
                     "(change this with --classes)",
                     net->name, kUnlabeledClasses);
}

std::string labelShareText(std::size_t labeled, std::size_t requested) {
    return fmt::format("{} of {} requested output{} {} a label{}", withThousands(labeled), withThousands(requested),
                       requested == 1 ? "" : "s", labeled == 1 ? "has" : "have",
                       labeled < requested ? "; the loss is the mean over those" : "");
}

} // namespace batchscope
