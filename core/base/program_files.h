// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that belong to the program and that it starts or opens itself: batchscope-trial, batchscope-torch.so.
#pragma once

#include <string>
#include <string_view>

namespace batchscope {

/// The path of the file: beside the running program, where it is installed, or, for programs in other folders of a
/// build such as tests, where that build made it. Empty where there is none.
[[nodiscard]] std::string findProgramFile(std::string_view name);

} // namespace batchscope
