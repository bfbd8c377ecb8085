// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads weights from files of arrays (core/arrays/array_file.h), as written by `export-values`, numpy.savez or
// torch.save.
//
//     Result<Parameters> parameters = makeWeights(ops, {.seed = 1, .file = "weights.npz"}, control);
#pragma once

#include "core/base/progress.h"
#include "core/exec/parameters.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

/// The prefix of parameter names in files that hold other arrays, too.
inline constexpr const char* kParameterPrefix = "param/";

/// The names of the parameters in files, by ParamId; from the second parameter of the same name on with a number,
/// `W#2`.
[[nodiscard]] std::vector<std::string> weightNames(const OpSet& ops);

/// Replaces all parameters of the net by those of the file. If any name in the file begins with `param/`, only these
/// arrays are weights, and the rest of the name is the parameter's; otherwise all arrays are weights, in the layout of
/// the user's module. A shape fits if it has the same numbers in the same order: a vector [n] for a parameter [1, n] or
/// [n, 1], and [rows, a, b] for [rows, a · b]. Float32 and float64 are converted to the type of the net; NaN and
/// infinity are accepted. Returns a sentence that lists the arrays the net does not read, empty if it reads all. Fails
/// like readArrays; Config error if the net has no parameters; Config error that lists missing names, wrong shapes and
/// integer arrays. Cancelled if stopped. After an error, some parameters may have been replaced.
[[nodiscard]] Result<std::string> loadWeights(const std::string& path, const OpSet& ops, Parameters& parameters,
                                              const RunControl& control);

/// The source of the weights of a run.
struct WeightSource {
    std::uint64_t seed = 0; ///< seed of random weights
    std::string file;       ///< empty for random weights
};

struct MadeWeights {
    Parameters parameters;
    std::string notice; ///< the result of loadWeights
};
/// Makes the weights of a run, for the window and the command line. Fails like Parameters::create and loadWeights.
[[nodiscard]] Result<MadeWeights> makeWeights(const OpSet& ops, const WeightSource& source, const RunControl& control);

} // namespace batchscope
