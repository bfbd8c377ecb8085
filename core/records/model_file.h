// SPDX-License-Identifier: GPL-3.0-or-later
//
// A trained model as a file: the arrays of `torch.load` (param/NAME as in core/exchange/exported_values.h) with, beside
// them, how the net is built and what its rows stand for. A treebank that has other words than those of training finds
// its rows by their text.
//
//     param/NAME                        the weights
//     optimizer/first|second/NAME       what the optimizer keeps; only where training may go on from here
//     model/json                        [bytes] the JSON below, as UTF-8; also in NAME.json beside the file, for
//     readers
//
//     {"format": "batchscope-model", "version": 1, "session": {…}, "words": ["the", …], "labels": ["0", …],
//      "epochs": 3, "steps": 1026, "best_epoch": 2, "best": 0.431}
//
// `session` is a session (session_document.h) without files.
#pragma once

#include "core/arrays/array_file.h"
#include "core/exec/optimizer.h"
#include "core/exec/parameters.h"
#include "core/records/json.h"
#include "core/session/session_config.h"
#include "core/training/training_run.h"
#include "core/treebank/treebank.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// What a model is, apart from its numbers.
struct ModelDescription {
    SessionConfig config;            ///< net, width, outputs, and how trees are read
    std::vector<std::string> words;  ///< by row of the tables of words
    std::vector<std::string> labels; ///< by class
    std::size_t epochs = 0;          ///< done
    std::size_t bestEpoch = 0;       ///< from 1; 0: none
    double best = 0.0;               ///< what it reached on the dev trees (Metrics::quality)
};

/// A net as a training in the window left it, with all that saveModel() takes.
struct TrainedNet {
    RaceProgress progress;
    std::shared_ptr<const Treebank> bank;
    ModelDescription description;
    OpSet ops;
    std::shared_ptr<const Parameters> weights; ///< of the first arm
};

/// Of a net that is trained on this treebank.
[[nodiscard]] ModelDescription describeModel(const SessionConfig& config, const Treebank& bank);

/// Replaces both files, each in one step, so that a crash leaves the old or the new one. `path` ends in .pt or .npz.
/// `optimizer`: null where training does not go on. Errors of ArrayWriter.
[[nodiscard]] Status saveModel(const std::string& path, const ModelDescription& model, const OpSet& ops,
                               const Parameters& parameters, const OptimizerState* optimizer);

class ModelFile {
public:
    /// Errors of readArrays(); Parse error where the file holds arrays but no model.
    [[nodiscard]] static Result<ModelFile> open(const std::string& path);

    [[nodiscard]] const ModelDescription& description() const { return m_description; }
    /// Fills the weights of the net that was built for this treebank. Rows of words that training did not see become
    /// that of `<unk>`, or zero without it; their number comes back. Config error where names or shapes do not fit.
    [[nodiscard]] Result<std::size_t> fill(const OpSet& ops, const Treebank& bank, Parameters& parameters) const;
    /// Nothing where the file has none.
    [[nodiscard]] std::optional<OptimizerState> optimizer(const OpSet& ops) const;

private:
    /// Null where the file has no such name.
    [[nodiscard]] const NamedArray* find(const std::string& name) const;

    std::vector<NamedArray> m_arrays;
    std::string m_path;
    ModelDescription m_description;
};

} // namespace batchscope
