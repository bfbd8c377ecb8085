// SPDX-License-Identifier: GPL-3.0-or-later
//
// Modules of TorchScript written in C++, so that these tests need no Python.
#pragma once

#include <torch/csrc/jit/api/module.h>

#include <cstdint>
#include <string>

namespace batchscope::testing {

/// A module of width `d` with the embedding E [words, d], weights L, R [5 d, d], W [d, d], V [d, 2 d], Y [3, d], biases
/// b [5 d], v [d], y [3], a [1], z [d] of zeros, and the methods of `source`. Parameters are uniform, from a fixed
/// seed.
[[nodiscard]] torch::jit::Module moduleOf(const std::string& source, std::int64_t d = 4, std::int64_t words = 20);

/// A binary TreeLSTM: leaf, children, logits.
extern const char* const kTreeLstmSource;
/// leaf and logits of a state of one row; `compose` is to be added.
extern const char* const kLeafSource;

} // namespace batchscope::testing
