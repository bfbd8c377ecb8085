// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages about what the machine allows: limits on memory, how to raise them, and the instruction set. Sizes come
// formatted; an option is a size as --memory-limit takes it.
#pragma once

#include <string>
#include <string_view>

namespace batchscope::words {

[[nodiscard]] std::string expectedMemorySize(std::string_view leastOption, std::string_view got);
[[nodiscard]] std::string limitAndOption(std::string_view limit, std::string_view option);
[[nodiscard]] std::string raiseTheLimit(std::string_view option);
/// The last argument of these is one of the two above.
[[nodiscard]] std::string treeOfTooManyNodes(std::string_view limit, std::string_view advice);
[[nodiscard]] std::string treeOfTooMuchText(std::string_view limit, std::string_view advice);
[[nodiscard]] std::string jsonNeedsMemory(std::string_view needed, std::string_view advice);
[[nodiscard]] std::string wholeFileTooLarge(std::string_view limit, std::string_view advice);
[[nodiscard]] std::string unpacksToTooMuch(std::string_view limit, std::string_view packed, std::string_view advice);

[[nodiscard]] std::string unsupportedInstructionSet(std::string_view name, std::string_view best);

} // namespace batchscope::words
