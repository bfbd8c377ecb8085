// SPDX-License-Identifier: GPL-3.0-or-later
//
// A trained model as a file: its weights (param/NAME as in core/exchange/exported_values.h), the options of the net,
// and the words and labels of its rows and classes. Another treebank finds its words and labels by their text.
//
//     param/NAME                        the weights
//     optimizer/first|second/NAME       the state of the optimizer, if training can be resumed from the file
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

/// Everything about a model except its numbers.
struct ModelDescription {
    SessionConfig config;            ///< net, width, outputs and reading options
    std::vector<std::string> words;  ///< by row of the tables of words
    std::vector<std::string> labels; ///< by class
    std::size_t epochs = 0;          ///< number of completed epochs
    std::size_t bestEpoch = 0;       ///< counted from 1; 0: none
    double best = 0.0;               ///< Metrics::quality of the best epoch on the dev trees
};

/// The state of a training in the window, with the arguments of saveModel().
struct TrainedNet {
    RaceProgress progress;
    std::shared_ptr<const Treebank> bank;
    ModelDescription description;
    OpSet ops;
    std::shared_ptr<const Parameters> weights; ///< of the first arm
};

/// Describes a net that is trained on this treebank.
[[nodiscard]] ModelDescription describeModel(const SessionConfig& config, const Treebank& bank);

/// Writes the model and its JSON. Each file is replaced in one step, so a crash leaves the old or the new one. `path`
/// ends in .pt or .npz. `optimizer` may be null. Fails like ArrayWriter.
[[nodiscard]] Status saveModel(const std::string& path, const ModelDescription& model, const OpSet& ops,
                               const Parameters& parameters, const OptimizerState* optimizer);

class ModelFile {
public:
    /// Fails like readArrays(); Parse error if the file has no model.
    [[nodiscard]] static Result<ModelFile> open(const std::string& path);

    [[nodiscard]] const ModelDescription& description() const { return m_description; }
    /// Fills the weights of a net built for this treebank. A word that training did not see gets the row of `<unk>`, or
    /// zeros without it; returns the number of such words. Config error if names or shapes do not fit.
    [[nodiscard]] Result<std::size_t> fill(const OpSet& ops, const Treebank& bank, Parameters& parameters) const;
    /// Nullopt if the file has no state of an optimizer.
    [[nodiscard]] std::optional<OptimizerState> optimizer(const OpSet& ops) const;

private:
    /// Null if the file has no array of that name.
    [[nodiscard]] const NamedArray* find(const std::string& name) const;

    std::vector<NamedArray> m_arrays;
    std::string m_path;
    ModelDescription m_description;
};

} // namespace batchscope
