// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds files of the program that it starts or opens at run time: batchscope-trial, batchscope-torch.so.
#pragma once

#include <string>
#include <string_view>

namespace batchscope {

/// The path of the file: next to the running program, in its install folder, or, for programs in other folders of a
/// build such as tests, in that build. Empty if there is none.
[[nodiscard]] std::string findProgramFile(std::string_view name);

} // namespace batchscope
