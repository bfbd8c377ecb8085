// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of Python's pickle format that a dict of tensors takes, as torch.save writes it (pickletools.py documents
// the instructions). A pickle is a program; this reader runs no call of it: it knows the two functions that make
// tensors, ordered dicts and the types of storages by name, and refuses every other name. Memory stays in proportion
// to the file, however its instructions refer to one another.
#pragma once

#include "core/arrays/named_array.h"

#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// A tensor as the pickle describes it. Its numbers are in a file of their own in the archive.
struct PickledTensor {
    ArrayInfo info;
    StoredElements stored;
    std::string storage; ///< name of that file, below data/
};

/// The pickle of a dict of these tensors, none of which shares its storage.
[[nodiscard]] std::string pickledDict(const std::vector<PickledTensor>& tensors);

/// The tensors of a dict, in its order; `file` names it in messages. Parse errors: damaged, an instruction or a name
/// that a dict of tensors does not need, values that are no tensors, one name twice, elements of another type, more
/// than kMostAxes axes.
[[nodiscard]] Result<std::vector<PickledTensor>> parsePickledDict(std::string_view pickle, const std::string& file);

} // namespace batchscope
