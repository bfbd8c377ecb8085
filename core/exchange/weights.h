// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights from files of arrays (core/arrays/array_file.h): what `export-values` wrote, and what others saved with
// numpy.savez or torch.save.
//
//     Result<Parameters> parameters = makeWeights(ops, {.seed = 1, .file = "weights.npz"}, control);
#pragma once

#include "core/base/progress.h"
#include "core/exec/parameters.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

/// What the names of parameters begin with in files that hold other arrays, too.
inline constexpr const char* kParameterPrefix = "param/";

/// Names of the parameters, by ParamId, as files have them: their own; from the second parameter of one name on with
/// its number, `W#2`.
[[nodiscard]] std::vector<std::string> weightNames(const OpSet& ops);

/// Replaces all parameters of the net by those of the file. If any name in it begins with `param/`, only such arrays
/// are weights, and the rest of the name is the parameter's; else all arrays are, as the user's module has them. A
/// shape fits where its numbers are as many and in the same order: a vector [n] where the parameter is [1, n] or [n,
/// 1], and [rows, a, b] for [rows, a · b]. Float32 and float64 are converted to the type of the net; NaN and infinity
/// are weights like others. Returns which arrays the net does not read, as a sentence; empty where it reads all.
/// Errors: those of readArrays; a Config error where the net has no parameters; a Config error that lists missing
/// names, wrong shapes and whole numbers. Cancelled when stopped. After an error the parameters are partly replaced.
[[nodiscard]] Result<std::string> loadWeights(const std::string& path, const OpSet& ops, Parameters& parameters,
                                              const RunControl& control);

/// Where the weights of a run come from.
struct WeightSource {
    std::uint64_t seed = 0; ///< of random ones
    std::string file;       ///< empty: random
};

struct MadeWeights {
    Parameters parameters;
    std::string notice; ///< as of loadWeights
};
/// The weights of a run, the same for the window and the command line. Errors of Parameters::create and loadWeights.
[[nodiscard]] Result<MadeWeights> makeWeights(const OpSet& ops, const WeightSource& source, const RunControl& control);

} // namespace batchscope
