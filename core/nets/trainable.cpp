// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/trainable.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

/// Where labels would come from.
std::string wayOut(const Treebank& bank, const GraphOptions& options) {
    if (!bank.program.empty() || options.model.ends_with(".json")) {
        return R"(give the program's outputs a class: {"value": "NAME", "target": 0})";
    }
    if (bank.vectors.rows() > 0) {
        return "open the label file together with the images (train-labels-idx1-ubyte with "
               "train-images-idx3-ubyte)";
    }
    const LabelClasses anywhere(bank, LabelsAt::Nodes);
    if (anywhere.size() == 0) {
        return fmt::format("{} has no labels; open trees with labels, such as (3 (2 very) (4 good)), CoNLL-U or SNLI",
                           bank.format.empty() ? "their source" : "the format " + bank.format);
    }
    return options.outputs == Outputs::Root
               ? "other nodes or trees have labels: request all outputs (--outputs all) or choose other trees (--trees)"
               : "other trees have labels: choose them (--trees)";
}

} // namespace

Status checkTrainable(const Treebank& bank, const GraphOptions& options, const OpGraph& graph) {
    if (graph.labelledOutputs() > 0) {
        return Ok{};
    }
    const std::size_t requested = graph.outputs.size();
    return Error{ErrorCode::Config, fmt::format("training needs labels, but {}; {}",
                                                requested == 1 ? "the requested output has none"
                                                               : fmt::format("none of the {} requested outputs has one",
                                                                             withThousands(requested)),
                                                wayOut(bank, options))};
}

std::string unlabelledNote(const Treebank& bank, const GraphOptions& options) {
    const Result<const Net*> net = findNet(options.model);
    const bool classifies = bank.program.empty() && net && (*net)->learns == Learns::Labels && options.classes == 0;
    if (!classifies || LabelClasses(bank, (*net)->labels).size() > 0) {
        return {};
    }
    return bank.vectors.rows() > 0 ? fmt::format("the images have no labels: the classifier has {} outputs, one per "
                                                 "digit (change this with --classes)",
                                                 kUnlabelledImageClasses)
                                   : fmt::format("{} finds no labels in these trees: the classifier has {} outputs, as "
                                                 "many as SST has classes (change this with --classes)",
                                                 (*net)->name, kUnlabelledClasses);
}

std::string labelShareText(std::size_t labelled, std::size_t requested) {
    return fmt::format("{} of {} requested output{} {} a label{}", withThousands(labelled), withThousands(requested),
                       requested == 1 ? "" : "s", labelled == 1 ? "has" : "have",
                       labelled < requested ? "; the loss is the mean over those" : "");
}

} // namespace batchscope
