// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a batch ran, why two nodes did not run together, and how their signatures differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace batchscope::words {

/// What runs, why, and the candidates that were ready; `ready` may be empty.
[[nodiscard]] std::string decision(std::string_view op, std::string_view size, std::string_view reason,
                                   std::span<const std::string> ready);

/// Each of the fields as differentField() says it.
[[nodiscard]] std::string signaturesDiffer(std::span<const std::string> fields);

/// Each of the arguments as awaitedArgument() says it.
[[nodiscard]] std::string wasNotReady(std::string_view batch, std::uint32_t node,
                                      std::span<const std::string> arguments);

} // namespace batchscope::words
