// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of Python's pickle format that torch.save uses for a dict of tensors (pickletools.py documents the
// instructions). A pickle is a program, but this reader executes none of its calls: it recognizes the names of two
// functions that make tensors, of ordered dicts and of storage types, and refuses every other name. Memory is
// proportional to the file, however its instructions refer to one another.
#pragma once

#include "core/arrays/named_array.h"

#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// A tensor as the pickle describes it. Its numbers are in a separate file of the archive.
struct PickledTensor {
    ArrayInfo info;
    StoredElements stored;
    std::string storage; ///< name of the file with the numbers, below data/
};

/// Pickles a dict of these tensors, each of which has its own storage.
[[nodiscard]] std::string pickledDict(const std::vector<PickledTensor>& tensors);

/// The tensors of a pickled dict, in its order; `file` names it in messages. Parse errors: damaged, an instruction or a
/// name that a dict of tensors does not need, values that are not tensors, a duplicate name, elements of another type,
/// more than kMostAxes axes.
[[nodiscard]] Result<std::vector<PickledTensor>> parsePickledDict(std::string_view pickle, const std::string& file);

} // namespace batchscope
