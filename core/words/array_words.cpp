// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/array_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string tooManyEntries(std::uint64_t entries, std::uint64_t most) {
    return fmt::format("the archive holds {} files; at most {} are supported", entries, most);
}

std::string encryptedEntry(std::string_view entry) {
    return fmt::format("'{}' in the archive is encrypted; save it without a password", entry);
}

std::string unknownCompression(std::string_view entry, unsigned method) {
    return fmt::format("'{}' in the archive is compressed by method {}; expected 0 (stored) or 8 (deflate)", entry,
                       method);
}

std::string damagedEntry(std::string_view entry) {
    return fmt::format("'{}' in the archive is damaged or truncated; copy the file again", entry);
}

std::string entryTooLarge(std::string_view entry, std::string_view size, std::string_view limit) {
    return fmt::format("'{}' in the archive takes {} unpacked, and the limit for a file of this size is {}; save it "
                       "uncompressed",
                       entry, size, limit);
}

std::string duplicateEntry(std::string_view entry) {
    return fmt::format("'{}' occurs more than once in the file; remove one", entry);
}

std::string notNpy(std::string_view array) {
    return fmt::format("'{}' is not an array of NumPy: it does not begin as the npy format does", array);
}

std::string unknownNpyVersion(std::string_view array, unsigned version) {
    return fmt::format("'{}' has version {} of the npy format; expected 1, 2 or 3", array, version);
}

std::string damagedNpyHeader(std::string_view array) {
    return fmt::format("the header of the array '{}' is damaged", array);
}

std::string unknownElements(std::string_view array, std::string_view found) {
    return fmt::format("the elements of '{}' are {}; expected float32, float64, int32 or int64, little-endian", array,
                       found);
}

std::string wrongByteCount(std::string_view array, std::uint64_t found, std::uint64_t expected) {
    return fmt::format("'{}' has {} bytes of numbers; its shape needs {}", array, found, expected);
}

std::string tensorOutsideStorage(std::string_view array) {
    return fmt::format("the tensor '{}' reads beyond its storage; the file is damaged", array);
}

std::string tooManyAxes(std::string_view array, std::size_t axes, std::size_t most) {
    return fmt::format("'{}' has {} axes; at most {} are supported", array, axes, most);
}

std::string unknownPickleCode(unsigned code, std::size_t at) {
    return fmt::format("byte {} of the list of tensors (data.pkl) is the instruction {:#04x}, which a dict of tensors "
                       "does not need; save one with torch.save(model.state_dict(), FILE)",
                       at, code);
}

std::string refusedCall(std::string_view name) {
    return fmt::format("the file refers to {}, which is refused: only tensors are read; save a dict of tensors with "
                       "torch.save(model.state_dict(), FILE)",
                       name);
}

std::string notATensor(std::string_view entry) {
    return fmt::format("'{}' is not a tensor; save only the weights, with torch.save(model.state_dict(), FILE)", entry);
}

std::string unknownArrayEnding(std::string_view endings) {
    return fmt::format("the ending of the file names its format; expected one of {}", endings);
}

std::string cannotWriteFile(std::string_view reason) {
    return fmt::format("cannot write: {}", reason);
}

std::string incompleteOutput(std::string_view reason) {
    return fmt::format("cannot write; the output is incomplete: {}", reason);
}

std::string fileStays(std::string_view reason) {
    return fmt::format("cannot write; nothing was changed: {}", reason);
}

std::string damagedTensor(std::string_view array) {
    return fmt::format(
        "the header's entry '{}' does not describe a tensor of this file: it is damaged or truncated; copy the "
        "file again",
        array);
}

std::string takesNoWeights(std::string_view net) {
    return fmt::format("{} has no parameters, so it takes no weights", net);
}

std::string weightsDoNotFit(std::string_view net, std::string_view reasons) {
    return fmt::format("these weights do not fit {}: {}; export-values writes a file whose names and shapes fit", net,
                       reasons);
}

std::string missingWeights(std::string_view names) {
    return fmt::format("missing {}", names);
}

std::string superfluousWeights(std::string_view names) {
    return fmt::format("superfluous {}", names);
}

std::string unusedWeights(std::string_view file, std::string_view net, std::string_view names) {
    return fmt::format("{}: not used, since {} does not read them: {}", file, net, names);
}

std::string wrongShape(std::string_view name, std::string_view found, std::string_view expected) {
    return fmt::format("{} is {}, expected {}", name, found, expected);
}

std::string wholeNumberWeights(std::string_view name, std::string_view type) {
    return fmt::format("{} is {}, expected float32 or float64", name, type);
}

std::string andMore(std::size_t count) {
    return fmt::format(" and {} more", count);
}

std::string exportNeedsMemory(std::string_view size, std::string_view advice) {
    return fmt::format("the largest of the exported arrays takes {}; {}", size, advice);
}

std::string summedGradients(std::string_view unknown, std::string_view all) {
    return fmt::format("the engine keeps {} of {} gradients of values only as a sum with others; they are NaN in the "
                       "file (null in JSON); --passes off computes each of them",
                       unknown, all);
}

} // namespace batchscope::words
