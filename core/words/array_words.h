// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of arrays (.npz, .pt, .json): what is wrong with one that is read, what cannot be written, and why weights do
// not fit a net. Names, shapes and lists come as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

// Archives.
inline constexpr std::string_view kNotARegularFile =
    "this is not a regular file; files of arrays are read by position, so save it to disk first";
inline constexpr std::string_view kNotAZipArchive =
    "neither a zip archive nor .safetensors; expected a file that numpy.savez or torch.save wrote (torch.save since "
    "PyTorch 1.6)";
inline constexpr std::string_view kDamagedDirectory =
    "the directory of the archive is damaged or truncated; copy the file again";
inline constexpr std::string_view kArchiveInParts = "the archive is split into parts; join them first";
inline constexpr std::string_view kArchiveTooLarge =
    "the archive is larger than 4 GiB, which is not supported; save fewer arrays in a file";
[[nodiscard]] std::string tooManyEntries(std::uint64_t entries, std::uint64_t most);
[[nodiscard]] std::string encryptedEntry(std::string_view entry);
[[nodiscard]] std::string unknownCompression(std::string_view entry, unsigned method);
[[nodiscard]] std::string damagedEntry(std::string_view entry);
[[nodiscard]] std::string entryTooLarge(std::string_view entry, std::string_view size, std::string_view limit);
[[nodiscard]] std::string duplicateEntry(std::string_view entry);

// Arrays.
inline constexpr std::string_view kUnknownArrayFile =
    "neither arrays of NumPy (.npz) nor tensors of PyTorch (.pt); expected a file that numpy.savez, torch.save or "
    "safetensors wrote";
inline constexpr std::string_view kDamagedSafetensors =
    "the header of this .safetensors file does not describe its bytes: it is damaged or truncated; copy the file again";
[[nodiscard]] std::string damagedTensor(std::string_view array);
[[nodiscard]] std::string notNpy(std::string_view array);
[[nodiscard]] std::string unknownNpyVersion(std::string_view array, unsigned version);
[[nodiscard]] std::string damagedNpyHeader(std::string_view array);
[[nodiscard]] std::string unknownElements(std::string_view array, std::string_view found);
[[nodiscard]] std::string wrongByteCount(std::string_view array, std::uint64_t found, std::uint64_t expected);
[[nodiscard]] std::string tensorOutsideStorage(std::string_view array);
[[nodiscard]] std::string tooManyAxes(std::string_view array, std::size_t axes, std::size_t most);

// Pickled tensors.
inline constexpr std::string_view kDamagedPickle = "the list of tensors (data.pkl) is damaged or truncated";
inline constexpr std::string_view kPickleTooLong =
    "the list of tensors (data.pkl) is longer than 16 MiB, which is not supported; save fewer tensors in a file";
inline constexpr std::string_view kNotADict =
    "the file does not hold a dict of tensors; save one with torch.save(model.state_dict(), FILE)";
[[nodiscard]] std::string unknownPickleCode(unsigned code, std::size_t at);
[[nodiscard]] std::string refusedCall(std::string_view name);
[[nodiscard]] std::string notATensor(std::string_view entry);

// Writing.
inline constexpr std::string_view kAlsoInput = "this is also an input file; write to a different file";
[[nodiscard]] std::string unknownArrayEnding(std::string_view endings);
[[nodiscard]] std::string cannotWriteFile(std::string_view reason);
/// To a pipe or a device; a file stays as it was.
[[nodiscard]] std::string incompleteOutput(std::string_view reason);
[[nodiscard]] std::string fileStays(std::string_view reason);

// Weights.
/// A net without parameters.
[[nodiscard]] std::string takesNoWeights(std::string_view net);
[[nodiscard]] std::string weightsDoNotFit(std::string_view net, std::string_view reasons);
[[nodiscard]] std::string missingWeights(std::string_view names);
[[nodiscard]] std::string superfluousWeights(std::string_view names);
[[nodiscard]] std::string unusedWeights(std::string_view file, std::string_view net, std::string_view names);
[[nodiscard]] std::string wrongShape(std::string_view name, std::string_view found, std::string_view expected);
[[nodiscard]] std::string wholeNumberWeights(std::string_view name, std::string_view type);
/// Behind the last name of a list that is cut.
[[nodiscard]] std::string andMore(std::size_t count);

// Export.
[[nodiscard]] std::string exportNeedsMemory(std::string_view size, std::string_view advice);
[[nodiscard]] std::string summedGradients(std::string_view unknown, std::string_view all);
inline constexpr std::string_view kExportStage = "export";

} // namespace batchscope::words
